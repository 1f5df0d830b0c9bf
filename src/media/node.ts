import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { GatewayError } from "../words/error.ts"
import { dataIn, isData } from "./data-url.ts"
import { get, Large, type Limits, limits, Unfit } from "./get.ts"
import { isNamed, mimeOf } from "./kinds.ts"
import { type Media, MediaFetcher, type MediaKind, type Wanted } from "./media.ts"
import { Closed, network, type Network } from "./network.ts"
import type { Allowed } from "./place.ts"

/** What a fetcher may do. */
export interface FetcherOptions extends Allowed, Partial<Limits> {
  /** How many URLs are called at once; 32 by default. */
  readonly atOnce?: number
  /** What resolves and connects; the machine's own network by default. */
  readonly network?: Network
}

/** Fetches over sockets of Node, one connection a call. */
export const layerNode = (options: FetcherOptions = {}): Layer.Layer<MediaFetcher> =>
  Layer.effect(MediaFetcher)(
    Effect.map(Semaphore.make(options.atOnce ?? 32), (turns) => ({
      fetch: (url: string, wanted: Wanted = {}) =>
        isData(url) ? held(url, wanted, options) : turns.withPermits(1)(fetched(url, wanted, options))
    }))
  )

const images: readonly MediaKind[] = ["image"]

/** What a `data:` URL holds, under the same caps. */
const held = (
  url: string,
  { at, kinds = images }: Wanted,
  options: FetcherOptions
): Effect.Effect<Media, GatewayError> =>
  Effect.suspend(() => {
    const bytes = dataIn(url, options.bytes ?? limits.bytes)
    if (bytes === "large") return Effect.fail(large(at))
    return bytes === undefined ? Effect.fail(unfit("It is no base64.", at)) : checked(bytes, at, kinds)
  })

const fetched = (
  url: string,
  { at, kinds = images }: Wanted,
  { network: how = network, ...options }: FetcherOptions
): Effect.Effect<Media, GatewayError> =>
  Effect.tryPromise({
    try: (signal) => get(url, how, { ...limits, ...options }, (type) => isNamed(type, kinds), signal),
    catch: (cause) =>
      cause instanceof Large
        ? large(at)
        : unfit(cause instanceof Unfit || cause instanceof Closed ? cause.message : "It could not be fetched.", at)
  }).pipe(
    Effect.timeoutOrElse({
      duration: options.total ?? limits.total,
      orElse: () => Effect.fail(unfit("It took too long.", at))
    }),
    Effect.flatMap((bytes) => checked(bytes, at, kinds))
  )

/** Bytes as the medium that they show. */
const checked = (
  bytes: Uint8Array,
  at: string | undefined,
  kinds: readonly MediaKind[]
): Effect.Effect<Media, GatewayError> => {
  const mime = mimeOf(bytes, kinds)
  return mime === undefined ? Effect.fail(unfit("It holds no such medium.", at)) : Effect.succeed({ mime, bytes })
}

const pointing = (at: string | undefined): { readonly pointer?: string } => (at === undefined ? {} : { pointer: at })

const unfit = (why: string, at: string | undefined): GatewayError =>
  new GatewayError("InvalidRequest", `The URL cannot be used. ${why}`, pointing(at))

const large = (at: string | undefined): GatewayError =>
  new GatewayError("PayloadTooLarge", "What the URL names is too large.", pointing(at))
