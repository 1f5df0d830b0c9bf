import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MediaFetcher, type MediaKind, mostOfMedia } from "../media/media.ts"
import { encodedInSteps } from "../core/bytes.ts"
import { GatewayError } from "../core/errors/error.ts"
import { succeed } from "../core/errors/invalid.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { inTurns, type Steps } from "./offload.ts"

/** A URL whose bytes must be had before a request can be written. */
export interface NeededMedia {
  readonly url: string
  /** Where it stands in the client's body. */
  readonly at: JsonPointer
}

/** What must be fetched, once there is something. */
export type Needs = readonly [NeededMedia, ...NeededMedia[]]

/** A request cannot be written before these URLs were fetched. */
export class MissingMedia {
  readonly needs: Needs

  constructor(needs: Needs) {
    this.needs = needs
  }
}

/** Bytes of media as formats write them, by URL. */
export type FetchedMediaByUrl = ReadonlyMap<string, { readonly base64: string; readonly mime: string }>

/** What the media of one request may cost: URLs, those of them that are called at once, and bytes in all. */
const fetchLimits = { urls: 32, atOnce: 4, bytes: mostOfMedia }

const anyKind: readonly MediaKind[] = ["image", "audio", "video", "document"]

/** No media at all. */
export const noMedia: FetchedMediaByUrl = new Map()

/**
 * Fetches each URL once, where the gateway was given a {@link MediaFetcher}; else the first one is an `InvalidRequest`,
 * for its sender can send the bytes.
 */
export const fetchMedia = (
  needs: readonly NeededMedia[],
  kinds = anyKind
): Effect.Effect<FetchedMediaByUrl, GatewayError> => {
  const [first] = needs
  if (first === undefined) return Effect.succeed(noMedia)
  return Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Option.isNone(fetcher) ? Effect.fail(unfetched(first)) : fetchAll(fetcher.value, needs, kinds)
  )
}

const fetchAll = (
  { fetch }: MediaFetcher["Service"],
  needs: readonly NeededMedia[],
  kinds: readonly MediaKind[]
): Effect.Effect<FetchedMediaByUrl, GatewayError> => {
  const byUrl = [...new Map(needs.map((need) => [need.url, need])).values()]
  const beyond = byUrl[fetchLimits.urls]
  if (beyond !== undefined)
    return Effect.fail(tooMuch(beyond.at, `At most ${fetchLimits.urls} URLs are fetched for one request.`))
  return Effect.suspend(() => {
    let bytes = 0
    const one = ({ url, at }: NeededMedia): Effect.Effect<readonly [string, FetchedMedia], GatewayError> =>
      Effect.flatMap(fetch(url, { at, kinds }), (media) => {
        bytes += media.bytes.length
        if (bytes > fetchLimits.bytes) return Effect.fail(tooMuch(at, "The content of the URLs is too large in total."))
        return Effect.map(inTurns(inBase64(media.bytes)), (base64) => [url, { base64, mime: media.mime }] as const)
      })
    return Effect.map(Effect.forEach(byUrl, one, { concurrency: fetchLimits.atOnce }), (found) => new Map(found))
  })
}

function* inBase64(bytes: Uint8Array): Steps<string, never> {
  return succeed(yield* encodedInSteps(bytes))
}

type FetchedMedia = FetchedMediaByUrl extends ReadonlyMap<string, infer Media> ? Media : never

const tooMuch = (pointer: JsonPointer, message: string): GatewayError =>
  new GatewayError("PayloadTooLarge", message, { pointer })

/** The error of a URL that is not fetched here. */
export const unfetched = ({ at }: NeededMedia): GatewayError =>
  new GatewayError("InvalidRequest", "This model takes media as bytes, not by URL. Send it as base64.", {
    pointer: at
  })
