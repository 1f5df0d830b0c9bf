import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { ChatModels, EmbeddingModels, ImageModels } from "../capabilities/models.ts"
import { generateContent } from "../formats/generate-content/index.ts"
import { naming } from "../formats/generate-content/passthrough.ts"
import { Upstream } from "../upstream/upstream.ts"
import { parseModelId } from "../core/chat/thinking.ts"
import { chatLine } from "./models/chat.ts"
import { type ChatLine, type Family, family, type Listing } from "./family.ts"
import { edits } from "./gemini/edits.ts"
import { embedderLine, embedders, embedderGlobs, isEmbedder } from "./gemini/embeddings.ts"
import { painterLine } from "./gemini/images.ts"
import { keyHeader, resourceIn, shared } from "./gemini/upstream.ts"
import type { FamilyOptions } from "./models/line.ts"
import { geminiListed, geminiModels, target } from "./gemini/models.ts"

/** Globs over ids that look like those of models that chat. */
const chats: readonly string[] = ["gemini-*"]

/** What a list of families says of it. */
export const listing: Listing = {
  family: "gemini",
  format: generateContent.id,
  models: [...chats, ...embedderGlobs],
  catalogue: geminiModels,
  embedders,
  environment: shared.environment
}

const looksLikeChat = (id: string): boolean => id.startsWith("gemini-") && !isEmbedder(id)

const chatting = (options: FamilyOptions, upstream: Upstream["Service"]): ChatLine =>
  chatLine(
    {
      ...shared,
      format: generateContent,
      naming,
      catalogue: geminiModels,
      listed: geminiListed,
      models: chats,
      excludes: isEmbedder,
      takesStreamUsage: false,
      target,
      parse: parseModelId,
      edits,
      path: ({ model, stream }) =>
        `${resourceIn(model)}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      headers: (_, key) => keyHeader(key),
      thinks: ({ body }) => !/"thinking_?budget"\s*:\s*0\b/i.test(body.text)
    },
    options,
    upstream
  )

/**
 * Gemini models, at their vendor's API or at one that speaks as it does: chat, embeddings and images. Ids of chat
 * models may carry a suffix that says how to think: `gemini-2.5-flash-thinking-2048`.
 *
 * @example
 * Families.of(Gemini.layer({ key: process.env.GEMINI_API_KEY }))
 */
export const layer = (
  options: FamilyOptions
): Layer.Layer<Family<ChatModels | EmbeddingModels | ImageModels>, never, Upstream> =>
  family(
    Effect.map(Upstream, (upstream) => ({
      chat: chatting(options, upstream),
      embeddings: embedderLine(options, upstream, looksLikeChat),
      images: painterLine(options, upstream)
    }))
  )

/** Its chat models alone. */
export const chat = (options: FamilyOptions): Layer.Layer<Family<ChatModels>, never, Upstream> =>
  family(Effect.map(Upstream, (upstream) => ({ chat: chatting(options, upstream) })))

/** Its embedding models alone. */
export const embeddings = (options: FamilyOptions): Layer.Layer<Family<EmbeddingModels>, never, Upstream> =>
  family(Effect.map(Upstream, (upstream) => ({ embeddings: embedderLine(options, upstream, looksLikeChat) })))

/** Its image models alone. */
export const images = (options: FamilyOptions): Layer.Layer<Family<ImageModels>, never, Upstream> =>
  family(Effect.map(Upstream, (upstream) => ({ images: painterLine(options, upstream) })))
