import type { ChatRequest } from "../chat/chat.ts"
import { JsonText } from "../json/json.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** A field of a request, of a medium in it or of a tool. */
type IdleField = keyof ChatRequest | "cite" | "examples"

/**
 * What a field has in an answer for which nobody says it, by the vendor that gives the answer: what of it is not sent
 * changes nothing. Models of OpenAI, Anthropic and Google, the vendors whose encoders leave a sampling out, have one
 * temperature, where nobody says another; Google's do not draw from the whole nucleus.
 *
 * @see https://github.com/openai/openai-node `ChatCompletionCreateParams`, `ResponseCreateParams` of openai 7.57.0 (read 2026-11)
 * @see https://github.com/anthropics/anthropic-sdk-typescript `temperature` of 0.137.0: models that take none take 1 (read 2026-11)
 * @see https://github.com/chatboxai/chatbox/issues/2318 Google's list of its models says theirs: 1 and 0.95 (2025-05)
 */
const idleFields: ReadonlyMap<string, string> = new Map<IdleField, string>([
  ["logprobs", "false"],
  ["topLogprobs", "0"],
  ["presencePenalty", "0"],
  ["frequencyPenalty", "0"],
  ["logitBias", "{}"],
  ["temperature", "1"],
  ["topP", "1"],
  ["stop", "[]"],
  ["metadata", "{}"],
  ["examples", "[]"],
  ["verbosity", '"medium"'],
  ["cite", "false"]
])

/** The same of a field for which the vendor of one format has another value. */
const idleFieldsOf: { readonly [format: string]: ReadonlyMap<string, string> } = {
  "generate-content": new Map<IdleField, string>([["topP", "0.95"]])
}

/**
 * What a member that the target's format lacks has where nobody says it, by the end of its place: a name, a name in an
 * object of a name, or a name of the whole body.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/data-residency that `global` is the default (read 2026-11)
 */
const idleMembers: ReadonlyMap<string, string> = new Map([
  ["logprobs", "false"],
  ["temperature", "1"],
  ["metadata", "{}"],
  ["verbosity", '"medium"'],
  ["truncation", '"disabled"'],
  ["background", "false"],
  ["format/type", '"text"'],
  ["/inference_geo", '"global"']
])

/** Whether a field's value changes nothing in an answer of a format's vendor. */
export const isIdleField = (field: string, value: unknown, format: string): boolean =>
  isIdle(value, idleFieldsOf[format]?.get(field) ?? idleFields.get(field))

/** Whether the value of a member that one format alone has changes nothing. */
export const isIdleMember = (place: JsonPointer, value: JsonText): boolean => {
  const names = place.split("/").slice(-2)
  return isIdle(value, idleMembers.get(names.join("/")) ?? idleMembers.get(names.at(-1) ?? ""))
}

/**
 * Whether a value is the idle one. Google's words for what nobody said end alike.
 *
 * @see https://google.aip.dev/126 the first word of each list of words (read 2026-11)
 */
const isIdle = (value: unknown, idle: string | undefined): boolean => {
  const isText = value instanceof JsonText
  // nothing is printed or read for this
  if (isText && !value.isRead) return value.text === idle || value.text.endsWith('_UNSPECIFIED"')
  const said = isText ? value.value : value
  if (typeof said === "string" && said.endsWith("_UNSPECIFIED")) return true
  return idle !== undefined && JSON.stringify(said) === idle
}
