import { isObject } from "../../core/json/json.ts"
import { hasError, type Passthrough } from "../../core/passthrough.ts"
import { edits } from "./edits.ts"
import { hoisting } from "./hoist.ts"
import { naming } from "./naming.ts"
import { shownIn } from "./shown.ts"
import { readUsage } from "./usage.ts"

const done = "[DONE]"

/** A first delta, a finish, usage, an error, the end: everything but the deltas in between. */
const telling = /"(?:finish_reason|usage)"\s*:\s*["{]|"(?:role|error)"\s*:/

/** What is looked at where bytes of this format pass. */
export const passing: Passthrough = {
  naming,
  hoisting: ({ body, names }) => body.object && hoisting(body.object, names),
  edits,
  usage: (body) => (isObject(body) ? readUsage(body["usage"]) : undefined),
  tells: ({ data }) => data === done || telling.test(data),
  shown: shownIn,
  ends: ({ data }) => data === done,
  fails: hasError
}
