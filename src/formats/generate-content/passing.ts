import { isObject } from "../../core/json/json.ts"
import { hasError, type Passthrough } from "../../core/passthrough.ts"
import { edits } from "./edits.ts"
import { naming } from "./naming.ts"
import { readUsage } from "./usage.ts"
import { member } from "./wire.ts"

/** A finish, a block, an error, a call, or a candidate besides the first: all but text in between. */
const telling =
  /"(?:finishReason|finish_reason|promptFeedback|prompt_feedback|error|functionCall|function_call)"|"index"\s*:\s*[1-9]/

/** What is looked at where bytes of this format pass. No frame of it says that a stream is whole. */
export const passing: Passthrough = {
  naming,
  edits,
  usage: (body) => {
    const usage = isObject(body) ? member(body, "usageMetadata") : undefined
    return isObject(usage) ? readUsage(usage, "/usageMetadata") : undefined
  },
  tells: ({ data }) => telling.test(data),
  ends: () => false,
  fails: hasError
}
