import { Readable } from "node:stream"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Agent, buildConnector, type Dispatcher } from "undici"
import {
  type UpstreamTransport,
  sentHeaders,
  type UpstreamConnection,
  type CallListener,
  Upstream,
  type UpstreamRequest,
  type ChangingUpstreamLimits,
  type UpstreamLimits,
  upstreamLimits
} from "./upstream.ts"
import { makeUpstream } from "./sending.ts"
import { alone } from "../core/bytes.ts"
import { sendableText, ContentDecoder, decodedHeaders, decoderFor } from "./node-content.ts"
import type { Socket } from "node:net"

/** The way to vendors on Node over undici, closed with the Layer. `options` replace the defaults one by one. */
export const layerUndici = (options: Partial<UpstreamLimits> = {}): Layer.Layer<Upstream> =>
  Layer.suspend(() => layerUndiciUnder(upstreamLimits(options)))

/** The same under limits that may change meanwhile: they are read wherever they hold. */
export const layerUndiciUnder = (changing: ChangingUpstreamLimits): Layer.Layer<Upstream> =>
  Layer.effect(Upstream)(
    Effect.flatMap(Effect.all([agent, agent]), ([few, many]) =>
      makeUpstream(transportOver(few), changing, transportOver(many))
    )
  )

/**
 * How long an idle connection is kept, in milliseconds, and how much earlier it is given up than the upstream says that
 * it will: a request on its way to an upstream that closes at that moment is lost, and may not be sent again.
 */
const idle = { keepAliveTimeout: 30_000, keepAliveTimeoutThreshold: 4_000 }

const agent = Effect.acquireRelease(
  Effect.sync(() => new Agent({ connect: connecting(), headersTimeout: 0, bodyTimeout: 0, ...idle })),
  (opened) => Effect.ignore(Effect.promise(() => opened.destroy()))
)

/**
 * So many bytes are read ahead of an upstream, and given on at once: whoever does not want more keeps as much at most of
 * what undici was given, and the one read of Node's, 64 KiB, of which it is a part.
 */
const ahead = 16 * 1024

/** Undici hands on to Node what it does not know itself. */
const connectOptions = { timeout: 0, highWaterMark: ahead }

const connecting = (): buildConnector.connector => {
  const connect = buildConnector(connectOptions)
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      callback(null, "alpnProtocol" in socket && socket.alpnProtocol === "h2" ? socket : withoutInterim(socket))
    })
}

const callOver = new Error("The call is over.")

const transportOver =
  (dispatcher: Dispatcher): UpstreamTransport =>
  (request, listener) => {
    const connection = new UndiciConnection(listener)
    try {
      const { origin, path } = placeOf(request.url)
      dispatcher.dispatch(
        { origin, path, method: request.method, headers: sentHeaders(request), body: bodyOf(request) },
        connection
      )
    } catch (thrown) {
      connection.onResponseError(undefined, thrown)
    }
    return connection
  }

/** A body of so many bytes is held no longer than it is sent. */
const long = 64 * 1024

const encoder = new TextEncoder()

/** A body in memory of its own: undici makes bytes of a text in 64 KiB that node shares out, and holds them until the answer ends. */
const bodyOf = ({ body }: UpstreamRequest): Uint8Array | Readable | null => {
  if (body === undefined) return null
  const sent = typeof body === "string" ? sendableText(body) : body
  const bytes = typeof sent === "string" ? encoder.encode(sent) : alone(sent)
  return bytes.length >= long ? sentOnce(bytes) : bytes
}

/** Bytes that are let go as they are sent: what undici is given it holds until the answer ends. It knows their length. */
const sentOnce = (bytes: Uint8Array): Readable => {
  const body = new Readable({ read: () => undefined })
  body.push(bytes)
  body.push(null)
  return body
}

/** One request under way: what undici tells it, its listener hears. */
class UndiciConnection implements UpstreamConnection, Dispatcher.DispatchHandler {
  readonly #listener: CallListener
  #controller: Dispatcher.DispatchController | undefined
  #decoder: ContentDecoder | undefined
  #paused = false
  #over = false

  constructor(listener: CallListener) {
    this.#listener = listener
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(callOver)
    else this.#listener.start()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<typeof flat>[0]
  ): void {
    const told = flat(headers)
    // parts of what was read first, up to 64 KiB, which would be kept as long as the answer lasts
    controller.rawHeaders = null
    const make = decoderFor(told)
    if (make !== undefined) this.#decode(make)
    this.#listener.head(status, make === undefined ? told : decodedHeaders(told))
  }

  onResponseData(_: unknown, piece: Uint8Array): void {
    if (this.#decoder === undefined) this.#listener.data(piece)
    else this.#decoder.push(piece)
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#listener.end()
    else this.#decoder.end()
  }

  onResponseError(_: unknown, error: unknown): void {
    this.#decoder?.leave()
    this.#listener.fail(this.#controller === undefined, error)
  }

  pause(): void {
    this.#paused = true
    if (this.#decoder === undefined) this.#controller?.pause()
    else this.#decoder.pause()
  }

  resume(): void {
    this.#paused = false
    if (this.#decoder === undefined) this.#controller?.resume()
    else this.#decoder.resume()
  }

  abort(): void {
    this.#over = true
    this.#decoder?.leave()
    this.#controller?.abort(callOver)
  }

  #decode(make: NonNullable<ReturnType<typeof decoderFor>>): void {
    const source = {
      pause: () => this.#controller?.pause(),
      resume: () => this.#controller?.resume(),
      abort: () => this.abort()
    }
    this.#decoder = new ContentDecoder(make, source, this.#listener)
    if (this.#paused) this.#decoder.pause()
  }
}

/** Where a URL leads. */
interface Place {
  readonly origin: string
  readonly path: string
}

/** The places that were called last: they are few, and parsing a URL is dear. */
const places = new Map<string, Place>()

const mostPlaces = 256

const placeOf = (url: string): Place => {
  const known = places.get(url)
  if (known !== undefined) return known
  const { origin, pathname, search } = new URL(url)
  const place = { origin, path: `${pathname}${search}` }
  if (places.size >= mostPlaces) places.clear()
  places.set(url, place)
  return place
}

const flat = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const out: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) out[name] = typeof value === "string" ? value : value.join(", ")
  }
  return out
}

/** How an answer begins that says no more than that one will come, and the one such that is an answer. */
const informational = Buffer.from("HTTP/1.1 1")
const switchingProtocols = Buffer.from("HTTP/1.1 101")
const headEnd = Buffer.from("\r\n\r\n")

/** The most bytes that are held of such a head. */
const mostHeadBytes = 16 * 1024

/**
 * Takes answers such as `100 Continue` out of what a socket reads. Whoever sends one unasked means no harm
 * (https://www.rfc-editor.org/rfc/rfc9110#section-15.2), but undici gives up the connection. They stand between a
 * request and its answer: nothing else is looked at.
 */
const withoutInterim = <S extends Socket>(socket: S): S => {
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  const unshift = socket.unshift.bind(socket)
  /** Whether the head of an answer is awaited, and what came of it. */
  let awaited = false
  let held: Buffer | undefined
  const next = (size?: number): Buffer | null => {
    for (;;) {
      const chunk: unknown = read(size ?? sizeOf(socket))
      const piece = Buffer.isBuffer(chunk) ? chunk : null
      if (!awaited || piece === null) return piece
      const all = held === undefined ? piece : Buffer.concat([held, piece])
      held = undefined
      const rest = behindInterim(all)
      if (rest === undefined && all.length <= mostHeadBytes) held = all
      else if (rest === undefined || rest.length > 0) {
        awaited = false
        return rest ?? all
      }
    }
  }
  return Object.assign(socket, {
    read: next,
    write: (...args: Parameters<typeof write>) => {
      awaited = true
      return write(...args)
    },
    unshift: (piece: Buffer) => unshift(alone(piece))
  })
}

/**
 * How much is read of a socket: all, or {@link ahead} where no less is left, for what is less would let Node read more. Of
 * a socket that is over all is read: nobody may ask again.
 */
const sizeOf = ({ readableLength, destroyed }: Socket): number | undefined =>
  destroyed || readableLength < 2 * ahead ? undefined : ahead

/** What stands behind all such answers; undefined where it cannot be known yet. */
const behindInterim = (bytes: Buffer): Buffer | undefined => {
  let rest = bytes
  for (;;) {
    const start = rest.subarray(0, informational.length)
    if (!informational.subarray(0, start.length).equals(start)) return rest
    const end = rest.indexOf(headEnd)
    if (rest.length === 0 || rest.subarray(0, switchingProtocols.length).equals(switchingProtocols)) return rest
    if (end < 0) return undefined
    rest = rest.subarray(end + headEnd.length)
  }
}
