import * as Effect from "effect/Effect"
import type { ChatModels, EmbeddingModel, EmbeddingModels, ImageModel, ImageModels } from "../capabilities/models.ts"
import { parseModelId } from "../core/chat/thinking.ts"
import { globMatcher } from "../core/naming/naming.ts"
import { embedContent } from "../formats/embed-content/index.ts"
import { decodeError } from "../formats/generate-content/wire.ts"
import { generateContentImages } from "../formats/generate-content/images.ts"
import { generateContent } from "../formats/generate-content/index.ts"
import { naming } from "../formats/generate-content/passthrough.ts"
import { Upstream, type UpstreamRequest } from "../upstream/upstream.ts"
import type { ChatLine, FamilyLayer, Listing, ModelLine } from "./family.ts"
import { family } from "./model-registry.ts"
import { geminiEdits } from "./gemini/edits.ts"
import { embedderGlobs, embedders, embeddersListed, geminiListed, geminiModels, target } from "./gemini/models.ts"
import { gemini, geminiImagesListed } from "./images/gemini.ts"
import { chatLine } from "./models/chat.ts"
import { embeddingLine, imageLine } from "./models/unstreamed.ts"
import type { FamilyOptions } from "./models/line.ts"

/** What all lines of the family have in common. */
const shared = {
  family: "gemini",
  url: "https://generativelanguage.googleapis.com",
  environment: { key: "GEMINI_API_KEY", url: "GOOGLE_GEMINI_BASE_URL" }
} as const

/** Globs over ids that look like those of models that chat, and of those that draw. */
const chatGlobs: readonly string[] = ["gemini-*"]
const imageGlobs: readonly string[] = ["gemini-*-image", "gemini-*-image-*"]

/** What a list of families says of it. */
export const listing: Listing = {
  family: "gemini",
  format: generateContent.id,
  models: [...chatGlobs, ...embedderGlobs],
  catalogue: geminiModels,
  embedders,
  url: shared.url,
  environment: shared.environment
}

/**
 * Gemini models, at their vendor's API or at one that speaks as it does: chat, embeddings and images. Ids of chat
 * models may carry a suffix that says how to think: `gemini-2.5-flash-thinking-2048`.
 *
 * @example
 * Families.of(Gemini.layer({ key: process.env.GEMINI_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ChatModels | EmbeddingModels | ImageModels> =>
  family(
    Effect.map(Upstream, (upstream) => ({
      chat: chats(options, upstream),
      embeddings: embeds(options, upstream),
      images: draws(options, upstream)
    }))
  )

/** Its chat models alone. */
export const chat = (options: FamilyOptions): FamilyLayer<ChatModels> =>
  family(Effect.map(Upstream, (upstream) => ({ chat: chats(options, upstream) })))

/** Its embedding models alone. */
export const embeddings = (options: FamilyOptions): FamilyLayer<EmbeddingModels> =>
  family(Effect.map(Upstream, (upstream) => ({ embeddings: embeds(options, upstream) })))

/** Its image models alone. */
export const images = (options: FamilyOptions): FamilyLayer<ImageModels> =>
  family(Effect.map(Upstream, (upstream) => ({ images: draws(options, upstream) })))

const chats = (options: FamilyOptions, upstream: Upstream["Service"]): ChatLine =>
  chatLine(
    {
      ...shared,
      format: generateContent,
      naming,
      catalogue: geminiModels,
      listed: geminiListed,
      models: chatGlobs,
      excludes: isEmbedder,
      takesStreamUsage: false,
      target,
      parse: parseModelId,
      edits: geminiEdits,
      path: ({ model, stream }) =>
        `${resourceOf(model)}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      headers: (_, key) => keyHeader(key),
      thinks: ({ body }) => !/"thinking_?budget"\s*:\s*0\b/i.test(body.text)
    },
    options,
    upstream
  )

const embeds = (options: FamilyOptions, upstream: Upstream["Service"]): ModelLine<EmbeddingModel> =>
  embeddingLine(
    {
      ...shared,
      models: embedderGlobs,
      catalogue: embedders,
      listed: embeddersListed,
      excludes: (id) => id.startsWith("gemini-") && !isEmbedder(id),
      format: embedContent,
      perCall: 100,
      decodeError,
      path: ({ model, many }) => `${resourceOf(model)}:${many ? "batchEmbedContents" : "embedContent"}`,
      keyHeader
    },
    options,
    upstream
  )

/** The models that draw, which are called as those are that chat. */
const draws = (options: FamilyOptions, upstream: Upstream["Service"]): ModelLine<ImageModel> =>
  imageLine(
    {
      rules: gemini,
      listed: geminiImagesListed,
      format: generateContentImages,
      models: imageGlobs,
      excludes: (id) => isEmbedder(id) || (id.startsWith("gemini-") && !isPainter(id)),
      url: shared.url,
      path: ({ model }) => `${resourceOf(model)}:generateContent`,
      keyHeader
    },
    options,
    upstream
  )

const isEmbedder = globMatcher(embedderGlobs)

const isPainter = globMatcher(imageGlobs)

/** The header that holds the key. */
const keyHeader = (key: string): UpstreamRequest["headers"] => ({ "x-goog-api-key": key })

/** Ids that say themselves which collection they are of. */
const collections = /^(?:models|tunedModels)\//

/** The path of a model. */
const resourceOf = (model: string): string => {
  const name = model.split("/").map(encodeURIComponent).join("/")
  return `/v1beta/${collections.test(model) ? name : `models/${name}`}`
}
