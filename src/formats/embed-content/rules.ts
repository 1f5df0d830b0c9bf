import { noteWriter } from "../../core/notes/note-writer.ts"
import { noteRules } from "../../core/notes/note.ts"
import { id } from "./wire.ts"

/** Why something is not carried over as it was. */
export const table = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: { "native-member": "Only the client's own format knows this member." },
    cosmetic: { user: "The format has no place for who asks." }
  },
  refused: { meaning: { tokens: "The model is asked with texts, not with tokens: send the text." } }
})

/** What writes the notes of this format. */
export const notes = /* @__PURE__ */ noteWriter(table, id, "native-member")
