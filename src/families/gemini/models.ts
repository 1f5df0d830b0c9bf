import type { RequestTarget } from "../../core/format.ts"
import type { ReasoningEffort } from "../../core/chat/thinking.ts"
import { type Catalogue, listedIds } from "../family.ts"
import type { EmbeddingRules } from "../models/unstreamed.ts"
import { noteRules } from "../../core/notes/note.ts"
import type { BodyEditor } from "../models/chat.ts"

/** How a Gemini model is told to think: in tokens, or by a level. */
export type GeminiThinking =
  | {
      readonly form: "budget"
      /** The smallest and the largest budget in tokens, besides -1 (the model decides). */
      readonly least: number
      readonly most: number
      /** Whether a budget of 0 turns it off. */
      readonly rests: boolean
    }
  | { readonly form: "level"; readonly levels: readonly [Level, ...Level[]] }

/** A level as the family's models take it, weakest first. */
export type Level = Extract<ReasoningEffort, "minimal" | "low" | "medium" | "high">

/**
 * The vendor's own tools beside functions: taken where that is said, or refused, as is then a form of the answer beside
 * any tool.
 *
 * @see https://github.com/agno-agi/agno/pull/6655 that 2.5 takes no JSON output beside functions, and 3 does (2026-02)
 */
export type ToolMix = "said" | "refused"

/** What a Gemini model takes. */
export interface GeminiRules {
  /** The most output tokens it gives, thoughts among them. */
  readonly output: number
  readonly thinking: GeminiThinking
  /** Whether it demands the signature of the first call of each turn. */
  readonly signedCalls: boolean
  /** Whether it fetches media from any URL; all of these models read images, sound, films and documents. */
  readonly mediaUrls: boolean
  /** Whether each medium may say how closely it is looked at. */
  readonly mediaDetail: boolean
  /** Whether a function's result may hold media. */
  readonly resultMedia: boolean
  readonly toolMix: ToolMix
  /** The most answers that it gives to one request. */
  readonly candidates: number
  /** Whether it continues an answer that is begun: a request may end with a turn of the model's. */
  readonly prefill: boolean
}

const flash25: GeminiRules = {
  output: 65_536,
  thinking: { form: "budget", least: 1, most: 24_576, rests: true },
  signedCalls: false,
  mediaUrls: false,
  mediaDetail: false,
  resultMedia: false,
  toolMix: "refused",
  candidates: 8,
  prefill: true
}

const lite25: GeminiRules = { ...flash25, thinking: { form: "budget", least: 512, most: 24_576, rests: true } }
const pro25: GeminiRules = { ...flash25, thinking: { form: "budget", least: 128, most: 32_768, rests: false } }

const pro3: GeminiRules = {
  output: 65_536,
  thinking: { form: "level", levels: ["low", "high"] },
  signedCalls: true,
  mediaUrls: true,
  mediaDetail: true,
  resultMedia: true,
  toolMix: "said",
  candidates: 1,
  prefill: true
}

const pro31: GeminiRules = { ...pro3, thinking: { form: "level", levels: ["low", "medium", "high"] } }
const flash3: GeminiRules = { ...pro3, thinking: { form: "level", levels: ["minimal", "low", "medium", "high"] } }

const flash35: GeminiRules = { ...flash3, prefill: false }
const flash37: GeminiRules = { ...pro31, prefill: false }

/**
 * What one answer may hold in all, which several requests go on to: the input and the output share the window.
 *
 * @see https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-4-argon (read 2026-11)
 */
const argon: GeminiRules = { ...flash37, output: 1_048_576 }

/**
 * The Gemini models and what each takes, after the vendor's pages of models and of thinking.
 *
 * @see https://github.com/pipecat-ai/pipecat/pull/5821 which models continue an answer: 2.x, 3 and 3.1 (2026-09)
 * @see https://github.com/livekit/agents-js/issues/2108 3.5 and 3.6 refuse to, with a 400 (2026-07)
 * @see https://github.com/anomalyco/models.dev providers/google: outputs, and the levels of 3.8 (read 2026-11)
 * @see https://github.com/router-for-me/CLIProxyAPI/pull/879 how many answers: 2.5 up to eight, 3 one (2026-01)
 * @see https://github.com/langchain4j/langchain4j/pull/4389 the detail of a medium: from 3 on, in the vendor's words (2026-01)
 * @see https://github.com/google-gemini/gemini-cli/issues/19436 media in results: not of 2.5, in the vendor's words (2026-02)
 * @see https://github.com/maximhq/bifrost/pull/4202 media in results: from 3 on (2026-06)
 */
export const geminiModels: Catalogue<GeminiRules> = new Map([
  ["gemini-2.5-flash", flash25],
  ["gemini-2.5-flash-lite", lite25],
  ["gemini-2.5-pro", pro25],
  ["gemini-3-flash-preview", flash3],
  ["gemini-3-pro-preview", pro3],
  ["gemini-3.1-pro-preview", pro31],
  ["gemini-3.1-flash-lite-preview", flash3],
  ["gemini-3.1-flash-lite", flash3],
  ["gemini-3.5-flash", flash35],
  ["gemini-3.5-flash-lite", flash35],
  ["gemini-3.6-flash", flash35],
  ["gemini-3.7-flash", flash37],
  ["gemini-3.8-flash", flash37],
  ["gemini-4-argon", argon]
])

/**
 * The models that the vendor's SDK names and that are not shut down; 3.5 Flash and 3.7 Flash answer as 3.6 and 3.8, and
 * from 2026-12-01 on 2.5 Pro and 2.5 Flash as 3.8 Flash and 3.5 Flash-Lite.
 *
 * @see https://github.com/googleapis/js-genai the types of `@google/genai` 3.1.0 (read 2026-11)
 * @see https://github.com/lobehub/lobehub/pull/12630 the end of 3 Pro's preview (2026-03)
 * @see https://ai.google.dev/gemini-api/docs/deprecations the days of all but 4 Argon (read 2026-11)
 * @see https://dev.to/aideprecations/what-to-do-before-gemini-25-pro-and-25-flash-are-retired-on-december-1-2026-5gg9 (2026-11)
 * @see https://ai.google.dev/gemini-api/docs/changelog 4 Argon, and the end of 3.5 and 3.7 Flash on 2026-10-08 (read 2026-11)
 */
export const geminiListed = listedIds({
  "gemini-4-argon": "2026-10-13",
  "gemini-3.8-flash": "2026-09-02",
  "gemini-3.6-flash": "2026-07-21",
  "gemini-3.5-flash-lite": "2026-07-21",
  "gemini-3.1-flash-lite": "2026-05-07",
  "gemini-3.1-pro-preview": "2026-02-19",
  "gemini-3-flash-preview": "2025-12-17",
  "gemini-2.5-flash-lite": "2025-07-22",
  "gemini-2.5-pro": "2025-06-17",
  "gemini-2.5-flash": "2025-06-17"
})

/** Globs over ids that look like those of models that embed. */
export const embedderGlobs: readonly string[] = [
  "gemini-embedding-*",
  "text-embedding-00*",
  "text-multilingual-embedding-*",
  "embedding-001"
]

/**
 * The embedding models that are not shut down.
 *
 * @see https://ai.google.dev/gemini-api/docs/changelog the end of text-embedding-004 on 2026-01-14 (read 2026-11)
 */
export const embeddersListed = listedIds({}, ["gemini-embedding-001"])

/** The embedding models, after the vendor's page of embeddings. */
export const embedders: Catalogue<EmbeddingRules> = new Map([
  ["gemini-embedding-001", { size: 3072, shortens: true }],
  ["text-embedding-004", { size: 768, shortens: true }],
  ["embedding-001", { size: 768, shortens: false }]
])

/** The first number of the generation that an id names; undefined where it names none. */
const generationOf = (id: string): number | undefined => {
  const named = /^(?:models\/)?gemini-(\d+)/.exec(id)?.[1]
  return named === undefined ? undefined : Number(named)
}

/** How a model takes the vendor's own tools beside functions; of one that is not listed, as its name says how new it is. */
export const mixOf = (id: string, rules: GeminiRules | undefined): ToolMix | undefined => {
  if (rules !== undefined) return rules.toolMix
  return (generationOf(id) ?? 0) >= 3 ? "said" : undefined
}

/** What a target of these rules takes; of a model that is not listed, whose it is and what its generation refuses. */
export const target = (rules: GeminiRules | undefined, id: string): Omit<RequestTarget, "model"> =>
  rules === undefined
    ? {
        vendor: "google",
        ...((generationOf(id) ?? 3) < 3 && { mediaDetail: false, resultMedia: false, formBesideTools: false })
      }
    : {
        vendor: "google",
        maxTokens: rules.output,
        thinking: formsOf(rules.thinking),
        forcedChoice: "always",
        schemas: true,
        lateSystem: "user",
        signedCalls: rules.signedCalls,
        mediaUrls: rules.mediaUrls,
        mediaDetail: rules.mediaDetail,
        resultMedia: rules.resultMedia,
        formBesideTools: rules.toolMix !== "refused",
        prefill: rules.prefill
      }

const formsOf = (thinking: GeminiThinking): NonNullable<RequestTarget["thinking"]> =>
  thinking.form === "level"
    ? { adaptive: true, effort: true, off: false }
    : { adaptive: true, budget: { minimum: thinking.least, maximum: thinking.most }, off: thinking.rests }

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
