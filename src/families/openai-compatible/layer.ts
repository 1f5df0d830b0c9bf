import { GatewayError } from "../../core/errors/error.ts"
import * as Effect from "effect/Effect"
import type { ChatModels, EmbeddingModels } from "../../capabilities/models.ts"
import { globMatcher } from "../../core/naming/naming.ts"
import { chatCompletions } from "../../formats/chat-completions/index.ts"
import { naming } from "../../formats/chat-completions/passthrough.ts"
import { Upstream, type UpstreamReply, type UpstreamRequest } from "../../upstream/upstream.ts"
import type { RequestTarget, ThinkingForms } from "../../core/format.ts"
import { chatFamily, chatLine, type ChatProfile } from "../models/chat.ts"
import {
  bearerHeader,
  type FamilyOptions,
  isCallFormat,
  jsonHeaders,
  keyOf,
  noOptions,
  upstreamOptions,
  urlBelow
} from "../models/line.ts"
import {
  type FamilyLayer,
  type Listing,
  type ChatLine,
  type UpstreamModels,
  catalogueRules,
  type ListedIds
} from "../family.ts"
import { family } from "../model-registry.ts"
import {
  commonProfile,
  type CompatOptions,
  type CompatProfile,
  type ModelRules,
  type CompatEmbedders,
  compatNoteRules
} from "./profile.ts"
import { editsOf } from "./edits.ts"
import { mostThinking, isThinking, rests } from "./thinking.ts"
import { decodeError } from "../../formats/chat-completions/wire.ts"
import { embeddings } from "../../formats/embeddings/index.ts"
import { type EmbeddingProfile, embeddingLine } from "../models/unstreamed.ts"
import * as Exit from "effect/Exit"
import { isArray, isObject } from "../../core/json/json.ts"
import { parsedOrNull } from "../../core/json/value.ts"

/** The Layer of the chat models of a family that is nothing but its profile. */
export const chatLayer = (profile: CompatProfile, options: CompatOptions): FamilyLayer<ChatModels> =>
  chatFamily(calledAs(profile, options), options)

/** What sets its chat models apart in the formats that they are called in. */
const calledAs = (profile: CompatProfile, given: CompatOptions | null | undefined): ChatProfile<ModelRules> => {
  const { format, also }: CompatOptions = given ?? noOptions
  if (profile.responses === undefined) return chatProfile(profile)
  if (format !== undefined && isCallFormat(format)) return format.profileOf(profile)
  const chat = chatProfile(profile)
  return also !== undefined && isCallFormat(also) ? { ...chat, also: also.profileOf(profile) } : chat
}

/** What a list of families says of it. */
export const compatListing = ({
  family,
  models,
  embedders,
  catalogue,
  url,
  needsUrl,
  environment,
  responses: speaks
}: CompatProfile): Listing => ({
  family,
  format: chatCompletions.id,
  ...(speaks === undefined ? {} : { formats: ["responses"], untold: speaks === "untold" }),
  models: [...models, ...(embedders?.models ?? [])],
  catalogue,
  ...(embedders === undefined ? {} : { embedders: embedders.catalogue }),
  url,
  needsUrl,
  ...(environment === undefined ? {} : { environment })
})

/** What sets the chat models of such a family apart from other families'. */
const chatProfile = (profile: CompatProfile): ChatProfile<ModelRules> => ({
  ...commonProfile(profile),
  format: profile.throttles === undefined ? chatCompletions : throttlingBy(profile.throttles),
  naming,
  takesStreamUsage: profile.streamUsage,
  target: (model, sent) => targetOf(profile, model, sent),
  edits: editsOf(profile, compatNoteRules(profile.family)),
  leavesLists: profile.developer && profile.strictTools && profile.lostReasoning === undefined,
  path: () => profile.path ?? "/chat/completions",
  headers: (_, key) => bearerHeader(key),
  thinks: (call) => isThinking(call, catalogueRules(profile.catalogue, call.model) ?? profile.unlisted?.(call.model)),
  takes: ({ tools = [], thinking }, { sent, rules = profile.unlisted?.(sent), thinking: own }) => {
    if (rules?.responsesAlone === true) return "refused"
    if (rules?.functionsWithoutThinking !== true || tools.length === 0 || rests(rules, own ?? thinking)) return "whole"
    return rules.efforts?.includes("none") === true ? "changed" : "refused"
  }
})

/** The format of an API whose 429 is of a rate also where its code is that of accounts without money elsewhere. */
const throttlingBy = (codes: readonly string[]): typeof chatCompletions => ({
  ...chatCompletions,
  decodeError: (status, headers, body) => {
    const error = chatCompletions.decodeError(status, headers, body)
    return status === 429 && error.reason === "QuotaExceeded" && codes.includes(error.details.code ?? "")
      ? new GatewayError("RateLimited", error.message, error.details)
      : error
  }
})

/** What an encoder must know; of a model that is not listed, whose it is and how it is told to think. */
const targetOf = (
  profile: CompatProfile,
  model: ModelRules | undefined,
  sent: string
): Omit<RequestTarget, "model"> => {
  const thinking = formsOf(profile, model, sent)
  const { keepsThoughts } = model ?? profile.unlisted?.(sent) ?? {}
  const target = {
    vendor: profile.vendor,
    ...(thinking === undefined ? {} : { thinking }),
    ...(keepsThoughts === true && { thoughts: "all" as const }),
    ...(profile.cacheMarks === "none" ? {} : { cacheMarks: true })
  }
  if (model === undefined) return target
  return {
    ...target,
    ...(model.output === undefined ? {} : { maxTokens: model.output }),
    forcedChoice: model.forcedChoice,
    schemas: model.form === "schema",
    lateSystem: "native",
    ...(model.mediaUrls === undefined ? {} : { mediaUrls: model.mediaUrls })
  }
}

const formsOf = (
  { thinking, unknownModels, unlisted }: CompatProfile,
  listed: ModelRules | undefined,
  sent: string
): ThinkingForms | undefined => {
  if (listed === undefined && unknownModels !== "spelled") return undefined
  const model = listed ?? unlisted?.(sent)
  if (model?.thinks === "never") return {}
  const off = model?.thinks !== "always"
  const budget = { minimum: 1, maximum: model?.budget ?? mostThinking }
  switch (thinking) {
    case "effort":
      return { effort: true, off: model === undefined || model.efforts?.includes("none") === true }
    case "switch":
      return { adaptive: true, budget, off }
    case "typed":
      return { adaptive: true, effort: model === undefined || model.efforts !== undefined, off }
    case "object":
      return { adaptive: true, effort: true, budget, off }
  }
}

/** What is taken for known of an API that says nothing of its embedding models: a call has as many items as OpenAI's. */
const unknown: CompatEmbedders = { models: [], catalogue: new Map(), perCall: 2048 }

/** The Layer of such a family's embedding models alone. */
export const embeddingLayer = (profile: CompatProfile, options: FamilyOptions): FamilyLayer<EmbeddingModels> =>
  family(
    Effect.map(Upstream, (upstream) => ({ embeddings: embeddingLine(embeddingProfile(profile), options, upstream) }))
  )

/** The Layer of such a family that chats and embeds. */
export const chatAndEmbeddingLayer = (
  profile: CompatProfile,
  options: CompatOptions
): FamilyLayer<ChatModels | EmbeddingModels> =>
  family(
    Effect.flatMap(Upstream, (upstream) =>
      Effect.map(upstreamModelsOf(profile, options, upstream), (own) => ({
        chat: { ...chatLine(calledAs(profile, options), options, upstream), ...own },
        embeddings: embeddingLine(embeddingProfile(profile), options, upstream)
      }))
    )
  )

const upstreamModelsOf = (
  { listsItself, url }: CompatProfile,
  given: FamilyOptions | null | undefined,
  upstream: Upstream["Service"]
): Effect.Effect<Pick<ChatLine, "upstreamModels" | "claims">> => {
  const options = given ?? noOptions
  if (listsItself !== true) return Effect.succeed({})
  const list = urlBelow(options, url)("/models")
  const request = () => ({
    ...upstreamOptions(options),
    url: list,
    headers: { ...jsonHeaders, ...bearerHeader(keyOf(options)) }
  })
  return Effect.map(askUpstreamModels(upstream, request), (upstreamModels) => ({
    upstreamModels,
    claims: options.models !== undefined
  }))
}

const embeddingProfile = ({ family, url, needsUrl, models, embedders = unknown }: CompatProfile): EmbeddingProfile => {
  const own = globMatcher(embedders.models)
  const chats = globMatcher(models)
  return {
    ...embedders,
    family,
    url,
    needsUrl,
    excludes: (id) => chats(id) && !own(id),
    format: embeddings,
    decodeError,
    path: () => "/embeddings",
    keyHeader: bearerHeader
  }
}

/** The most bytes of such a list, the most models of it, and the most characters of an id. */
const limits = { bytes: 2 * 1024 * 1024, models: 1000, id: 256 } as const

/** How long it may take: a list waits for it. */
const clocks = { connect: 1000, firstByte: 2000, idle: 1000, total: 3000 } as const

/** Asks an upstream for its models, at most once in five minutes, or in half a minute where it did not answer. */
const askUpstreamModels = (
  upstream: Upstream["Service"],
  request: () => Pick<UpstreamRequest, "url" | "headers" | "secrets" | "pool">
): Effect.Effect<UpstreamModels> => {
  let last: ListedIds = new Map()
  const ask = Effect.suspend(() => upstream.unary({ ...request(), method: "GET", once: true, clocks })).pipe(
    Effect.flatMap(readList),
    Effect.map((found) => (last = found)),
    Effect.uninterruptible
  )
  const cached = Effect.cachedWithTTL(ask, (exit) => (Exit.isSuccess(exit) ? "5 minutes" : "30 seconds"))
  return Effect.map(cached, (known) => Effect.orElseSucceed(known, () => last))
}

const readList = ({ status, body }: UpstreamReply): Effect.Effect<ListedIds, GatewayError> => {
  const list = status === 200 && body.length <= limits.bytes ? parsedOrNull(new TextDecoder().decode(body)) : null
  const data = isObject(list) ? list["data"] : undefined
  if (!isArray(data))
    return Effect.fail(new GatewayError("UpstreamFailed", "The upstream did not return a list of models."))
  const found = new Map<string, number | undefined>()
  for (const entry of data.slice(0, limits.models)) {
    const { id, created } = isObject(entry) ? entry : {}
    if (typeof id !== "string" || id === "" || id.length > limits.id) continue
    found.set(id, typeof created === "number" && Number.isSafeInteger(created) && created > 0 ? created : undefined)
  }
  return Effect.succeed(found)
}
