import { Client, type Dispatcher } from "undici"
import { mostOfMedium } from "../kinds.ts"
import { type HostNetwork, connectTo } from "./network.ts"
import { type AllowedUrls, type MediaPlace, readMediaPlace } from "./place.ts"

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
export const defaultFetchLimits: FetchLimits = { bytes: mostOfMedium, total: 10_000, redirects: 3 }

/** What is not held but passed on: 512 MiB, 10 minutes, 3 redirects. */
export const streamLimits: FetchLimits = { bytes: 512 * 1024 * 1024, total: 600_000, redirects: 3 }

/** There are more bytes than may be taken. */
export class MediaTooLarge extends Error {}

/** What came is not of a kind that is wanted. */
export class UnwantedKind extends Error {}

/** A URL that may not be called, or an answer that will not do: the message says why, for the client. */
export class UnfitUrl extends Error {}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The bytes that a URL names as they come, over redirects of which each is checked as the first URL was. They are there
 * until the signal aborts; reading them rejects as soon as there are too many.
 */
export const getMedia = async (
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
