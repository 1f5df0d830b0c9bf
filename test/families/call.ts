import { type CompatProfile, compatNoteRules as notesOf } from "../../src/families/openai-compatible/profile.ts"
import { editsOf } from "../../src/families/openai-compatible/edits.ts"
import { catalogueRules } from "../../src/families/family.ts"
import { type WireRequest, type BodyEdit, wireNames } from "../../src/core/format.ts"
import { JsonText } from "../../src/core/json/json.ts"
import type { Translated } from "../../src/core/notes/note.ts"

/** A call with this body. */
export const callOf = (body: unknown, more: Partial<WireRequest> = {}): WireRequest => ({
  model: "m",
  stream: false,
  headers: {},
  body: JsonText.source(JSON.stringify(body)),
  names: wireNames,
  ...more
})

/** What a family found, in a form that is typed easily by hand: edits with plain values, notes by place and rule. */
export const plainly = ({ value, notes }: Translated<readonly BodyEdit[]>) => ({
  edits: value.map(({ path, value }) => [path, value instanceof JsonText ? value.value : value]),
  notes: notes.map(({ path, rule }) => `${path} ${rule}`)
})

/** What a family of differences edits of a body for one of its models, streamed where the body says so. */
export const editsBy = (differences: CompatProfile, model: string, body: object) => {
  const stream = "stream" in body && body.stream === true
  const edits = editsOf(differences, notesOf(differences.family))
  return plainly(edits(callOf(body, { model, stream }), catalogueRules(differences.catalogue, model)))
}
