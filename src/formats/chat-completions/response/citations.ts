import type { Candidate, Part } from "../../../words/chat/chat.ts"
import type { Tree } from "../../../words/json/json.ts"
import { beyondCitations, placeOf } from "../../../words/notes/leftover.ts"
import type { Note } from "../../../words/notes/note.ts"
import { groundedCitations, sourcesOfAll, textOffsets, writeAnnotation } from "../annotations.ts"
import { noteLeftovers, note } from "../rules.ts"
import { id } from "../wire.ts"

/** The annotations of a candidate's content, whose texts start at `before`: those of its texts, then of its grounding. */
export const writeCitations = (
  candidate: Candidate,
  kept: readonly Part[],
  before: number,
  notes: Note[]
): readonly Tree[] => {
  const offsets = textOffsets(kept, before)
  const out: Tree[] = []
  kept.forEach((part, index) => {
    if (part.type !== "text") return
    const offset = offsets.get(index) ?? before
    const grounding = candidate.grounding
    const found = grounding === undefined ? [] : groundedCitations(grounding, candidate.parts.indexOf(part))
    for (const citation of [...(part.citations ?? []), ...found]) {
      const written = writeAnnotation(citation, offset, part.text.length)
      const at = citation.at ?? placeOf(part, "citations")
      if (written === undefined) note(notes, "citation-kind", at)
      else out.push(written)
      if (citation.quote !== undefined) note(notes, "citation-quote", at)
      noteLeftovers(notes, citation)
    }
  })
  if (candidate.grounding === undefined) return out
  const length = kept.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0)
  const whole = length === 0 ? [] : sourcesOfAll(candidate.grounding)
  out.push(...whole.flatMap((source) => writeAnnotation({ source }, before, length) ?? []))
  for (const path of beyondCitations(candidate.grounding, id, whole)) note(notes, "grounding", path)
  return out
}
