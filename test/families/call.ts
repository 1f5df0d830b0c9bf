import type { Call } from "../../src/words/format.ts"
import { type Edit } from "../../src/words/format.ts"
import { JsonText } from "../../src/words/json.ts"
import type { Translated } from "../../src/words/note.ts"
import { wireNames } from "../../src/words/wire-names.ts"

/** A call with this body. */
export const callOf = (body: unknown, more: Partial<Call> = {}): Call => ({
  model: "m",
  stream: false,
  headers: {},
  body: JsonText.source(JSON.stringify(body)),
  names: wireNames,
  ...more
})

/** What a family found, in a form that is typed easily by hand: edits with plain values, notes by place and rule. */
export const plainly = ({ value, notes }: Translated<readonly Edit[]>) => ({
  edits: value.map(({ path, value }) => [path, value instanceof JsonText ? value.value : value]),
  notes: notes.map(({ path, rule }) => `${path} ${rule}`)
})
