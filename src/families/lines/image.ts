import type { ImageModel } from "../../capabilities/image-models.ts"
import type { Upstream, UpstreamRequest } from "../../upstream/upstream.ts"
import type { ImageCall, ImageFormat } from "../../words/image.ts"
import { type ImageRules, normalise } from "../images/normalise.ts"
import { clocksOf, type FamilyOptions, json, keyOf, type Line, type LineDifferences, lineOf, urlBelow } from "./line.ts"

/** What sets one family's image models apart from another's. */
export interface ImageDifferences extends Omit<LineDifferences<string>, "family" | "catalogue"> {
  /** What a body of the endpoint means to them. */
  readonly rules: ImageRules
  readonly format: ImageFormat
  /** The vendor's own base URL. */
  readonly url: string
  /** Whether the vendor gives links alone. */
  readonly links?: boolean
  /** Where a call goes, below the base URL. */
  readonly path: (call: ImageCall) => string
  /** The header that holds the key. */
  readonly keyHeader: (key: string) => UpstreamRequest["headers"]
}

/** The image models of a family at one upstream. */
export const imageLine = (
  it: ImageDifferences,
  options: FamilyOptions,
  upstream: Upstream["Service"]
): Line<ImageModel> => {
  const { rules, format, links = false } = it
  const { family, catalogue, perCall } = rules
  const request = requestTo(it, options)
  return lineOf({ ...it, family, catalogue }, options, ({ id, sent, rules: kind }) => ({
    id,
    family,
    format,
    target: { model: sent, perCall: perCall(kind), links },
    places: rules.places,
    normalise: (body) => normalise(rules, body, { model: sent, kind }),
    request,
    upstream
  }))
}

const requestTo = (it: ImageDifferences, options: FamilyOptions): ImageModel["request"] => {
  const url = urlBelow(options, it.url)
  return (call) => ({
    method: "POST",
    url: url(it.path(call)),
    headers: { ...json, ...it.keyHeader(keyOf(options)) },
    ...clocksOf(options)
  })
}
