import type {
  EmbeddingModel,
  ImageModel,
  ImageModels,
  RerankModel,
  RerankModels,
  PlacedTask,
  VideoModel,
  VideoModels
} from "../../capabilities/models.ts"
import { Upstream, type UpstreamRequest } from "../../upstream/upstream.ts"
import type { EmbeddingCall, EmbeddingFormat } from "../../core/embedding.ts"
import type { ModelLine, FamilyLayer, Listing } from "../family.ts"
import { family } from "../model-registry.ts"
import {
  type FamilyOptions,
  type LineProfile,
  modelLine,
  noOptions,
  postTo,
  type VendorApi,
  bearerHeader,
  jsonHeaders,
  keyByName,
  keyNameOf,
  upstreamOptions,
  urlBelow
} from "./line.ts"
import * as Effect from "effect/Effect"
import type { ImageCall, ImageFormat } from "../../core/image.ts"
import * as Images from "../images/normalise.ts"
import { type Dialect, rerankFormat } from "../../formats/rerank/index.ts"
import type { VideoFormat } from "../../core/video.ts"
import * as Videos from "../videos/normalise.ts"

/** What an embedding model gives. */
export interface EmbeddingRules {
  /** How many numbers its vectors have. */
  readonly size: number
  /** Whether they can have fewer. */
  readonly shortens: boolean
}

/** What sets one family's embedding models apart from another's. */
export interface EmbeddingProfile extends LineProfile<EmbeddingRules>, VendorApi {
  readonly format: EmbeddingFormat
  /** The most items of one call. */
  readonly perCall: number
  readonly decodeError: EmbeddingModel["decodeError"]
  /** Where a call goes, below the base URL. */
  readonly path: (call: Omit<EmbeddingCall, "body">) => string
}

/** The embedding models of a family at one upstream. */
export const embeddingLine = (
  profile: EmbeddingProfile,
  given: FamilyOptions | null | undefined,
  upstream: Upstream["Service"]
): ModelLine<EmbeddingModel> => {
  const options = given ?? noOptions
  const { family, format, catalogue, perCall, decodeError } = profile
  const post = postTo(profile, options)
  const shortening = [...catalogue].filter(([, { shortens }]) => shortens).map(([id]) => id)
  return modelLine(profile, options, ({ id, sent, rules }) => ({
    id,
    family,
    format,
    target: {
      model: sent,
      perCall,
      ...(rules === undefined ? {} : { dimensions: { most: rules.size, shortens: rules.shortens, shortening } })
    },
    decodeError,
    request: (call) => post(profile.path(call)),
    upstream
  }))
}

/** What sets one family's image models apart from another's. */
export interface ImageProfile extends Omit<LineProfile<string>, "family" | "catalogue">, VendorApi {
  /** What a body of the endpoint means to them. */
  readonly rules: Images.ImageRules
  readonly format: ImageFormat
  /** Whether the vendor gives links alone. */
  readonly links?: boolean
  /** Where a call goes, below the base URL. */
  readonly path: (call: Omit<ImageCall, "body">) => string
  readonly environment?: Listing["environment"]
}

/** The Layer of a family that serves images alone. */
export const imageFamily = (profile: ImageProfile, options: FamilyOptions): FamilyLayer<ImageModels> =>
  family(Effect.map(Upstream, (upstream) => ({ images: imageLine(profile, options, upstream) })))

/** What a list of families says of it. */
export const imageListing = ({ rules, format, models, url, environment }: ImageProfile): Listing => ({
  family: rules.family,
  format: format.id,
  models,
  catalogue: rules.catalogue,
  url,
  ...(environment === undefined ? {} : { environment })
})

/** The image models of a family at one upstream. */
export const imageLine = (
  profile: ImageProfile,
  given: FamilyOptions | null | undefined,
  upstream: Upstream["Service"]
): ModelLine<ImageModel> => {
  const options = given ?? noOptions
  const { rules, format, links = false } = profile
  const { family: name, catalogue, perCall } = rules
  const post = postTo(profile, options)
  return modelLine({ ...profile, family: name, catalogue }, options, ({ id, sent, rules: kind }) => ({
    id,
    family: name,
    format,
    target: { model: sent, perCall: perCall(kind), links },
    places: rules.places,
    normalise: (body) => Images.normalise(rules, body, { model: sent, kind }),
    request: (call) => post(profile.path(call)),
    upstream
  }))
}

/** How one vendor of rerankers differs from the others: all that its family is. */
export interface RerankProfile {
  readonly family: string
  /** Globs over ids that look like the vendor's. */
  readonly models: readonly string[]
  /** The ids that it lists. */
  readonly ids: readonly string[]
  /** The base URL, as the vendor's own SDK takes it, and where a call goes below it. */
  readonly url: string
  readonly path: string
  readonly environment: { readonly key: string; readonly url: string }
  /** How its API is written. */
  readonly dialect: Dialect
}

/** The Layer of a family that is nothing but its differences. */
export const rerankFamily = (profile: RerankProfile, options: FamilyOptions): FamilyLayer<RerankModels> =>
  family(Effect.map(Upstream, (upstream) => ({ rerank: rerankLine(profile, options, upstream) })))

/** What a list of families says of it. */
export const rerankListing = ({ family: name, models, dialect, ids, url, environment }: RerankProfile): Listing => ({
  family: name,
  format: dialect.id,
  models,
  catalogue: catalogueOf(ids),
  url,
  environment
})

const catalogueOf = (ids: readonly string[]): ReadonlyMap<string, true> => new Map(ids.map((id) => [id, true]))

const rerankLine = (
  profile: RerankProfile,
  given: FamilyOptions | null | undefined,
  upstream: Upstream["Service"]
): ModelLine<RerankModel> => {
  const options = given ?? noOptions
  const post = postTo({ url: profile.url, keyHeader: bearerHeader }, options)
  const format = rerankFormat(profile.dialect)
  const known = {
    family: profile.family,
    models: profile.models,
    catalogue: catalogueOf(profile.ids),
    environment: profile.environment
  }
  return modelLine(known, options, ({ id, sent }) => ({
    id,
    family: profile.family,
    format,
    target: { model: sent },
    request: () => post(profile.path),
    upstream
  }))
}

/** A call to a vendor's API, below its base URL. */
interface VendorCall extends Pick<UpstreamRequest, "method"> {
  readonly path: string
  readonly body?: string
}

/** What sets one family's video models apart from another's. */
export interface VideoProfile extends Omit<LineProfile<string>, "family" | "catalogue">, VendorApi {
  /** What a body of the submit means to them. */
  readonly rules: Videos.VideoRules
  readonly format: VideoFormat
  /** Whether its clients download its videos inside JSON; absent: they do not. */
  readonly downloads?: boolean
  readonly decodeError: VideoModel["decodeError"]
  /** Where a submit goes. */
  readonly submit: (model: string) => string
  /** What asks about a task. */
  readonly query: (task: PlacedTask) => VendorCall
  /** Where the vendor keeps a finished video of a task, where it says no URL. */
  readonly content?: (task: PlacedTask) => string
  readonly environment?: Listing["environment"]
}

/** The Layer of a family that serves videos alone. */
export const videoFamily = (profile: VideoProfile, options: FamilyOptions): FamilyLayer<VideoModels> =>
  family(Effect.map(Upstream, (upstream) => ({ videos: videoLine(profile, options, upstream) })))

/** What a list of families says of it. */
export const videoListing = ({ rules, format, models, url, needsUrl, environment }: VideoProfile): Listing => ({
  family: rules.family,
  format: format.id,
  models,
  catalogue: rules.catalogue,
  tasks: true,
  url,
  needsUrl,
  ...(environment === undefined ? {} : { environment })
})

const videoLine = (
  profile: VideoProfile,
  given: FamilyOptions | null | undefined,
  upstream: Upstream["Service"]
): ModelLine<VideoModel> => {
  const options = given ?? noOptions
  const { rules, format, decodeError, downloads = false } = profile
  const { family: name, catalogue } = rules
  const line = { name: options.upstreamName ?? name, credential: keyNameOf(options) }
  const calls = callsOf(profile, options)
  return modelLine({ ...profile, family: name, catalogue }, options, ({ id, sent, rules: kind }) => ({
    id,
    family: name,
    format,
    target: { model: sent },
    downloads,
    place: { ...line, model: sent },
    normalise: (body) => Videos.normalise(rules, body, { model: sent, kind }),
    places: rules.places,
    decodeError,
    ...calls,
    upstream
  }))
}

const callsOf = (profile: VideoProfile, options: FamilyOptions): Pick<VideoModel, "request" | "query" | "content"> => {
  const { keyHeader, submit, query, content } = profile
  const post = postTo(profile, options)
  const url = urlBelow(options, profile.url)
  const own = originOf(url(""))
  const always = upstreamOptions(options)
  const signed = (task: PlacedTask): UpstreamRequest["headers"] | undefined => {
    const key = keyByName(options, task.credential)
    return key === undefined ? undefined : keyHeader(key)
  }
  return {
    request: ({ model }) => post(submit(model)),
    query: (task) => {
      const headers = signed(task)
      const { path, ...call } = query(task)
      return headers && { ...call, url: url(path), headers: { ...jsonHeaders, ...headers }, ...always }
    },
    content: (task, source) => {
      const place =
        source.kind === "url" ? source.url : source.kind === "content" ? content && url(content(task)) : undefined
      const headers = signed(task)
      if (place === undefined || headers === undefined || originOf(place) !== own) return undefined
      return { method: "GET", url: place, headers, ...always }
    }
  }
}

/** The origin of a URL; undefined where it is none. */
const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/** A name that a vendor gave, as a part of a path: it cannot lead elsewhere. */
export const pathSegments = (name: string): string =>
  name
    .split("/")
    .filter((segment) => segment !== "." && segment !== "..")
    .map(encodeURIComponent)
    .join("/")
