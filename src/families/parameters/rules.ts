/** Sentences of the rules that every capability's parameters have, to stand in the capability's book. */
export const shared = {
  dropped: {
    unknown: "The family has no such parameter.",
    lacking: "The model does not have this parameter.",
    untaken: "The vendor's API does not take this parameter."
  },
  idle: { idle: "It says what is done where nothing is said, and is left out." },
  approximated: { numeral: "A number was said as a text." },
  refused: { models: "Another model is needed." }
} as const

/** The key of such a rule. */
export type SharedKey = "unknown" | "lacking" | "untaken" | "idle" | "numeral" | "models"
