import { noteRules as book } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why an encoder of this format writes a note. */
export const rules = book(id, { dropped: { meaning: { unsupported: "There is no such parameter." } } })
