import type { ContentPart, ReasoningPart, ToolCallPart } from "../../../core/chat/chat.ts"
import { plainId } from "../../../core/chat/call-id.ts"
import type { OpaqueBytes } from "../../../core/chat/node.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { note } from "../noting.ts"
import { carriersOf, isNative, reasoningOut, unshownOut } from "../opaque.ts"
import { ownVendor } from "../wire.ts"
import type { Telling } from "./telling.ts"

/** Whether nothing of a thought is for the client's eyes. What else there is of it only a call needs that it led to. */
export const isUnseen = ({ asked }: Telling, part: ContentPart): part is ReasoningPart => {
  if (part.type !== "reasoning") return false
  const [opaque] = part.opaque ?? []
  if (opaque === undefined) return part.text === undefined || part.text === "" || asked.thinking === "hidden"
  return (part.text === undefined || part.text === "") && !isNative(opaque)
}

/** What keeps a thought that is not seen: blocks that show nothing. */
export const unseenOut = (part: ReasoningPart, index: number): readonly JsonObjectBuilder[] => {
  const { text = "", opaque = [] } = part
  const [first, ...more] = opaque
  if (first === undefined) return text === "" ? [] : [unshownOut(text, index)]
  return [reasoningOut(part, first, index), ...carriersOf(more, index, part)]
}

/** Whether a thought is words alone, which a call needs even where the answer says something before it. */
export const isWords = ({ opaque = [] }: ContentPart): boolean => opaque.length === 0

/** Blocks that show nothing, where a call follows. Elsewhere clients take the first or the last block for the answer. */
export const beforeCall = (
  to: Telling,
  part: ReasoningPart,
  index: number,
  blocks: readonly JsonObjectBuilder[]
): readonly JsonObjectBuilder[] => {
  if (leadsToCall(to, index, isWords(part))) return blocks
  if (blocks.length > 0) noteAlone(to, part, part.opaque)
  return []
}

/** Whether the next part that says something, or that is no text, is a call of the client's. */
const leadsToCall = (to: Telling, index: number, overText: boolean): boolean => {
  for (let at = index + 1; ; at++) {
    const part = to.partAt(at)
    if (part === undefined) return false
    const isSilent = isUnseen(to, part) || (part.type === "text" && (overText || part.text === ""))
    if (!isSilent) return part.type === "tool-call" && part.runBy === "client"
  }
}

/** Notes bytes that no block is made for. */
export const noteAlone = (to: Telling, { at }: ContentPart, bytes: readonly OpaqueBytes[] = []): void => {
  if (bytes.length > 0) note(to, "foreign-opaque", at)
}

/** Bytes of a call that are too long for its id, in blocks before it. */
export const callCarriers = (part: ToolCallPart, index: number, id: JsonTemplate): readonly JsonObjectBuilder[] => {
  const isCarried = typeof id === "string" && plainId(id) !== id
  return carriersOf(isCarried ? part.opaque?.filter(({ vendor }) => vendor === ownVendor) : part.opaque, index, part)
}
