import { asked as plain, type Asked, type Call } from "../../words/format.ts"
import { isObject } from "../../words/json.ts"
import type { Passing } from "../../words/passing.ts"
import { check } from "./check.ts"
import { edits } from "./edits.ts"
import { decodeRequest } from "./request/decode.ts"
import { readUsage } from "./usage.ts"

/** A first delta, a finish, usage, an error, the end: everything but the deltas in between. */
const telling = /"(?:finish_reason|usage)"\s*:\s*["{]|"(?:role|error)"\s*:|^\[DONE\]/

const askedOf = (call: Call): Asked => {
  const body = call.body.object ?? {}
  if (call.names.thinkingToContent.some((key) => body[key] === true)) {
    const decoded = decodeRequest(call)
    if (decoded.ok) return decoded.value.value.asked
  }
  const options = body["stream_options"]
  return { ...plain, stream: body["stream"] === true, usage: isObject(options) && options["include_usage"] === true }
}

/** What is looked at where bytes of this format pass. */
export const passing: Passing = {
  check,
  edits,
  asked: askedOf,
  usage: (body) => (isObject(body) ? readUsage(body["usage"]) : undefined),
  tells: ({ data }) => telling.test(data)
}
