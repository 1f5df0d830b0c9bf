import { noteRules } from "../../core/notes/note.ts"
import type { BodyEditor } from "../body-editor.ts"

/** Why a Gemini model does not get what a client sent. */
export const rules = noteRules("gemini", {
  dropped: {
    meaning: {
      "suffix-beaten": "A field of the request says how to think; the suffix of the model id gives way.",
      "thinking-twice": "The model takes one form of thinking control, and the other was sent as well.",
      "image-output": "The API has no options for the bytes of an image.",
      "search-parameters": "The vendor's search takes no parameters.",
      "search-choice": "The vendor's search cannot be forced.",
      "tool-mix": "The model takes functions or the vendor's own tools; the functions stay.",
      penalty: "The model takes no penalty of what was said before.",
      logprobs: "The API tells no log probabilities of the model."
    },
    cosmetic: { "penalty-none": "A penalty of nothing is what the model has without it." }
  },
  approximated: {
    meaning: {
      "thinking-always": "The model cannot stop thinking; it thinks as little as it can.",
      "thinking-off": "No thinking budget fits under the limit of the output; thinking is off."
    },
    cost: {
      level: "The level that the model has is sent.",
      form: "The model takes another form of thinking control."
    },
    cosmetic: {
      search: "A function of this name is the vendor's search.",
      suffix: "The suffix of the model id says how to think.",
      "tool-mix-mode": "Beside the vendor's own tools every call is held to its schema."
    }
  },
  synthesised: {
    cosmetic: { "tool-mix-said": "The API is told that its own tools may be called beside functions." }
  },
  clamped: {
    meaning: { candidates: "The model gives so many answers at most." },
    cost: {
      output: "The model gives so many tokens at most.",
      range: "The thinking budget is brought into the model's range.",
      budget: "Thinking counts toward the limit of the output; its budget is brought below."
    }
  }
})

/** The edits of a body for a Gemini model, as they are found. */
export type Edits = BodyEditor<keyof typeof rules.table>
