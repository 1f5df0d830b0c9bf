import { isObject } from "../../core/json/json.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { hasError, type Passthrough } from "../../core/passthrough.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { edits } from "./edits.ts"
import { naming } from "./naming.ts"
import { readUsage } from "./usage.ts"

/** What is looked at where bytes of this format pass: every event but deltas of content and pings. */
export const passing: Passthrough = {
  naming,
  edits,
  usage: (body) => {
    const usage = isObject(body) ? body["usage"] : undefined
    return isObject(usage) ? readUsage(new IssueReader(), usage, "/usage") : undefined
  },
  tells: ({ event }) => event !== "content_block_delta" && event !== "ping",
  ends: ({ event }) => event === "message_stop",
  fails: (frame) => hasError(frame) || (frame.event === "error" && isObject(parsedOrNull(frame.data)))
}
