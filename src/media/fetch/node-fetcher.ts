import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { isDataUrl, decodeBytes, plainBase64, readDataUrl } from "../../core/bytes.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { mayBe, type MediaKind, mimeOf, saidOf, mostOfMedium } from "../kinds.ts"
import { type MediaStream, type WantedMedia, MediaFetcher, scopedAbortSignal } from "./fetcher.ts"
import {
  UncalledPlace,
  type HostNetwork,
  machineNetwork,
  type AllowedUrls,
  type TakePlace,
  limitedPlaces,
  connectTo,
  type MediaPlace,
  readMediaPlace
} from "./network.ts"
import * as Layer from "effect/Layer"
import { Client, type Dispatcher } from "undici"

/** How URLs are opened. */
interface OpenOptions extends FetchLimits, AllowedUrls {
  readonly network: HostNetwork
  /** Before a URL is called. */
  readonly place: TakePlace
}

type Opened = Effect.Effect<MediaStream, GatewayError, Scope.Scope>

const images: readonly MediaKind[] = ["image"]

/** Opens what a URL names, until its first bytes have shown what it is. The scope ends the call. */
const openMedia = (url: string, { at, kinds = images }: WantedMedia, options: OpenOptions): Opened =>
  isDataUrl(url) ? held(url, at, kinds, options) : Effect.andThen(options.place, called(url, at, kinds, options))

/** What a `data:` URL holds, under the same caps. */
const held = (url: string, at: string | undefined, kinds: readonly MediaKind[], { bytes: most }: OpenOptions): Opened =>
  Effect.suspend(() => {
    const bytes = dataIn(url, most)
    if (bytes === "large") return Effect.fail(large(at, most))
    if (bytes === undefined) return Effect.fail(unfit("Its data is not valid base64.", at))
    return Effect.map(shown(bytes, at, kinds), (mime) => ({ mime, bytes: Stream.succeed(bytes) }))
  })

const called = (url: string, at: string | undefined, kinds: readonly MediaKind[], options: OpenOptions): Opened =>
  Effect.gen(function* () {
    const until = (yield* Clock.currentTimeMillis) + options.total
    const signal = yield* scopedAbortSignal
    const isWanted = (type: string | undefined): boolean => mayBe(type, kinds)
    const { first, rest } = yield* Effect.tryPromise({
      try: async () => readFirst(await getMedia(url, options.network, options, isWanted, signal)),
      catch: failed(at, kinds, options)
    }).pipe(Effect.timeoutOrElse({ duration: options.total, orElse: () => Effect.fail(tooSlow(at)) }))
    const mime = yield* shown(first, at, kinds)
    const bytes = Stream.concat(Stream.succeed(first), Stream.fromAsyncIterable(rest, failed(at, kinds, options)))
    return { mime, bytes: Stream.interruptWhen(bytes, failAfter(until, at)) }
  })

/** Fails once the time is over. */
const failAfter = (until: number, at: string | undefined): Effect.Effect<never, GatewayError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.delay(Effect.fail(tooSlow(at)), Math.max(0, until - now)))

/** What bytes show that they are. */
const shown = (
  bytes: Uint8Array,
  at: string | undefined,
  kinds: readonly MediaKind[]
): Effect.Effect<string, GatewayError> => {
  const mime = mimeOf(bytes, kinds)
  return mime === undefined ? Effect.fail(unfit(unmeant(kinds), at)) : Effect.succeed(mime)
}

const failed =
  (at: string | undefined, kinds: readonly MediaKind[], { bytes: most }: FetchLimits) =>
  (cause: unknown): GatewayError => {
    if (cause instanceof MediaTooLarge) return large(at, most)
    if (cause instanceof UnwantedKind) return unfit(unmeant(kinds), at)
    return unfit(
      cause instanceof UnfitUrl || cause instanceof UncalledPlace ? cause.message : "It could not be fetched.",
      at
    )
  }

const unmeant = (kinds: readonly MediaKind[]): string => `It is not ${saidOf(kinds)} of a supported type.`

const pointerDetail = (at: string | undefined): { readonly pointer?: string } =>
  at === undefined ? {} : { pointer: at }

const unfit = (why: string, at: string | undefined): GatewayError =>
  new GatewayError("InvalidRequest", `The URL cannot be used. ${why}`, pointerDetail(at))

const tooSlow = (at: string | undefined): GatewayError => unfit("Its content did not arrive in time.", at)

const large = (at: string | undefined, most: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The content of the URL is larger than ${most} bytes.`, pointerDetail(at))

/** Bytes of which the first have come. */
interface StartedBody {
  /** As many as tell what they are, or all. */
  readonly first: Uint8Array
  /** Those behind them, to be read once. */
  readonly rest: AsyncIterable<Uint8Array>
}

/** How many bytes tell what a medium is. */
const sniffedBytes = 16

/** Waits for the first of some bytes. */
const readFirst = async (pieces: AsyncIterable<Uint8Array>): Promise<StartedBody> => {
  const iterator = pieces[Symbol.asyncIterator]()
  let first: Uint8Array = new Uint8Array(0)
  while (first.length < sniffedBytes) {
    const next = await iterator.next()
    if (next.done === true) break
    first = Buffer.concat([first, next.value])
  }
  return { first, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** The bytes in a `data:` URL in base64; undefined where it is none, `"large"` where there are more than `most`. */
const dataIn = (url: string, most: number): Uint8Array | "large" | undefined => {
  const text = plainBase64(readDataUrl(url)?.data ?? "?")
  if (text === undefined) return undefined
  if (text.length > Math.ceil(most / 3) * 4) return "large"
  const bytes = decodeBytes(text)
  return bytes.length > most ? "large" : bytes
}

/** What a fetcher may do. What changes in it later holds for what is fetched then. */
export interface FetcherOptions extends AllowedUrls, Partial<FetchLimits> {
  /** The limits of what is passed on as it comes; 512 MiB, 10 minutes and 3 redirects by default. */
  readonly streams?: Partial<FetchLimits>
  /** How many URLs are called at once, of what is held and of what is passed on, shared out by account; 32 by default. */
  readonly atOnce?: number
  /** What resolves and connects; the machine's own network by default. */
  readonly network?: HostNetwork
}

/** Fetches over sockets of Node, one connection a call. */
export const layerNode = (options: FetcherOptions = {}): Layer.Layer<MediaFetcher> =>
  Layer.effect(MediaFetcher)(
    Effect.map(mannersOf(options), ({ held, passed }) => ({
      fetch: (url, wanted = {}) =>
        Effect.scoped(
          Effect.flatMap(openMedia(url, wanted, held()), ({ mime, bytes }) =>
            Effect.map(Stream.runCollect(bytes), (pieces) => ({ mime, bytes: Buffer.concat(pieces) }))
          )
        ),
      stream: (url, wanted = {}) => openMedia(url, wanted, passed())
    }))
  )

/** How URLs are opened whose bytes are held, and those whose bytes are passed on: by the options as they are then. */
const mannersOf = (
  options: FetcherOptions
): Effect.Effect<{ readonly held: () => OpenOptions; readonly passed: () => OpenOptions }, never, Scope.Scope> => {
  const { atOnce = 32, network: how = machineNetwork, streams } = options
  return Effect.map(Effect.all([limitedPlaces(atOnce), limitedPlaces(atOnce)]), ([some, others]) => {
    const held = (): OpenOptions => ({ ...defaultFetchLimits, ...options, network: how, place: some })
    return { held, passed: () => ({ ...held(), ...streamLimits, ...streams, place: others }) }
  })
}

/** How much a fetch may cost. */
export interface FetchLimits {
  /** Bytes of a medium. */
  readonly bytes: number
  /** Milliseconds, redirects included. */
  readonly total: number
  /** How many redirects are followed. */
  readonly redirects: number
}

/** 24 MiB, 10 seconds, 3 redirects. */
const defaultFetchLimits: FetchLimits = { bytes: mostOfMedium, total: 10_000, redirects: 3 }

/** What is not held but passed on: 512 MiB, 10 minutes, 3 redirects. */
const streamLimits: FetchLimits = { bytes: 512 * 1024 * 1024, total: 600_000, redirects: 3 }

/** There are more bytes than may be taken. */
class MediaTooLarge extends Error {}

/** What came is not of a kind that is wanted. */
class UnwantedKind extends Error {}

/** A URL that may not be called, or an answer that will not do: the message says why, for the client. */
class UnfitUrl extends Error {}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The bytes that a URL names as they come, over redirects of which each is checked as the first URL was. They are there
 * until the signal aborts; reading them rejects as soon as there are too many.
 */
const getMedia = async (
  url: string,
  network: HostNetwork,
  options: FetchLimits & AllowedUrls,
  isWanted: (contentType: string | undefined) => boolean,
  signal: AbortSignal
): Promise<AsyncIterable<Uint8Array>> => {
  let place = allowed(url, options)
  for (let left = options.redirects; ; left--) {
    const answer = await visit(place, network, options, isWanted, signal)
    if (typeof answer !== "string") return answer
    if (left === 0) throw new UnfitUrl("It redirects too many times.")
    const next = allowed(answer, options, place.url)
    if (place.tls && !next.tls) throw new UnfitUrl("It redirects away from https.")
    place = next
  }
}

const allowed = (url: string, options: AllowedUrls, base?: URL): MediaPlace => {
  const place = readMediaPlace(url, options, base)
  if (!place.ok) throw new UnfitUrl(place.error)
  return place.value
}

/** Names nobody: no key, no cookie, no referrer. What is compressed would grow unseen, so it is not asked for. */
const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": "isogloss" }

/** One call over a connection of its own: the bytes, or where it redirects to. */
const visit = async (
  place: MediaPlace,
  network: HostNetwork,
  { bytes }: FetchLimits,
  isWanted: (contentType: string | undefined) => boolean,
  signal: AbortSignal
): Promise<AsyncIterable<Uint8Array> | string> => {
  const socket = await connectTo(place, network, signal)
  const client = new Client(place.url.origin, {
    connect: (_, done) => queueMicrotask(() => done(null, socket)),
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0
  })
  const leave = (): void => {
    void client.destroy()
    socket.destroy()
  }
  signal.addEventListener("abort", leave, { once: true })
  try {
    const path = `${place.url.pathname}${place.url.search}`
    const answer = await client.request({ method: "GET", path, headers, signal })
    const next = placeIn(answer)
    if (next === undefined) return capped(taken(answer, bytes, isWanted), bytes)
    leave()
    return next
  } catch (why) {
    leave()
    throw why
  }
}

const placeIn = ({ statusCode, headers: { location } }: Dispatcher.ResponseData): string | undefined =>
  redirects.has(statusCode) && typeof location === "string" ? location : undefined

/** The body of an answer, once its head will do. */
const taken = (
  { statusCode, headers: responseHeaders, body }: Dispatcher.ResponseData,
  most: number,
  isWanted: (contentType: string | undefined) => boolean
): AsyncIterable<unknown> => {
  const { "content-type": type, "content-encoding": coding, "content-length": length } = responseHeaders
  if (statusCode !== 200) throw new UnfitUrl(`It answered with status ${statusCode}.`)
  if (!isWanted(typeof type === "string" ? type : undefined)) throw new UnwantedKind()
  if (coding !== undefined && coding !== "identity")
    throw new UnfitUrl("Its content is compressed, which is not supported.")
  if (Number(length ?? 0) > most) throw new MediaTooLarge()
  return body
}

async function* capped(body: AsyncIterable<unknown>, most: number): AsyncGenerator<Uint8Array, void> {
  let size = 0
  for await (const piece of body) {
    if (!(piece instanceof Uint8Array)) continue
    size += piece.length
    if (size > most) throw new MediaTooLarge()
    yield piece
  }
}
