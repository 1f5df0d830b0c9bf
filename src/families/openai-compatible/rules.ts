import { type NoteRules, noteRules } from "../../core/notes/note.ts"
import type { BodyEditor } from "../body-editor.ts"

const table = {
  dropped: {
    meaning: {
      sampling: "The model takes one value of this alone, or none; this one was not sent.",
      foreign: "This is supported only by models of other families, and was not sent.",
      "parameters-beaten": "The member on the top level takes precedence.",
      topmost: "Only the top level says this.",
      "thinking-beaten": "Another thinking control takes precedence.",
      "max-tokens-beaten": "`max_completion_tokens` takes precedence.",
      "effort-missing": "The model does not reason.",
      "tool-strict": "Strict functions are not supported by the API.",
      "search-missing": "The model does not search the web."
    },
    cosmetic: {
      "cache-mark": "The API decides itself what it caches.",
      "max-tokens-twice": "`max_completion_tokens` says it already.",
      carrier: "The API takes back neither this reasoning nor another vendor's bytes."
    }
  },
  approximated: {
    meaning: {
      "thinking-always": "The model cannot stop thinking.",
      "thinking-unstreamed": "The model thinks only in streams; thinking is off.",
      "choice-thinking": "A call can be forced only without thinking; thinking is off.",
      "functions-thinking":
        "On this API the model takes functions only without reasoning, which is off. Another API of the vendor takes both.",
      "choice-lowered": "The model cannot be forced to call; it may.",
      "form-thinking": "The model answers in this form only without thinking; thinking is off.",
      "form-schema": "The model is held to no schema; it is told the schema in words, and that the answer is JSON.",
      "form-named": "The API wants to be told that the answer is JSON.",
      "budget-off": "No thinking budget fits under the limit of the output; thinking is off.",
      whole: "The API streams only what is new."
    },
    cost: {
      effort: "The control that is nearest to the client's wish is sent.",
      "cache-time": "A mark cannot say for how long; the API's own time holds."
    },
    cosmetic: {
      "max-tokens": "The limit of the output has another name.",
      "cache-hour": "A persistent mark is one for an hour.",
      hidden: "Reasoning is kept from the client on the way back.",
      "thinks-anyway": "The model always thinks, and is not told to.",
      control: "Thinking is asked for in the API's own words.",
      hoisted: "The member belongs on the top level.",
      role: "A developer's message is the system's.",
      reasoning: "Reasoning has another name.",
      "user-long": "The name is longer than the API takes; its SHA-256 is sent."
    }
  },
  clamped: {
    meaning: { range: "The value is brought into the API's range." },
    cost: {
      output: "The model gives so many tokens at most.",
      budget: "The thinking budget is brought below what the model and the limit of the output allow."
    }
  },
  synthesised: {
    meaning: { "reasoning-lost": "The API demands the reasoning that led to a call; the client no longer has it." },
    cosmetic: { "thinking-off": "The model would think unasked." }
  },
  refused: {
    meaning: {
      media: "The model does not take this medium.",
      modality: "The model does not answer with images.",
      "media-url": "The model takes media as bytes, not by a URL. Send it as base64."
    }
  }
} as const

/** Why a model gets otherwise than the client sent it. */
export type EditReason = { [K in keyof typeof table]: KeysIn<(typeof table)[K]> }[keyof typeof table]

type KeysIn<Severities> = { [S in keyof Severities]: keyof Severities[S] }[keyof Severities]

/** The table of notes of a family, under its name. */
export const compatNoteRules = (family: string): NoteRules<EditReason> => noteRules<EditReason>(family, table)

/** The edits of a body for such a model, as they are found. */
export type Edits = BodyEditor<EditReason>
