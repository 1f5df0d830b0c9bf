import type { Candidate, Part } from "../../../words/chat.ts"
import type { Tree } from "../../../words/json.ts"
import { beyondCitations, placeOf } from "../../../words/leftover.ts"
import type { Note } from "../../../words/note.ts"
import { groundedCitations, textOffsets, writeAnnotation } from "../annotations.ts"
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
  for (const path of candidate.grounding === undefined ? [] : beyondCitations(candidate.grounding, id))
    note(notes, "grounding", path)
  return out
}
