import type { ContentPart } from "../../core/chat/chat.ts"
import type { NoteSink } from "../../core/notes/note-writer.ts"
import { note } from "./rules.ts"

/** The place of each kind in a message; reasoning has a carrier that says its place. */
const ranks: Partial<Record<ContentPart["type"], number>> = { text: 0, refusal: 1, media: 2, "tool-call": 3 }

/** Notes the parts of an answer that the format moves: it says texts, refusals, sounds and calls in that order. */
export const noteOrder = (parts: readonly ContentPart[], to: NoteSink): void => {
  let highest = 0
  let before: ContentPart | undefined
  let texts = 0
  for (const part of parts) {
    const rank = ranks[part.type]
    const apart = part.type === "text" && before?.type === "reasoning" && texts > 0
    if (part.type === "text") texts++
    if ((rank !== undefined && rank < highest) || apart) note(to, "text-order", part)
    if (rank !== undefined) highest = Math.max(highest, rank)
    before = part
  }
  const refusals = parts.filter((part) => part.type === "refusal")
  for (const part of refusals) if (part.text === "") note(to, "refusal-empty", part)
  for (const part of refusals.slice(1)) note(to, "refusals-joined", part)
}
