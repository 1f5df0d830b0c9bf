import { noteRules as book } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why an encoder of this format writes a note. */
export const rules = book(id, {
  dropped: {
    meaning: {
      turns: "There is one message: the last text is its prompt.",
      unsupported: "There is no such parameter.",
      size: "A size is a number of pixels.",
      rewrite: "Rewriting has a switch and no mode."
    }
  }
})
