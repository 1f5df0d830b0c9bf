import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { GatewayError } from "../../core/errors/error.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { encodedInSteps } from "../../core/bytes.ts"
import { type MediaKind, mostOfMedia } from "../kinds.ts"
import * as Option from "effect/Option"
import { stepsInTurns } from "../../upstream/turns.ts"

/** A medium's bytes, and the type that they themselves show. */
export interface FetchedMedia {
  /** MIME type, by the bytes and not by what the server says. */
  readonly mime: string
  readonly bytes: Uint8Array
}

/** A medium whose bytes pass as they come. */
export interface MediaStream {
  /** MIME type, by the first bytes and not by what the server says. */
  readonly mime: string
  /** To be read once; fails where the connection breaks, the time is over, or there are more than may be taken. */
  readonly bytes: Stream.Stream<Uint8Array, GatewayError>
}

/** What is wanted from a URL. */
export interface WantedMedia {
  /** Where the URL stands in the client's body. */
  readonly at?: JsonPointer
  /** The kinds of media that will do; images where absent. */
  readonly kinds?: readonly MediaKind[]
}

/**
 * Gets what a client's URL names: the only way in which such a URL is ever called. It reaches public addresses alone,
 * with no key, no cookie and no proxy. Fails as `InvalidRequest` where the URL may not be called or gives no such
 * medium, and as `PayloadTooLarge`, with `at` as the pointer; a message never says an address.
 */
export class MediaFetcher extends Context.Service<
  MediaFetcher,
  {
    /** Gets all of it. */
    readonly fetch: (url: string, wanted?: WantedMedia) => Effect.Effect<FetchedMedia, GatewayError>
    /** Waits until the first bytes have shown what it is; leaving the scope ends the call. */
    readonly stream: (url: string, wanted?: WantedMedia) => Effect.Effect<MediaStream, GatewayError, Scope.Scope>
  }
>()("isogloss/MediaFetcher") {}

/** A signal that aborts with the scope. */
export const scopedAbortSignal: Effect.Effect<AbortSignal, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  ),
  ({ signal }) => signal
)

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
export type FetchedMediaByUrl = ReadonlyMap<string, EncodedMedia>

interface EncodedMedia {
  readonly base64: string
  readonly mime: string
}

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
    const one = ({ url, at }: NeededMedia): Effect.Effect<readonly [string, EncodedMedia], GatewayError> =>
      Effect.flatMap(fetch(url, { at, kinds }), (media) => {
        bytes += media.bytes.length
        if (bytes > fetchLimits.bytes) return Effect.fail(tooMuch(at, "The content of the URLs is too large in total."))
        return Effect.map(
          stepsInTurns(encodedInSteps(media.bytes)),
          (base64) => [url, { base64, mime: media.mime }] as const
        )
      })
    return Effect.map(Effect.forEach(byUrl, one, { concurrency: fetchLimits.atOnce }), (found) => new Map(found))
  })
}

const tooMuch = (pointer: JsonPointer, message: string): GatewayError =>
  new GatewayError("PayloadTooLarge", message, { pointer })

/** The error of a URL that is not fetched here. */
export const unfetched = ({ at }: NeededMedia): GatewayError =>
  new GatewayError("InvalidRequest", "This model takes media as bytes, not by URL. Send it as base64.", {
    pointer: at
  })
