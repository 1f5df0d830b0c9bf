import type * as Layer from "effect/Layer"
import * as Effect from "effect/Effect"
import type { ChatModels, EmbeddingModels } from "../../capabilities/models.ts"
import { globMatcher } from "../../core/glob.ts"
import { chatCompletions } from "../../formats/chat-completions/index.ts"
import { naming } from "../../formats/chat-completions/naming.ts"
import { Upstream } from "../../upstream/upstream.ts"
import type { RequestTarget, ThinkingForms } from "../../core/format.ts"
import { rulesOf } from "../catalogue.ts"
import { chatFamily, chatLine, type ChatProfile } from "../models/chat.ts"
import { bearerHeader, type FamilyOptions, jsonHeaders, keyOf, upstreamOptions, urlBelow } from "../models/line.ts"
import { type Family, type Listing, type ChatLine, family } from "../family.ts"
import type { CompatProfile, ModelRules, CompatEmbedders } from "./profile.ts"
import { editsOf } from "./edits.ts"
import { compatNoteRules } from "./rules.ts"
import { mostThinking } from "./thinking-fields.ts"
import { isThinking } from "./thinking.ts"
import { decodeError } from "../../formats/chat-completions/error.ts"
import { embeddings } from "../../formats/embeddings/index.ts"
import { type EmbeddingProfile, embeddingLine } from "../models/embedding.ts"
import { askUpstreamModels } from "../model-list.ts"

/** The Layer of a family that is nothing but its differences. */
export const chatLayer = (
  it: CompatProfile,
  options: FamilyOptions
): Layer.Layer<Family<ChatModels>, never, Upstream> => chatFamily(chatProfile(it), options)

/** What a list of families says of it. */
export const compatListing = ({ family, models, embedders, catalogue, environment }: CompatProfile): Listing => ({
  family,
  format: chatCompletions.id,
  models: [...models, ...(embedders?.models ?? [])],
  catalogue,
  ...(embedders === undefined ? {} : { embedders: embedders.catalogue }),
  ...(environment === undefined ? {} : { environment })
})

/** The chat models of such a family, as differences from all others. */
const chatProfile = (it: CompatProfile): ChatProfile<ModelRules> => ({
  family: it.family,
  format: chatCompletions,
  naming,
  catalogue: it.catalogue,
  ...(it.listed === undefined ? {} : { listed: it.listed }),
  models: it.models,
  excludes: globMatcher([...(it.embedders?.models ?? []), ...(it.others ?? [])]),
  url: it.url,
  environment: it.environment,
  takesStreamUsage: it.streamUsage,
  target: (known) => targetOf(it, known),
  edits: editsOf(it, compatNoteRules(it.family)),
  path: () => it.path ?? "/chat/completions",
  headers: (_, key) => bearerHeader(key),
  thinks: (call) => isThinking(call, rulesOf(it.catalogue, call.model))
})

/** What an encoder must know; of a model that is not listed, whose it is and how it is told to think. */
const targetOf = (it: CompatProfile, known: ModelRules | undefined): Omit<RequestTarget, "model"> => {
  const thinking = formsOf(it, known)
  const target = {
    vendor: it.vendor,
    ...(thinking === undefined ? {} : { thinking }),
    ...(it.cacheMarks === "none" ? {} : { cacheMarks: true })
  }
  if (known === undefined) return target
  return {
    ...target,
    ...(known.output === undefined ? {} : { maxTokens: known.output }),
    forcedChoice: known.forcedChoice,
    schemas: known.form === "schema",
    lateSystem: "native",
    ...(known.mediaUrls === undefined ? {} : { mediaUrls: known.mediaUrls })
  }
}

const formsOf = (
  { thinking, unknownModels: unlisted }: CompatProfile,
  known: ModelRules | undefined
): ThinkingForms | undefined => {
  if (known === undefined && unlisted !== "spelled") return undefined
  if (known?.thinks === "never") return {}
  const off = known?.thinks !== "always"
  const budget = { minimum: 1, maximum: known?.budget ?? mostThinking }
  switch (thinking) {
    case "effort":
      return { effort: true, off: known === undefined || known.efforts?.includes("none") === true }
    case "switch":
      return { adaptive: true, budget, off }
    case "typed":
      return { adaptive: true, effort: known === undefined || known.efforts !== undefined, off }
    case "object":
      return { adaptive: true, effort: true, budget, off }
  }
}

/** What is taken for known of an API that says nothing of its embedding models: a call has as many items as OpenAI's. */
const unknown: CompatEmbedders = { models: [], catalogue: new Map(), perCall: 2048 }

/** The Layer of such a family's embedding models alone. */
export const embeddingLayer = (
  it: CompatProfile,
  options: FamilyOptions
): Layer.Layer<Family<EmbeddingModels>, never, Upstream> =>
  family(Effect.map(Upstream, (upstream) => ({ embeddings: embeddingLine(embeddingProfile(it), options, upstream) })))

/** The Layer of such a family that chats and embeds. */
export const chatAndEmbeddingLayer = (
  it: CompatProfile,
  options: FamilyOptions
): Layer.Layer<Family<ChatModels | EmbeddingModels>, never, Upstream> =>
  family(
    Effect.flatMap(Upstream, (upstream) =>
      Effect.map(ownOf(it, options, upstream), (own) => ({
        chat: { ...chatLine(chatProfile(it), options, upstream), ...own },
        embeddings: embeddingLine(embeddingProfile(it), options, upstream)
      }))
    )
  )

const ownOf = (
  { listsItself, url }: CompatProfile,
  options: FamilyOptions,
  upstream: Upstream["Service"]
): Effect.Effect<Pick<ChatLine, "upstreamModels" | "claims">> => {
  if (listsItself !== true) return Effect.succeed({})
  const at = urlBelow(options, url)("/models")
  const request = () => ({
    ...upstreamOptions(options),
    url: at,
    headers: { ...jsonHeaders, ...bearerHeader(keyOf(options)) }
  })
  return Effect.map(askUpstreamModels(upstream, request), (own) => ({
    upstreamModels: own,
    claims: options.models !== undefined
  }))
}

const embeddingProfile = ({ family, url, models, embedders = unknown }: CompatProfile): EmbeddingProfile => {
  const own = globMatcher(embedders.models)
  const chats = globMatcher(models)
  return {
    ...embedders,
    family,
    url,
    excludes: (id) => chats(id) && !own(id),
    format: embeddings,
    decodeError,
    path: () => "/embeddings",
    keyHeader: bearerHeader
  }
}
