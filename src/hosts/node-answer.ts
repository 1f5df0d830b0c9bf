import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "../exchange/answer.ts"
import type { ByteFlow } from "../upstream/flow.ts"
import { sendableText } from "../upstream/node-content.ts"
// oxlint-disable-next-line eslint/no-restricted-imports -- opens none: what a response writes to is looked at
import { Socket } from "node:net"
import type { Writable } from "node:stream"
import { joinChunks } from "./node-body.ts"

/** One request and the response that it gets. */
export interface NodeExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Whether the connection ends with this answer, asked when it begins. */
  readonly last: () => boolean
  /** How long the client may read nothing of what waits for it, in milliseconds. */
  readonly stalled: number
}

/** Writes an answer; done once its last byte was handed to node, of a long whole one to its client. */
export const writeAnswer = (
  exchange: NodeExchange,
  { status, headers, body: content }: Answer
): Effect.Effect<void> => {
  const { request, response } = exchange
  if (response.destroyed || response.writableEnded) return Effect.void
  const close = exchange.last() || status === requestTimedOut || bytesLeft(request) > short
  const body = typeof content === "string" ? sendableText(content) : content
  const head = close ? { ...headers, connection: "close" } : headers
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    takeBackFraming(response, false)
    response.writeHead(status, head)
    if (request.method === "HEAD") return Effect.sync(() => response.end())
    const writer = bodyWriter(response)
    return Stream.isStream(body) ? pumpStream(exchange, writer, body) : pump(exchange, writer, body)
  }
  takeBackFraming(response, true)
  response.writeHead(status, { ...head, "content-length": Buffer.byteLength(body) })
  if (close) leaveSlowly(exchange, body)
  else response.end(body)
  if (!close && bytesLeft(request) > 0) awaitRest(request)
  if (response.writableLength > 0) watchReader(response, exchange.stalled)
  return response.writableLength > short ? written(response) : Effect.void
}

/** Waits until all was written, or the client has left: so long the memory is not free, and its request not over. */
const written = (response: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const over = (): void => resume(Effect.void)
    response.once("finish", over).once("close", over)
    return Effect.sync(() => response.off("finish", over).off("close", over))
  })

/** The status of a request of which the rest is not waited for. */
const requestTimedOut = 408

/** How much of a request that was answered early is read and thrown away to keep its connection, in bytes. */
const short = 64 * 1024

/** How much of a request has not come yet, as far as is known. */
const bytesLeft = ({ complete, headers }: IncomingMessage): number => {
  if (complete) return 0
  const length = headers["content-length"]
  return length === undefined ? (headers["transfer-encoding"] === undefined ? 0 : Infinity) : Number(length)
}

/** How long the rest of a request is read before its connection is closed, in milliseconds. */
const unreadTimeout = 500

/**
 * A connection that is closed while its client still sends is reset, and the client may never read its answer. The
 * answer is not left to the next turn either: by then node may have found the rest of the request broken.
 */
const leaveSlowly = ({ request, response }: NodeExchange, body: string | Uint8Array): void => {
  response.write(body)
  response.socket?.uncork()
  const leave = (): void => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(leave, request.complete ? 0 : unreadTimeout)
  request.once("close", leave).once("end", leave).on("data", pieceLimit(request)).resume().socket.resume()
}

/** So many pieces of a request that was answered already are read and thrown away. */
const mostUnread = 1024

/** Ends a connection on which more pieces come than are thrown away. */
const pieceLimit = (request: IncomingMessage): (() => void) => {
  let pieces = 0
  return () => {
    if (++pieces > mostUnread) request.destroy()
  }
}

/** How long what is left of a request that was answered is read, so that its connection can take another, in milliseconds. */
const rest = 2000

const awaitRest = (request: IncomingMessage): void => {
  const timer = setTimeout(() => request.destroy(), rest)
  const stop = (): void => clearTimeout(timer)
  request.once("close", stop).once("end", stop).resume().socket.resume()
}

/** Writes pieces as they come, no faster than the client reads. */
const pump = (exchange: NodeExchange, writer: BodyWriter, pieces: ByteFlow): Effect.Effect<void> =>
  Effect.callback((resume) => {
    let forget = nothing
    pieces.read({
      take: (some) => {
        if (writer.write(some)) return true
        forget = onDrained(exchange, writer, () => pieces.resume())
        return false
      },
      waits: () => writer.drains.writableLength > 0,
      end: () => {
        writer.end()
        resume(Effect.void)
      },
      die: (thrown) => resume(Effect.die(thrown))
    })
    return Effect.sync(() => {
      forget()
      pieces.leave()
    })
  })

const pumpStream = (
  exchange: NodeExchange,
  writer: BodyWriter,
  pieces: Stream.Stream<Uint8Array>
): Effect.Effect<void> => {
  const drained = Effect.callback<void>((resume) => {
    const forget = onDrained(exchange, writer, () => resume(Effect.void))
    return Effect.sync(forget)
  })
  return Effect.andThen(
    Stream.runForEachArray(pieces, (some) => (writer.write(some) ? Effect.void : drained)),
    Effect.sync(writer.end)
  )
}

/** Goes on once the client has read what waits for it, if it reads. What comes back forgets that. */
const onDrained = ({ response, stalled }: NodeExchange, { drains }: BodyWriter, go: () => void): (() => void) => {
  const leave = watchReader(response, stalled)
  const drained = (): void => {
    leave()
    go()
  }
  drains.once("drain", drained)
  return () => void drains.off("drain", drained)
}

/** The longest time between two looks at whether a client reads, in milliseconds. */
const longestStep = 1000

/**
 * Ends the connection of a client that took nothing of what waits for it for `stalled` milliseconds, counted from the
 * last byte that it took; at most two looks later. What comes back ends the watch. Node's clock of a socket starts anew,
 * unheard, where something was taken before it ran out: whoever hears it later than it was set for knows that.
 */
export const watchReader = (response: ServerResponse, stalled: number): (() => void) => {
  const { socket } = response
  if (socket === null) return nothing
  const step = Math.min(longestStep, stalled / 4)
  let set = performance.now()
  let since = set
  const onTimeout = (): void => {
    const now = performance.now()
    if (now - set >= 1.5 * step) since = now - step
    if (now - since >= stalled) return void socket.destroy()
    set = now
    socket.setTimeout(step)
  }
  response.on("timeout", onTimeout)
  socket.setTimeout(step)
  return () => {
    response.off("timeout", onTimeout)
    socket.setTimeout(0)
  }
}

const nothing = (): void => undefined

/** Headers that say how an answer is written and sent (RFC 9110, section 7.6.1), which is the gateway's affair. */
const framing = [
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "trailer",
  "te",
  "proxy-connection",
  "keep-alive",
  "upgrade"
] as const

const all: ReadonlySet<string> = new Set([...framing, "connection"])

/** Whether a header, by its name in small letters, is the gateway's affair. */
export const isFraming = (name: string): boolean => all.has(name)

/**
 * Takes such headers back that others set on a response before its head is written; what compresses sets its own while
 * that is done. `connection` stays, in which an app that stops says `close`. Node chunks no more what `transfer-encoding`
 * was taken from, so that a body that comes by and by has it said, where its client knows it.
 */
export const takeBackFraming = (response: ServerResponse, isWhole: boolean): void => {
  for (const name of framing) {
    if (!response.hasHeader(name)) continue
    if (name === "transfer-encoding" && !isWhole && response.useChunkedEncodingByDefault)
      response.setHeader(name, "chunked")
    else response.removeHeader(name)
  }
}

/** Writes a body that comes by and by, behind its head. */
interface BodyWriter {
  /** Writes pieces; whether more may be written at once, else once {@link BodyWriter.drains} says `drain`. */
  readonly write: (pieces: readonly Uint8Array[]) => boolean
  readonly end: () => void
  readonly drains: Writable
}

/**
 * Writes through a response of which the head is known. Node hands each chunk to its socket in four parts and in a turn
 * of its own, which costs more than most events do: where nothing stands between a response and its socket, chunks are
 * framed here, and those behind the first, with which the head goes, are given to the socket itself.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1 (read 2026-11)
 */
export const bodyWriter = (response: ServerResponse): BodyWriter => {
  const { socket } = response
  if (!(socket instanceof Socket) || !framesChunks(response)) {
    return {
      write: (pieces) => response.write(joinChunks(pieces)),
      end: () => void response.end(),
      drains: response
    }
  }
  response.chunkedEncoding = false
  let to: Writable = response
  return {
    write: (pieces) => {
      const isTaken = to.write(chunkOf(pieces, to.writableLength > 0))
      to = socket
      return isTaken
    },
    end: () => {
      to.write(lastChunk)
      response.end()
    },
    drains: socket
  }
}

/** Whether node frames what is written, and nobody else, such as who compresses, would see the frames. */
const framesChunks = (response: ServerResponse): boolean =>
  response.chunkedEncoding &&
  response.write === ServerResponse.prototype.write &&
  response.end === ServerResponse.prototype.end

const lastChunk = "0\r\n\r\n"

/**
 * A chunk of so many bytes, and each behind another that waits for its reader, has memory of its own: 64 KiB that node
 * shares out would wait with it.
 */
const shared = 4096

/** Pieces as one chunk; nothing where they are empty, for an empty chunk is the last. */
const chunkOf = (pieces: readonly Uint8Array[], waits: boolean): Buffer => {
  let size = 0
  for (const { length } of pieces) size += length
  if (size === 0) return Buffer.alloc(0)
  const head = `${size.toString(16)}\r\n`
  const whole = head.length + size + 2
  const chunk = whole < shared && !waits ? Buffer.allocUnsafe(whole) : Buffer.allocUnsafeSlow(whole)
  let at = chunk.write(head, "latin1")
  for (const piece of pieces) {
    chunk.set(piece, at)
    at += piece.length
  }
  chunk.write("\r\n", at, "latin1")
  return chunk
}
