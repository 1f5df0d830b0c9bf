import { noteRules as book } from "../../core/notes/note.ts"
import { shared } from "../parameters/rules.ts"

/** Why an image model does not get what a client sent. */
export const rules = book("images", {
  dropped: {
    meaning: {
      ...shared.dropped,
      beaten: "Another member says it, and wins.",
      "too-large": "The model makes images of one size class; this one is beyond it.",
      "no-sequence": "It counts only where `sequential_image_generation` is `auto`.",
      "nothing-to-keep": "There is no input image to keep to.",
      "earlier-text": "The model is asked one thing at a time: the last text of the user."
    },
    cosmetic: { ...shared.idle, "always-bytes": "The family gives images as base64." }
  },
  approximated: {
    meaning: {
      ratio: "The model makes images of some ratios; the nearest one is sent.",
      "as-input": "The model makes images as large as the one that it edits.",
      fidelity: "The vendor has no medium fidelity; the low one is sent.",
      "low-fidelity": "The model has low fidelity alone; it is sent."
    },
    cost: { class: "The vendor has no such size class; the next smaller one is sent." },
    cosmetic: shared.approximated
  },
  synthesised: { cosmetic: { seeds: "Each further image has the next seed, or all would be the same." } },
  refused: { meaning: shared.refused }
})

/** The key of such a rule. */
export type RuleKey = keyof typeof rules.table
