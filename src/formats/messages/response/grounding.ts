import type { ChatCandidate, TextCitation, GroundingMetadata, ContentPart } from "../../../core/chat/chat.ts"
import { noteGrounding } from "../noting.ts"
import { type Telling } from "./telling.ts"

/** A candidate's parts, with what its search found as citations of the texts that rest on it. */
export const grounded = (to: Telling, { parts, grounding }: ChatCandidate): readonly ContentPart[] => {
  if (grounding === undefined) return parts
  noteGrounding(to, grounding)
  const grounds = groundsOf(grounding)
  return parts.map((part, index) => {
    const found = grounds.get(index)
    return part.type !== "text" || found === undefined
      ? part
      : { ...part, citations: [...(part.citations ?? []), ...found] }
  })
}

/** What a search found as citations of the texts that are parts, by their number; what is no page and no document is none. */
export const groundsOf = (grounding: GroundingMetadata): ReadonlyMap<number, readonly TextCitation[]> => {
  const found = new Map<number, TextCitation[]>()
  for (const { at = "", part, span, sources } of grounding.supports) {
    for (const number of sources) {
      const source = grounding.sources[number]
      if (source === undefined || source.kind === "other") continue
      const citations = found.get(part) ?? []
      citations.push({ at, source, span })
      found.set(part, citations)
    }
  }
  return found
}
