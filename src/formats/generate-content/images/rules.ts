import { noteRules as book } from "../../../core/notes/note.ts"
import { id } from "../wire.ts"

/** Why an encoder of images writes a note, besides the reasons of the chat. */
export const rules = book(`${id}/images`, {
  dropped: {
    meaning: {
      unsupported: "There is no such parameter.",
      size: "A size is a class, and a ratio."
    }
  },
  refused: {
    meaning: { count: "One call makes one image." }
  }
})
