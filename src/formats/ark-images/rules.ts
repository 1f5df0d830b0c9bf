import { noteRules as book } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why an encoder of this format writes a note. */
export const rules = book(id, {
  dropped: {
    meaning: {
      turns: "The model has no turns: the last text is its prompt.",
      unsupported: "There is no such parameter.",
      rewrite: "Rewriting has a mode and no switch."
    }
  },
  refused: {
    meaning: { count: "One call makes one image." }
  }
})
