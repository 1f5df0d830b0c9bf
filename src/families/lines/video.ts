import type { PlacedTask, VideoModel } from "../../capabilities/video-models.ts"
import type { Upstream, UpstreamRequest } from "../../upstream/upstream.ts"
import type { VideoFormat } from "../../words/video.ts"
import { normalise, type VideoRules } from "../videos/normalise.ts"
import {
  clocksOf,
  type FamilyOptions,
  json,
  keyNamed,
  keyNameOf,
  keyOf,
  type Line,
  type LineDifferences,
  lineOf,
  urlBelow
} from "./line.ts"

/** A call to a vendor's API, below its base URL. */
export interface Below extends Pick<UpstreamRequest, "method"> {
  readonly path: string
  readonly body?: string
}

/** What sets one family's video models apart from another's. */
export interface VideoDifferences extends Omit<LineDifferences<string>, "family" | "catalogue"> {
  /** What a body of the submit means to them. */
  readonly rules: VideoRules
  readonly format: VideoFormat
  /** The vendor's own base URL. */
  readonly url: string
  /** Whether its clients download its videos inside JSON; absent: they do not. */
  readonly downloads?: boolean
  readonly decodeError: VideoModel["decodeError"]
  /** Where a submit goes. */
  readonly submit: (model: string) => string
  /** What asks about a task. */
  readonly query: (task: PlacedTask) => Below
  /** Where the vendor keeps a finished video of a task, where it says no URL. */
  readonly content?: (task: PlacedTask) => string
  /** The header that holds the key. */
  readonly keyHeader: (key: string) => UpstreamRequest["headers"]
}

/** The video models of a family at one upstream. */
export const videoLine = (
  it: VideoDifferences,
  options: FamilyOptions,
  upstream: Upstream["Service"]
): Line<VideoModel> => {
  const { rules, format, decodeError, downloads = false } = it
  const { family, catalogue } = rules
  const line = { name: options.upstreamName ?? family, credential: keyNameOf(options) }
  const calls = callsOf(it, options)
  return lineOf({ ...it, family, catalogue }, options, ({ id, sent, rules: kind }) => ({
    id,
    family,
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

const callsOf = (
  { url: vendors, keyHeader, submit, query, content }: VideoDifferences,
  options: FamilyOptions
): Pick<VideoModel, "request" | "query" | "content"> => {
  const url = urlBelow(options, vendors)
  const own = originOf(url(""))
  const clocks = clocksOf(options)
  const signed = (task: PlacedTask): UpstreamRequest["headers"] | undefined => {
    const key = keyNamed(options, task.credential)
    return key === undefined ? undefined : keyHeader(key)
  }
  return {
    request: ({ model }) => ({
      method: "POST",
      url: url(submit(model)),
      headers: { ...json, ...keyHeader(keyOf(options)) },
      ...clocks
    }),
    query: (task) => {
      const headers = signed(task)
      const { path, ...call } = query(task)
      return headers && { ...call, url: url(path), headers: { ...json, ...headers }, ...clocks }
    },
    content: (task, source) => {
      const place =
        source.kind === "url" ? source.url : source.kind === "content" ? content && url(content(task)) : undefined
      const headers = signed(task)
      if (place === undefined || headers === undefined || originOf(place) !== own) return undefined
      return { method: "GET", url: place, headers, ...clocks }
    }
  }
}

/** The origin of a URL; undefined where it is none. */
const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/** A name that a vendor gave, as a part of a path: it cannot lead elsewhere. */
export const segmentsOf = (name: string): string =>
  name
    .split("/")
    .filter((segment) => segment !== "." && segment !== "..")
    .map(encodeURIComponent)
    .join("/")
