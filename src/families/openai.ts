import type { ChatModels, EmbeddingModels } from "../capabilities/models.ts"
import { type CompatOptions, type CompatProfile, qwenFields } from "./openai-compatible/profile.ts"
import { chatAndEmbeddingLayer, embeddingLayer, chatLayer, compatListing } from "./openai-compatible/layer.ts"
import type { FamilyLayer } from "./family.ts"
import type { FamilyOptions } from "./models/line.ts"
import { embedders, gptListed, gptModels, unlisted } from "./openai/models.ts"

/**
 * How long the names of users may be.
 *
 * @see https://github.com/openai/openai-node `ChatCompletionCreateParams.safety_identifier` of openai 7.55.0 (read 2026-11)
 * @see https://github.com/maximhq/bifrost/pull/1000 the older member (2025-12)
 */
const userLengths = { safety_identifier: 128, user: 64 }

/** OpenAI's own chat completions, after the vendor's model pages. */
export const profile: CompatProfile = {
  family: "openai",
  vendor: "openai",
  models: ["gpt-*", "chatgpt-*", "o1*", "o3*", "o4*", "ft:*"],
  embedders,
  others: ["gpt-image-*", "chatgpt-image-*"],
  url: "https://api.openai.com/v1",
  responses: "untold",
  environment: { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" },
  catalogue: gptModels,
  listed: gptListed,
  unknownModels: "as-sent",
  unlisted,
  thinking: "effort",
  limit: "either",
  reasoning: "none",
  developer: true,
  strictTools: true,
  choosesAmong: true,
  schemas: "whole",
  jsonByName: true,
  hoists: false,
  lacks: ["top_k", "repetition_penalty", ...qwenFields],
  userLengths,
  searchModels: true,
  cacheMarks: "none",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * OpenAI models, at their vendor's API or at one that speaks as it does: chat and embeddings.
 *
 * @example
 * Families.of(OpenAI.layer({ key: process.env.OPENAI_API_KEY }))
 */
export const layer = (options: CompatOptions): FamilyLayer<ChatModels | EmbeddingModels> =>
  chatAndEmbeddingLayer(profile, options)

/** Its chat models alone. */
export const chat = (options: CompatOptions): FamilyLayer<ChatModels> => chatLayer(profile, options)

/** Its embedding models alone. */
export const embeddings = (options: FamilyOptions): FamilyLayer<EmbeddingModels> => embeddingLayer(profile, options)
