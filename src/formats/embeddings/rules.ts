import { noteWriter } from "../../core/notes/note-writer.ts"
import { noteRules } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why something is not carried over as it was. */
export const table = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      "native-member": "Only the client's own format knows this member.",
      task: "The format has no place for what a vector is for.",
      title: "The format has no place for a document's title."
    }
  },
  refused: { meaning: { media: "The model embeds text alone." } },
  approximated: { cosmetic: { texts: "The texts of one item are sent as one, a line each." } }
})

/** What writes the notes of this format. */
export const notes = /* @__PURE__ */ noteWriter(table, id, "native-member")
