import { noteRules as book } from "../../core/notes/note.ts"
import { shared } from "../parameters/rules.ts"

/** Why a video model does not get what a client sent. */
export const rules = book("videos", {
  dropped: { meaning: { ...shared.dropped, silence: "Every video is made with sound here." }, cosmetic: shared.idle },
  approximated: {
    cosmetic: {
      ...shared.approximated,
      figure: "A text of digits was said as a number.",
      lowered: "The default would not do here; a lower value is sent."
    }
  },
  synthesised: { cosmetic: { sound: "The video has sound, whatever is asked for." } },
  refused: { meaning: shared.refused }
})

/** The key of such a rule. */
export type RuleKey = keyof typeof rules.table
