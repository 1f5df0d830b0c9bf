import type { ReplyPreferences, BodyEdit } from "../../core/format.ts"
import { isArray, isObject, type JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/**
 * What clients of this format are shown of reasoning in a chunk that passes: it stands in `reasoning_content`, whatever
 * the upstream calls it, and nowhere where it is to be hidden. `reasoning` stays beside it for those who read that.
 *
 * @see https://docs.vllm.ai/en/latest/features/reasoning_outputs.html the field's new name there (read 2026-11)
 */
export const shownIn = (data: string, { thinking }: Pick<ReplyPreferences, "thinking">): readonly BodyEdit[] => {
  const hides = thinking === "hidden"
  if (!data.includes(hides ? '"reasoning' : '"reasoning"')) return []
  const choices = JsonText.source(data).object?.["choices"]
  if (!isArray(choices)) return []
  return choices.flatMap((choice, index) => {
    const delta = isObject(choice) ? choice["delta"] : undefined
    const at = childPointer(childPointer("/choices", index), "delta")
    if (!isObject(delta)) return []
    return hides ? hidden(delta, at) : named(delta, at)
  })
}

const hidden = (delta: JsonObject, at: JsonPointer): readonly BodyEdit[] =>
  ["reasoning_content", "reasoning"]
    .filter((key) => Object.hasOwn(delta, key))
    .map((key) => ({ path: childPointer(at, key) }))

const named = (delta: JsonObject, at: JsonPointer): readonly BodyEdit[] => {
  const { reasoning, reasoning_content: known } = delta
  if (typeof reasoning !== "string" || typeof known === "string") return []
  return [{ path: childPointer(at, "reasoning_content"), value: JsonText.member(delta, "reasoning") }]
}
