import { bytesOf, pieces } from "./bytes.ts"
import type { Bytes } from "./bytes.ts"
import { printFrames } from "./frames.ts"
import type { Frame } from "./frames.ts"
import { printHead } from "./http-head.ts"
import type { Header } from "./http-head.ts"
import type { SeenRequest } from "./upstream-ledger.ts"
import type { Gate } from "./watch.ts"

/** How the body that follows a head is written: a chunk for each piece, or the bytes as they are. */
export type Wrapping = "chunked" | "plain"

/** One thing that a scripted upstream does. Every piece is a write of its own, one event loop turn apart. */
export type Step =
  | { readonly kind: "write"; readonly pieces: readonly Uint8Array[] }
  | { readonly kind: "head"; readonly bytes: Uint8Array; readonly wrapping: Wrapping }
  | { readonly kind: "body"; readonly pieces: readonly Uint8Array[] }
  | { readonly kind: "last-chunk"; readonly bytes: Uint8Array }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "wait-for"; readonly what: Awaited }
  | { readonly kind: "wait-for-body" }
  | { readonly kind: "tell"; readonly gate: Gate }
  | { readonly kind: "stop-reading" }
  | { readonly kind: "read-on" }
  | { readonly kind: "silence" }
  | { readonly kind: "fin" }
  | { readonly kind: "rst" }

/** What a script waits for: a promise, a gate, or what a function makes of the request that is answered. */
export type Awaited = PromiseLike<unknown> | Gate | ((request: SeenRequest | undefined) => PromiseLike<unknown>)

/** How bytes are cut: `cut` is the size of a piece in bytes; without it they are one piece. */
export interface Cut {
  readonly cut?: number
}

/** Writes bytes just as they are, past every wrapping. */
export const write = (bytes: Bytes, { cut }: Cut = {}): Step => ({ kind: "write", pieces: pieces(bytesOf(bytes), cut) })

/** What a head says. `body` is how the body ends: chunks, the end of the connection, or a length, true or a lie. */
export interface HeadOptions {
  readonly headers?: readonly Header[]
  readonly body?: "chunked" | "eof" | { readonly length: number }
  readonly reason?: string
}

/** Writes a status line and headers: these, and what `body` asks for (chunks when nothing is said). */
export const head = (status: number, { headers = [], body = "chunked", reason = "" }: HeadOptions = {}): Step => ({
  kind: "head",
  bytes: bytesOf(printHead(`HTTP/1.1 ${status} ${reason}`, [...headers, ...endHeaders(body)])),
  wrapping: body === "chunked" ? "chunked" : "plain"
})

const endHeaders = (body: "chunked" | "eof" | { readonly length: number }): readonly Header[] => {
  if (body === "chunked") return [["transfer-encoding", "chunked"]]
  return body === "eof" ? [["connection", "close"]] : [["content-length", String(body.length)]]
}

/** Writes bytes of the body in the wrapping of the last head. */
export const body = (bytes: Bytes, { cut }: Cut = {}): Step => ({ kind: "body", pieces: pieces(bytesOf(bytes), cut) })

/** Writes bytes of the body piece by piece, for pieces that are not all of one size. */
export const bodyPieces = (parts: readonly Uint8Array[]): Step => ({ kind: "body", pieces: parts })

/** Writes frames as server-sent events: one frame a piece, or with `cut` that many bytes a piece. */
export const sse = (frames: readonly Frame[], { cut }: Cut = {}): Step =>
  cut === undefined
    ? bodyPieces(frames.map((frame) => bytesOf(printFrames([frame]))))
    : body(printFrames(frames), { cut })

/** Writes a comment line, as servers do to keep a connection alive. */
export const comment = (text: string): Step => body(`: ${text}\n\n`)

/** Writes a `retry:` line, which asks a browser to come again after so many milliseconds. */
export const retryLine = (ms: number): Step => body(`retry: ${ms}\n\n`)

/** Ends a chunked body. */
export const lastChunk = (trailers: readonly Header[] = []): Step => ({
  kind: "last-chunk",
  bytes: bytesOf(printHead("0", trailers))
})

/** Writes an interim response: 100, 102 or 103. */
export const interim = (status: number, headers: readonly Header[] = []): Step =>
  write(printHead(`HTTP/1.1 ${status} `, headers))

/** Waits so many milliseconds. Prefer `waitFor`. */
export const wait = (ms: number): Step => ({ kind: "wait", ms })

/** Waits for a gate, a promise, or what a function makes of the request. */
export const waitFor = (what: Awaited): Step => ({ kind: "wait-for", what })

/** Waits for the whole body of the request; for answers that start at the head. */
export const waitForBody: Step = { kind: "wait-for-body" }

/** Opens a gate: the case learns that the script came so far. */
export const tell = (gate: Gate): Step => ({ kind: "tell", gate })

/** Reads no more from the connection, so that the peer's writes stall (and its end is not seen). */
export const stopReading: Step = { kind: "stop-reading" }

/** Reads from the connection again. */
export const readOn: Step = { kind: "read-on" }

/** Says nothing more until the peer ends the connection. */
export const silence: Step = { kind: "silence" }

/** Half-closes the connection: everything written is delivered, then FIN. */
export const fin: Step = { kind: "fin" }

/** Resets the connection: RST, and what was not delivered yet is lost. */
export const rst: Step = { kind: "rst" }
