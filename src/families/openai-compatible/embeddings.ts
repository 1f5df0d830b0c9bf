import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { ChatModels, EmbeddingModels } from "../../capabilities/models.ts"
import { fits } from "../../credentials/principal.ts"
import { decodeError } from "../../formats/chat-completions/error.ts"
import { embeddings } from "../../formats/embeddings/index.ts"
import { Upstream } from "../../upstream/upstream.ts"
import { chatLine } from "../models/chat.ts"
import { type EmbeddingDifferences, embeddingLine } from "../models/embedding.ts"
import { type ChatLine, type Family, family } from "../family.ts"
import { bearer, type FamilyOptions, json, keyOf, standing, urlBelow } from "../models/line.ts"
import { ownModels } from "../own-models.ts"
import type { Differences, Embedders } from "./differences.ts"
import { chatOf } from "./layer.ts"

/** What is taken for known of an API that says nothing of its embedding models: a call has as many items as OpenAI's. */
const unknown: Embedders = { models: [], catalogue: new Map(), perCall: 2048 }

/** The Layer of such a family's embedding models alone. */
export const embeddersOf = (
  it: Differences,
  options: FamilyOptions
): Layer.Layer<Family<EmbeddingModels>, never, Upstream> =>
  family(Effect.map(Upstream, (upstream) => ({ embeddings: embeddingLine(embeddingOf(it), options, upstream) })))

/** The Layer of such a family that chats and embeds. */
export const bothOf = (
  it: Differences,
  options: FamilyOptions
): Layer.Layer<Family<ChatModels | EmbeddingModels>, never, Upstream> =>
  family(
    Effect.flatMap(Upstream, (upstream) =>
      Effect.map(ownOf(it, options, upstream), (own) => ({
        chat: { ...chatLine(chatOf(it), options, upstream), ...own },
        embeddings: embeddingLine(embeddingOf(it), options, upstream)
      }))
    )
  )

const ownOf = (
  { listsItself, url }: Differences,
  options: FamilyOptions,
  upstream: Upstream["Service"]
): Effect.Effect<Pick<ChatLine, "own" | "claims">> => {
  if (listsItself !== true) return Effect.succeed({})
  const at = urlBelow(options, url)("/models")
  const request = () => ({ ...standing(options), url: at, headers: { ...json, ...bearer(keyOf(options)) } })
  return Effect.map(ownModels(upstream, request), (own) => ({ own, claims: options.models !== undefined }))
}

const embeddingOf = ({ family, url, models, embedders = unknown }: Differences): EmbeddingDifferences => {
  const own = fits(embedders.models)
  const chats = fits(models)
  return {
    ...embedders,
    family,
    url,
    elsewhere: (id) => chats(id) && !own(id),
    format: embeddings,
    decodeError,
    path: () => "/embeddings",
    keyHeader: bearer
  }
}
