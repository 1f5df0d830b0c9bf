import { type NoteRules, noteRules } from "../../core/notes/note.ts"
import type { BodyEditor } from "../models/chat.ts"

const table = {
  dropped: {
    meaning: {
      sampling: "The model accepts one value of `{member}` only; this one was not sent.",
      foreign: "`{member}` is supported only by other families' models and was not sent.",
      "parameters-beaten": "`{member}` at the top level takes precedence; this one was not sent.",
      topmost: "`{member}` is read at the top level only; this one was not sent.",
      "thinking-beaten": "Another thinking control takes precedence; `{member}` was not sent.",
      "max-tokens-beaten": "`max_completion_tokens` takes precedence; `{member}` was not sent.",
      "effort-missing": "The model does not reason: `{member}` was not sent.",
      "thought-missing": "The model does not reason, and takes no reasoning of another; it was not sent.",
      "tool-strict": "`{member}` is not supported by the API and was not sent.",
      "search-missing": "The model does not search the web: `{member}` was not sent."
    },
    cost: { "cache-many": "The model takes at most four cache marks; this one was not sent." },
    cosmetic: {
      "cache-mark": "The vendor itself decides what it caches; the cache mark was not sent.",
      "max-tokens-twice": "`max_completion_tokens` says the same; `{member}` was not sent.",
      carrier: "The API takes back neither this reasoning nor another vendor's signature; it was not sent."
    }
  },
  approximated: {
    meaning: {
      "thinking-always": "The model cannot stop thinking, although `{member}` asks for it.",
      "thinking-unstreamed": "The model thinks only in streams; thinking was turned off.",
      "choice-thinking": "A tool call can be forced only without thinking; thinking was turned off.",
      "functions-thinking":
        "On this API the model takes functions only without reasoning, which was turned off. Another API of the vendor takes both.",
      "choice-lowered": "The model cannot be forced to call a tool; it was left to choose.",
      "form-thinking": "The model answers in this format only without thinking; thinking was turned off.",
      "form-schema": "The model cannot be held to a schema; the first message tells it the schema and asks for JSON.",
      "schema-root": "The root of a function's schema must be an object; it was made one.",
      "form-named": "The API requires that a message asks for JSON; a sentence that does was added to the first one.",
      "budget-off": "No thinking budget fits below the output limit; thinking was turned off.",
      whole: "The API streams only what is new: `{member}` was not sent."
    },
    cost: {
      effort: "The model has no such thinking setting; the nearest one was sent.",
      "unchosen-tool": "The tool choice excludes this tool, which was not sent.",
      "cache-time": "A cache mark cannot say for how long; the API's own duration applies.",
      "cache-life": "A cache mark lasts 5 minutes or an hour; this one was sent as one for an hour."
    },
    cosmetic: {
      "max-tokens": "`{member}` has another name in the API, which was sent.",
      "cache-hour": "A persistent cache mark was sent as one for an hour.",
      hidden: "The API cannot hide reasoning; the gateway leaves it out of the answer.",
      "thinks-anyway": "The model always thinks; `{member}` was not sent.",
      control: "`{member}` was sent as the API's own thinking setting.",
      hoisted: "`{member}` was moved to the top level.",
      joined: "The API takes one text here; the texts of this list were joined.",
      "schema-members":
        "The API requires `properties` of a function's schema, and `items` of lists in it; they were added.",
      role: "A developer message was sent as a system message.",
      reasoning: "`{member}` has another name in the API, which was sent.",
      "user-long": "`{member}` is longer than the API accepts; its SHA-256 was sent."
    }
  },
  clamped: {
    meaning: { range: "`{member}` is outside the API's range; the nearest value was sent." },
    cost: {
      output: "`{member}` is above the model's limit, which was sent.",
      budget: "The thinking budget was lowered to what the model and the output limit allow."
    }
  },
  synthesised: {
    meaning: {
      "reasoning-lost":
        "The API requires the reasoning that led to a tool call; the request does not have it, and a placeholder was sent."
    },
    cosmetic: { "thinking-off": "The model thinks unless told not to; thinking was turned off." }
  },
  refused: {
    meaning: {
      media: "The model does not accept this type of media.",
      modality: "The model does not answer with images.",
      "media-url": "The model takes media as bytes, not by URL. Send it as base64."
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
