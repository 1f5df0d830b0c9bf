import { asked as plain, type Glance } from "../../words/format.ts"
import { isObject } from "../../words/json.ts"
import { Reader } from "../../words/reader.ts"
import { readUsage } from "./usage.ts"

/** What is looked at where bytes of this format pass: every event but deltas of content and pings. */
export const glance: Glance = {
  asked: ({ body }) => ({ ...plain, stream: body.object?.["stream"] === true, usage: true }),
  usage: (body) => {
    const usage = isObject(body) ? body["usage"] : undefined
    return isObject(usage) ? readUsage(new Reader(), usage, "/usage") : undefined
  },
  tells: ({ event }) => event !== "content_block_delta" && event !== "ping"
}
