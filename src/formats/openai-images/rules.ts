import { noteRules as book } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why an encoder of this format writes a note. */
export const rules = book(id, {
  dropped: {
    meaning: {
      turns: "The model has no turns: the last text is its prompt.",
      unsupported: "There is no such parameter.",
      fidelity: "Only an edit keeps to its images.",
      type: "The vendor makes no images of this type."
    }
  },
  approximated: {
    meaning: { size: "The vendor chooses the size of an edit." }
  }
})
