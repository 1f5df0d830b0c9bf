import { JsonText } from "../json/json.ts"

/**
 * What says nothing that would not be so without it, in any format: the value that a field of a request, or a member that
 * one format alone has, is documented to have where nobody says it.
 *
 * @see https://github.com/openai/openai-node `ChatCompletionCreateParams`, `ResponseCreateParams` of openai 7.57.0 (read 2026-11)
 * @see https://platform.claude.com/docs/en/build-with-claude/data-residency that `global` is the default (read 2026-11)
 */
const idleValues: ReadonlyMap<string, string> = new Map([
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
  ["cite", "false"],
  ["truncation", '"disabled"'],
  ["background", "false"],
  ["format/type", '"text"'],
  ["/inference_geo", '"global"']
])

/**
 * Whether a value changes nothing under a name, or at a place. Google's words for what nobody said end alike.
 *
 * @see https://google.aip.dev/126 the first word of each list of words (read 2026-11)
 */
export const isIdle = (place: string, value: unknown): boolean => {
  const names = place.split("/").slice(-2)
  const idle = idleValues.get(names.join("/")) ?? idleValues.get(names.at(-1) ?? "")
  const isText = value instanceof JsonText
  // nothing is printed or read for this
  if (isText && !value.isRead) return value.text === idle || value.text.endsWith('_UNSPECIFIED"')
  const said = isText ? value.value : value
  if (typeof said === "string" && said.endsWith("_UNSPECIFIED")) return true
  return idle !== undefined && JSON.stringify(said) === idle
}
