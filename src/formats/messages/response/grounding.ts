import type { Candidate, Citation, Grounding, Part } from "../../../words/chat/chat.ts"
import { noteGrounding } from "../noting.ts"
import { type Telling } from "./telling.ts"

/** A candidate's parts, with what its search found as citations of the texts that rest on it. */
export const grounded = (to: Telling, { parts, grounding }: Candidate): readonly Part[] => {
  if (grounding === undefined) return parts
  noteGrounding(to, grounding)
  return parts.map((part, index) => {
    const found = part.type === "text" ? groundsOf(grounding, index) : []
    return part.type !== "text" || found.length === 0
      ? part
      : { ...part, citations: [...(part.citations ?? []), ...found] }
  })
}

/** What a search found as citations of the text that is a part; what is no page and no document is none. */
export const groundsOf = (grounding: Grounding, part: number): readonly Citation[] =>
  grounding.supports.flatMap(({ at = "", part: of, span, sources }) =>
    sources.flatMap((number): readonly Citation[] => {
      const source = grounding.sources[number]
      return of !== part || source === undefined || source.kind === "other" ? [] : [{ at, source, span }]
    })
  )
