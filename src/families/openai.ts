import type * as Layer from "effect/Layer"
import type { ChatModels } from "../capabilities/chat-models.ts"
import type { EmbeddingModels } from "../capabilities/embedding-models.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Differences, Embedders, Fixed, ModelRules } from "./alike/differences.ts"
import { bothOf, embeddersOf } from "./alike/embeddings.ts"
import { layerOf, listingOf } from "./alike/layer.ts"
import { qwens } from "./alike/own.ts"
import type { Family } from "./family.ts"
import type { FamilyOptions } from "./lines/line.ts"

const plain: ModelRules = {
  output: 16_384,
  thinks: "never",
  limit: "either",
  forcedChoice: "always",
  form: "schema",
  media: ["image", "audio", "file"]
}

const gpt41: ModelRules = { ...plain, output: 32_768 }
const older: ModelRules = { ...plain, output: 4096, form: "object" }

/** Sampling members, and the one value of each that reasoning models take. */
const neutral: Fixed = {
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  logprobs: false,
  top_logprobs: undefined,
  logit_bias: undefined
}

const reasoning: ModelRules = {
  ...plain,
  thinks: "unasked",
  limit: "max_completion_tokens",
  thinking: neutral,
  resting: neutral
}

const unstopped: Fixed = { ...neutral, stop: undefined }
const oSeries: ModelRules = { ...reasoning, output: 100_000, efforts: ["low", "medium", "high"] }
const oNewest: ModelRules = { ...oSeries, thinking: unstopped, resting: unstopped }
const gpt5: ModelRules = { ...reasoning, output: 128_000, efforts: ["minimal", "low", "medium", "high"] }
const gpt51: ModelRules = { ...gpt5, thinks: "asked", efforts: ["none", "low", "medium", "high"] }
const gpt52: ModelRules = { ...gpt51, efforts: ["none", "low", "medium", "high", "xhigh"] }

/** The embedding models, after the vendor's page of embeddings. */
const embedders: Embedders = {
  models: ["text-embedding-3-*", "text-embedding-ada-*"],
  catalogue: new Map([
    ["text-embedding-3-small", { size: 1536, shortens: true }],
    ["text-embedding-3-large", { size: 3072, shortens: true }],
    ["text-embedding-ada-002", { size: 1536, shortens: false }]
  ]),
  perCall: 2048
}

/** OpenAI's own chat completions, after the vendor's model pages. */
export const differences: Differences = {
  family: "openai",
  vendor: "openai",
  models: ["gpt-*", "chatgpt-*", "o1*", "o3*", "o4*", "ft:*"],
  embedders,
  others: ["gpt-image-*", "chatgpt-image-*"],
  url: "https://api.openai.com/v1",
  environment: { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" },
  catalogue: new Map([
    ["gpt-4o", plain],
    ["gpt-4o-mini", plain],
    ["chatgpt-4o", plain],
    ["gpt-4.1", gpt41],
    ["gpt-4.1-mini", gpt41],
    ["gpt-4.1-nano", gpt41],
    ["gpt-4-turbo", older],
    ["gpt-3.5-turbo", { ...older, media: [] }],
    ["o1", oSeries],
    ["o3-mini", { ...oSeries, media: [] }],
    ["o3", oNewest],
    ["o4-mini", oNewest],
    ["gpt-5", gpt5],
    ["gpt-5-mini", gpt5],
    ["gpt-5-nano", gpt5],
    ["gpt-5.1", gpt51],
    ["gpt-5.1-mini", gpt51],
    ["gpt-5.2", gpt52],
    ["gpt-5.4", gpt52],
    ["gpt-5.4-mini", gpt52],
    ["gpt-5.4-nano", gpt52],
    ["gpt-5.5", gpt52]
  ]),
  unlisted: "as-sent",
  thinking: "effort",
  limit: "either",
  reasoning: "none",
  developer: true,
  strictTools: true,
  jsonByName: false,
  hoists: false,
  lacks: ["top_k", "repetition_penalty", ...qwens],
  cacheMarks: "none",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = listingOf(differences)

/**
 * OpenAI models, at their vendor's API or at one that speaks as it does: chat and embeddings.
 *
 * @example
 * Families.of(OpenAI.layer({ key: process.env.OPENAI_API_KEY }))
 */
export const layer = (options: FamilyOptions): Layer.Layer<Family<ChatModels | EmbeddingModels>, never, Upstream> =>
  bothOf(differences, options)

/** Its chat models alone. */
export const chat = (options: FamilyOptions): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  layerOf(differences, options)

/** Its embedding models alone. */
export const embeddings = (options: FamilyOptions): Layer.Layer<Family<EmbeddingModels>, never, Upstream> =>
  embeddersOf(differences, options)
