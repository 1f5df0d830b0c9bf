import { sharedRules } from "../families/parameters/reader.ts"
import { noteRules } from "../core/notes/note.ts"

/** Why what a client of the lab said does not reach a model as it is. */
export const rules = noteRules("lab", {
  dropped: {
    meaning: {
      ...sharedRules.dropped,
      unknown: "The lab has no such parameter.",
      unused: "No model has this parameter."
    },
    cosmetic: { ...sharedRules.idle, demanded: "The model does not have this parameter, which every body must say." }
  },
  approximated: { cosmetic: { ...sharedRules.approximated, figure: "A text of digits was said as a number." } },
  synthesised: { cosmetic: { instruction: "What the model is to do was not said; it is told to remove watermarks." } },
  refused: { meaning: sharedRules.refused }
})

/** The key of such a rule. */
export type RuleKey = keyof typeof rules.table
