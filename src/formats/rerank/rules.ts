import { noteRules } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why something is not carried over as it was. */
export const table = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      "native-member": "The model's API does not know this member.",
      stranger: "A result that is of no document, or of one that has a result, is left out."
    },
    cosmetic: { "document-member": "Of a document its text alone is ranked." }
  },
  clamped: {
    cosmetic: { limit: "There are no more results than documents." },
    meaning: { score: "The score is brought into 0 to 1." }
  }
})
