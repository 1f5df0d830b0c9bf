import { noteRules } from "../../core/notes/note.ts"
import type { BodyEditor } from "../models/chat.ts"

/** Why a Gemini model does not get what a client sent. */
export const geminiRules = noteRules("gemini", {
  dropped: {
    meaning: {
      "suffix-beaten": "The request's own thinking setting takes precedence over the suffix of the model id.",
      "thinking-twice": "The model takes one form of thinking control; the other, `{member}`, was not sent.",
      "image-output": "`{member}` is not supported by the API and was not sent.",
      "search-parameters": "Google's search takes no parameters; they were not sent.",
      "search-choice": "Google's search cannot be forced; it was left out of the tool choice.",
      "tool-mix": "The model takes functions or Google's own tools, not both; the functions were sent.",
      penalty: "`{member}` is not supported by the model and was not sent.",
      logprobs: "`{member}` is not supported by the model and was not sent."
    },
    cosmetic: { "penalty-none": "`{member}` of 0 changes nothing and was not sent." }
  },
  approximated: {
    meaning: {
      "thinking-always": "The model cannot stop thinking; it was asked to think as little as it can.",
      "thinking-off": "No thinking budget fits below the output limit; thinking was turned off."
    },
    cost: {
      level: "The model has no such thinking level; the nearest one was sent.",
      form: "The model takes another form of thinking control; the nearest was sent."
    },
    cosmetic: {
      search: "A function of this name was sent as Google's own search.",
      suffix: "The suffix of the model id was sent as a thinking setting.",
      "tool-mix-mode":
        "Beside Google's own tools the API holds every call to its schema; the mode `VALIDATED` was sent."
    }
  },
  synthesised: {
    meaning: { signature: "This call has no signature of the model's; Google's own placeholder was sent." },
    cosmetic: { "tool-mix-said": "The API was told that its own tools may be called beside functions." }
  },
  clamped: {
    meaning: { candidates: "`{member}` is above the model's limit, which was sent." },
    cost: {
      output: "`{member}` is above the model's limit, which was sent.",
      range: "The thinking budget is outside the model's range; the nearest value was sent.",
      budget: "Thinking counts toward the output limit; its budget was lowered to fit."
    }
  }
})

/** The edits of a body for a Gemini model, as they are found. */
export type Edits = BodyEditor<keyof typeof geminiRules.table>
