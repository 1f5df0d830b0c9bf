import type { Candidate, Citation, Part } from "../../../words/chat.ts"
import { noteGrounding } from "../noting.ts"
import { type Telling } from "./telling.ts"

/** A candidate's parts, with what its search found as citations of the texts that rest on it. */
export const grounded = (to: Telling, { parts, grounding }: Candidate): readonly Part[] => {
  if (grounding === undefined) return parts
  noteGrounding(to, grounding)
  return parts.map((part, index) => {
    if (part.type !== "text") return part
    const found = grounding.supports
      .filter((support) => support.part === index)
      .flatMap((support) =>
        support.sources.flatMap((number): readonly Citation[] => {
          const source = grounding.sources[number]
          return source === undefined ? [] : [{ source, span: support.span }]
        })
      )
    return found.length === 0 ? part : { ...part, citations: [...(part.citations ?? []), ...found] }
  })
}
