import type { EmbeddingModel } from "../../capabilities/embedding-models.ts"
import type { Upstream, UpstreamRequest } from "../../upstream/upstream.ts"
import type { EmbeddingCall, EmbeddingFormat } from "../../words/embedding.ts"
import { clocksOf, type FamilyOptions, json, keyOf, type Line, type LineDifferences, lineOf, urlBelow } from "./line.ts"

/** What an embedding model gives. */
export interface EmbeddingRules {
  /** How many numbers its vectors have. */
  readonly size: number
  /** Whether they can have fewer. */
  readonly shortens: boolean
}

/** What sets one family's embedding models apart from another's. */
export interface EmbeddingDifferences extends LineDifferences<EmbeddingRules> {
  readonly format: EmbeddingFormat
  /** The vendor's own base URL. */
  readonly url: string
  /** The most items of one call. */
  readonly perCall: number
  readonly decodeError: EmbeddingModel["decodeError"]
  /** Where a call goes, below the base URL. */
  readonly path: (call: EmbeddingCall) => string
  /** The header that holds the key. */
  readonly keyHeader: (key: string) => UpstreamRequest["headers"]
}

/** The embedding models of a family at one upstream. */
export const embeddingLine = (
  it: EmbeddingDifferences,
  options: FamilyOptions,
  upstream: Upstream["Service"]
): Line<EmbeddingModel> => {
  const { family, format, catalogue, perCall, decodeError } = it
  const request = requestTo(it, options)
  const shortening = [...catalogue].filter(([, { shortens }]) => shortens).map(([id]) => id)
  return lineOf(it, options, ({ id, sent, rules }) => ({
    id,
    family,
    format,
    target: {
      model: sent,
      perCall,
      ...(rules === undefined ? {} : { dimensions: { most: rules.size, shortens: rules.shortens, shortening } })
    },
    decodeError,
    request,
    upstream
  }))
}

const requestTo = (it: EmbeddingDifferences, options: FamilyOptions): EmbeddingModel["request"] => {
  const url = urlBelow(options, it.url)
  return (call) => ({
    method: "POST",
    url: url(it.path(call)),
    headers: { ...json, ...it.keyHeader(keyOf(options)) },
    body: call.body.text,
    ...clocksOf(options)
  })
}
