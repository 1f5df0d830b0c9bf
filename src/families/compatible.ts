import type { ChatModels, EmbeddingModels } from "../capabilities/models.ts"
import type { CompatOptions, CompatProfile } from "./openai-compatible/profile.ts"
import { chatAndEmbeddingLayer, embeddingLayer, chatLayer, compatListing } from "./openai-compatible/layer.ts"
import type { FamilyLayer } from "./family.ts"
import type { FamilyOptions } from "./models/line.ts"
export type { CompatProfile, ModelRules } from "./openai-compatible/profile.ts"

/** An API of which nothing is known but that it speaks as OpenAI's does: a server of one's own, at a URL that must be said. */
export const profile: CompatProfile = {
  family: "compatible",
  vendor: "compatible",
  models: [],
  url: "http://127.0.0.1:8000/v1",
  needsUrl: true,
  responses: "told",
  catalogue: new Map(),
  listsItself: true,
  unknownModels: "fitted",
  thinking: "effort",
  limit: "max_tokens",
  reasoning: "details",
  developer: true,
  strictTools: true,
  choosesAmong: true,
  jsonByName: false,
  hoists: false,
  lacks: [],
  cacheMarks: "none",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * Models at any API like OpenAI's: chat and embeddings. It claims no ids of its own: `models` or routes say which are
 * its. What is known of the API is said as parts of its profile, which hold for every id: the limit of the output is spelled
 * `max_tokens`, which older servers know too, unless `limit` says otherwise.
 *
 * @example
 * Families.of(Compatible.layer({ key: "none", url: "http://127.0.0.1:8000/v1", models: ["llama-*"] }))
 */
export const layer = (
  options: CompatOptions,
  profileParts: Partial<CompatProfile> = {}
): FamilyLayer<ChatModels | EmbeddingModels> => chatAndEmbeddingLayer(profileWith(profileParts), options)

/** Its chat models alone. */
export const chat = (options: CompatOptions, profileParts: Partial<CompatProfile> = {}): FamilyLayer<ChatModels> =>
  chatLayer(profileWith(profileParts), options)

/** Its embedding models alone. */
export const embeddings = (
  options: FamilyOptions,
  profileParts: Partial<CompatProfile> = {}
): FamilyLayer<EmbeddingModels> => embeddingLayer(profileWith(profileParts), options)

/** The profile with parts of another; its URL may be one of them. */
const profileWith = (parts: Partial<CompatProfile>): CompatProfile => ({
  ...profile,
  needsUrl: parts.url === undefined,
  ...parts
})
