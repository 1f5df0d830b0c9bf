import * as Effect from "effect/Effect"
import type { PlacedTask, VideoModel, VideoModels } from "../../capabilities/models.ts"
import { Upstream, type UpstreamRequest } from "../../upstream/upstream.ts"
import type { VideoFormat } from "../../core/video.ts"
import { type FamilyLayer, family, type ModelLine, type Listing } from "../family.ts"
import { normalise, type VideoRules } from "../videos/normalise.ts"
import {
  type FamilyOptions,
  jsonHeaders,
  keyByName,
  keyNameOf,
  type LineProfile,
  modelLine,
  noOptions,
  postTo,
  type VendorApi,
  upstreamOptions,
  urlBelow
} from "./line.ts"

/** A call to a vendor's API, below its base URL. */
interface VendorCall extends Pick<UpstreamRequest, "method"> {
  readonly path: string
  readonly body?: string
}

/** What sets one family's video models apart from another's. */
export interface VideoProfile extends Omit<LineProfile<string>, "family" | "catalogue">, VendorApi {
  /** What a body of the submit means to them. */
  readonly rules: VideoRules
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
  options: FamilyOptions = noOptions,
  upstream: Upstream["Service"]
): ModelLine<VideoModel> => {
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
    normalise: (body) => normalise(rules, body, { model: sent, kind }),
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
