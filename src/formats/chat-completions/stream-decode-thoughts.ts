import type { ContentPart, ReasoningPart } from "../../core/chat/chat.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { bytesOf, type CarriedBytes, decodeOpaque } from "./opaque.ts"
import type { ChoiceState } from "./stream-decode-state.ts"
import { goesOnWith, isSealedDetail } from "./thought-details.ts"
import { ownVendor } from "./wire.ts"

const noReasoning: ContentPart = { type: "reasoning" }

const noText: ContentPart = { type: "reasoning", text: "" }

/** Says more of the thought that is open, or of a new one. */
export const addReasoning = (choice: ChoiceState, text = ""): void => {
  if (text !== "") choice.extend(openReasoning(choice, noText), { type: "text", text })
}

const openReasoning = (choice: ChoiceState, value: ContentPart): number => {
  if (choice.reasoning !== undefined) return choice.reasoning
  const part = choice.begin(value)
  choice.thoughts.add(part)
  choice.thought = part
  return (choice.reasoning = part)
}

/** Reasoning ends where anything else begins. */
export const endReasoning = (choice: ChoiceState): void => {
  settleReasoning(choice)
  if (choice.reasoning !== undefined) choice.end(choice.reasoning)
  choice.reasoning = undefined
}

/** Says of a thought that is over, and that nobody signed, how its gateway wants it back. */
export const settleReasoning = (choice: ChoiceState): void => {
  cover(choice, choice.reasoning ?? 0, choice.unsigned)
  choice.unsigned = undefined
}

/** Reads the reasoning of a delta: its text, and what covers it or stands in its place. */
export const readReasoning = (choice: ChoiceState, delta: JsonObject): void => {
  const { reasoning_content: text, reasoning, reasoning_details: details } = delta
  const plain = typeof text === "string" ? text : typeof reasoning === "string" ? reasoning : ""
  const fragments = isArray(details) ? details.filter(isObject) : []
  const { stream } = choice
  const carried = decodeOpaque({ reasoning_details: fragments }, "", stream, stream.reply.vendor ?? ownVendor, true)
  const texts = carried.lead.filter(({ text: said }) => said).length
  if (texts === 0) addReasoning(choice, plain)
  for (const [order, { text: said, opaque }] of carried.lead.entries()) {
    const fragment = fragments[order] ?? {}
    goOnWith(choice, fragment)
    addReasoning(choice, plain !== "" && texts === 1 && said ? plain : said)
    if (bytesOf(fragment) === undefined) choice.unsigned ??= opaque
    else {
      choice.unsigned = undefined
      cover(choice, openReasoning(choice, noReasoning), opaque)
    }
  }
  addOpaque(choice, carried)
}

/** A thought ends where the next fragment is of another detail. */
const goOnWith = (choice: ChoiceState, fragment: JsonObject): void => {
  const { detail: before } = choice
  if (isSealedDetail(fragment) || (before !== undefined && !goesOnWith(before, fragment, true))) endReasoning(choice)
  const { type, index, signature } = fragment
  choice.detail = { type, index, signature }
}

/** Bytes that cover reasoning come with it or behind it; those of a text while the text is open. */
const addOpaque = (choice: ChoiceState, { placed, covering }: CarriedBytes): void => {
  for (const { index, part } of placed)
    cover(choice, choice.thoughts.has(index) ? index : coverNew(choice, part), part.opaque)
  if (placed.length > 0) endReasoning(choice)
  for (const { envelope } of covering) if (envelope.part < choice.parts) cover(choice, envelope.part, [envelope.opaque])
}

/** Reasoning that only its carrier says: bytes alone, or a text that was hidden. */
const coverNew = (choice: ChoiceState, { text, opaque }: ReasoningPart): number => {
  if (choice.reasoning !== undefined && text !== undefined) return choice.reasoning
  if (opaque === undefined && choice.thought !== undefined) return choice.thought
  endReasoning(choice)
  const part = openReasoning(choice, text === undefined ? noReasoning : noText)
  addReasoning(choice, text)
  return part
}

const cover = (choice: ChoiceState, part: number, bytes: readonly OpaqueBytes[] = []): void => {
  for (const opaque of bytes) choice.extend(part, { type: "opaque", opaque })
}
