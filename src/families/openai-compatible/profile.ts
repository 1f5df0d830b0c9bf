import type { Json, JsonObject } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { globMatcher } from "../../core/naming/naming.ts"
import type { VendorId } from "../../core/chat/node.ts"
import type { ReasoningEffort } from "../../core/chat/thinking.ts"
import type { Catalogue, ListedIds } from "../family.ts"
import type { ChatProfile, BodyEditor } from "../models/chat.ts"
import type { EmbeddingProfile } from "../models/unstreamed.ts"
import type { FamilyOptions } from "../models/line.ts"
import { type NoteRules, noteRules } from "../../core/notes/note.ts"

/**
 * How a request tells an API to think.
 *
 * - `effort`: `reasoning_effort`
 * - `switch`: `enable_thinking` and `thinking_budget`
 * - `typed`: `thinking: {type}`, and `reasoning_effort` for models that have efforts
 * - `object`: `reasoning: {enabled, effort, max_tokens, exclude}`
 */
export type ThinkingSpelling = "effort" | "switch" | "typed" | "object"

/** What an assistant's message may carry of its reasoning: nothing, `reasoning_content`, or `reasoning_details` too. */
type ReasoningCarrier = "none" | "text" | "details"

/** How the limit of the output is spelled; `either`: both are taken. */
export type LimitSpelling = (typeof limitSpellings)[number]

/** All of them. */
export const limitSpellings = ["max_tokens", "max_completion_tokens", "either"] as const

/** What marks of what to cache an API takes in `cache_control`: none, plain ones, or ones that say for how long. */
export type CacheMarks = "none" | "plain" | "timed"

/** What a model may be shown besides text. */
export type Medium = "image" | "audio" | "video" | "file"

/** What is known of the models of such an API that embed. */
export interface CompatEmbedders extends Pick<EmbeddingProfile, "catalogue" | "perCall"> {
  /** Globs over their ids. */
  readonly models: readonly string[]
}

/**
 * How one API differs from OpenAI's chat completions: all that such a family is, as data from which its Layer is made.
 */
export interface CompatProfile {
  readonly family: string
  /** Whose the opaque bytes of its answers are. */
  readonly vendor: VendorId
  /** Globs over ids that look like the vendor's. */
  readonly models: readonly string[]
  /** Its models that embed and do not chat. */
  readonly embedders?: CompatEmbedders
  /** Globs over its ids that neither chat nor embed. */
  readonly others?: readonly string[]
  /** The base URL, and where a call goes below it; absent: `/chat/completions`. */
  readonly url: string
  readonly path?: string
  /** Whether that is a mere example, and the operator must say another; absent: it is the vendor's. */
  readonly needsUrl?: boolean
  /** Where it speaks the Responses format, too, below the base URL at `/responses`: whether a gateway calls it so untold. */
  readonly responses?: "untold" | "told"
  /** The environment variables that switch it on and say where it is; absent: none do. */
  readonly environment?: { readonly key: string; readonly url: string }
  readonly catalogue: Catalogue<ModelRules>
  /** The ids of chat models that it lists today; absent: all of the catalogue. */
  readonly listed?: ListedIds
  /** Whether it is asked which models it has, below the base URL at `/models`; absent: it is not. */
  readonly listsItself?: true
  /**
   * What a model gets that the catalogue does not list: what the client sent; that, without what this profile says the
   * API does not take; or all of it in the API's spelling, thinking too.
   */
  readonly unknownModels: "as-sent" | "fitted" | "spelled"
  /** As which rules a model that is not listed is called in a format, thinks and is made to call; undefined: any. */
  readonly unlisted?: (model: string) => ModelRules | undefined
  readonly thinking: ThinkingSpelling
  readonly limit: LimitSpelling
  readonly reasoning: ReasoningCarrier
  /** What stands for the reasoning of a call whose client dropped it, where the API demands one while it thinks. */
  readonly lostReasoning?: string
  /** Whether it demands that of all that was said in a turn with calls, too; absent: of calls alone. */
  readonly wholeTurns?: true
  /** Writes what the assistant or a tool said as one text; absent: a list of texts is taken, too. */
  readonly plainContent?: (editor: Edits, message: JsonObject, at: JsonPointer) => void
  /** Writes a refusal of the assistant's as a text as others, and says whether it did; absent: it has a member of its own. */
  readonly plainRefusals?: (editor: Edits, message: JsonObject, at: JsonPointer) => boolean
  /** Whether a message may be the developer's; otherwise it is the system's. */
  readonly developer: boolean
  /** Numbers the calls where its models read their ids, and know those alone that they number so; absent: any id will do. */
  readonly numbersCalls?: (editor: Edits, body: JsonObject) => void
  /** Whether a function may be strict. */
  readonly strictTools: boolean
  /** Whether a choice may be among some of the tools, `allowed_tools`; absent: it is a word, or names one tool. */
  readonly choosesAmong?: true
  /** What a function's schema must be: an object's with `properties` and `items`, or what this makes of it; absent: any. */
  readonly schemas?: "whole" | ((editor: Edits, body: JsonObject) => void)
  /** Whether an answer in JSON is refused where no message speaks of JSON. */
  readonly jsonByName: boolean
  /** Whether `parameters` holds members that belong on the top level; otherwise the API does not know it. */
  readonly hoists: boolean
  /** Members that none of its models takes, and that others do. */
  readonly lacks: readonly string[]
  /** The least and the most that a member may say, ends included. */
  readonly ranges?: Readonly<Record<string, readonly [least: number, most: number]>>
  /** The most characters of members that tell users apart. */
  readonly userLengths?: Readonly<Record<string, number>>
  /** Whether a model that searches the web is told to by `web_search_options`, which all others refuse. */
  readonly searchModels?: true
  /** Whether a model may answer with images; absent: none does. */
  readonly draws?: true
  /** Codes with which its 429 says that too much was asked in a while, where others say by them that no money is left. */
  readonly throttles?: readonly string[]
  readonly cacheMarks: CacheMarks
  /** Whether its streams tell usage when they are asked. */
  readonly streamUsage: boolean
}

/** What is so of its chat models in each format that they are called in. */
export const commonProfile = (
  profile: CompatProfile
): Pick<
  ChatProfile<ModelRules>,
  "family" | "catalogue" | "listed" | "models" | "excludes" | "url" | "needsUrl" | "environment"
> => ({
  family: profile.family,
  catalogue: profile.catalogue,
  ...(profile.listed === undefined ? {} : { listed: profile.listed }),
  models: profile.models,
  excludes: globMatcher([...(profile.embedders?.models ?? []), ...(profile.others ?? [])]),
  url: profile.url,
  needsUrl: profile.needsUrl,
  environment: profile.environment
})

/** Members with the one value of each that is taken; undefined: none is. */
export type FixedValues = Readonly<Record<string, Json | undefined>>

/** A format that such an API speaks besides chat completions. */
export interface CallFormat {
  readonly id: string
  /** What sets the chat models of an API apart where they are called in it. */
  readonly profileOf: (profile: CompatProfile) => ChatProfile<ModelRules>
}

/** How an upstream of such a family is reached, and in which format. */
export interface CompatOptions extends FamilyOptions {
  /** Another format that it is called in, where its API speaks it; absent: chat completions. */
  readonly format?: CallFormat | undefined
  /**
   * A format that it is called in besides chat completions, where its API speaks it: for clients of that format, and for
   * requests that a model takes in it alone. Absent: none.
   */
  readonly also?: CallFormat | undefined
}

/** What one model of such an API takes. */
export interface ModelRules {
  /** The most output tokens it gives; absent: nobody says. */
  readonly output?: number
  /** When it thinks: never, where it is asked to, where nothing forbids it, or always. */
  readonly thinks: "never" | "asked" | "unasked" | "always"
  /** Whether it wants back all that it thought; absent: what it thought in turns with calls. */
  readonly keepsThoughts?: true
  /** Whether it thinks in streams alone. */
  readonly thinksInStreams?: true
  /** The efforts it has; of two that are as near to a wish, the first is sent. */
  readonly efforts?: readonly ReasoningEffort[]
  /** The most thinking tokens that it can be allowed. */
  readonly budget?: number
  /** The limit's spelling, where the model has its own. */
  readonly limit?: LimitSpelling
  /** Members of which it takes one value alone or none: while it thinks, and while it does not. */
  readonly thinkingOn?: FixedValues
  readonly thinkingOff?: FixedValues
  /** Whether a call can be forced. */
  readonly forcedChoice: "always" | "without-thinking" | "never"
  /** Whether no choice may name the function to call. */
  readonly forcesUnnamed?: true
  /** Which form of answer it obeys, and whether it can think before one. */
  readonly form: "schema" | "object"
  readonly formsWithoutThinking?: true
  /** Whether functions are refused while it thinks. */
  readonly functionsWithoutThinking?: true
  /** Whether the vendor has it in the Responses format alone. */
  readonly responsesAlone?: true
  /** Whether it searches the web. */
  readonly searches?: true
  /** What it may be shown besides text. */
  readonly media: readonly Medium[]
  /** Whether it fetches media from any URL; absent: it does. */
  readonly mediaUrls?: false
}

/** Members that OpenAI's API has and few of those that are like it. */
export const openAiFields = [
  "logit_bias",
  "prediction",
  "verbosity",
  "service_tier",
  "store",
  "web_search_options"
] as const

/** Members that Qwen's API has and OpenAI's does not. */
export const qwenFields = ["enable_search", "search_options", "asr_options", "incremental_output"] as const

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
      bookkeeping: "Whether this is stored is a setting of the vendor's account; `{member}` was not sent.",
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
      refusal: "The API has no refusals: it was sent as text.",
      "form-schema": "The model cannot be held to a schema; the first message tells it the schema and asks for JSON.",
      "schema-root": "The root of a schema must be an object; it was made one.",
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
      "schema-dialect": "The API has its own dialect of JSON Schema, in which this one was written.",
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
        "The API requires the reasoning of a turn with tool calls; the request does not have it, and a placeholder was sent."
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
