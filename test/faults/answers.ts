import { Buffer } from "node:buffer"
import { crc32, constants, deflateRawSync, gzipSync } from "node:zlib"
import { bytesOf, joined } from "./bytes.ts"
import { printFrames } from "./frames.ts"
import type { Frame } from "./frames.ts"
import type { Header } from "./http-head.ts"
import type { Scripted } from "./script.ts"
import { body, fin, head, lastChunk, rst, silence, sse, waitFor } from "./steps.ts"
import type { Awaited, Cut, Step } from "./steps.ts"

const eventStream: Header = ["content-type", "text/event-stream; charset=utf-8"]

/** More headers for an answer. */
export interface More {
  readonly headers?: readonly Header[]
}

/** A whole JSON answer with its length; `value` may be text already. */
export const json = (status: number, value: unknown, { headers = [] }: More = {}): Scripted => {
  const bytes = bytesOf(typeof value === "string" ? value : JSON.stringify(value))
  const top = head(status, {
    headers: [["content-type", "application/json"], ...headers],
    body: { length: bytes.length }
  })
  return { steps: [top, body(bytes)] }
}

/** A whole event stream, chunked, one frame a piece or `cut` bytes a piece. */
export const stream = (frames: readonly Frame[], { cut, headers = [] }: Cut & More = {}): Scripted => ({
  steps: [head(200, { headers: [eventStream, ...headers] }), sse(frames, cut === undefined ? {} : { cut }), lastChunk()]
})

/**
 * How a stream breaks: a reset; a FIN in the midst of chunks; a FIN where only the end of the connection delimits the
 * body, which looks like a good end; a FIN before the bytes that the length promised; a stall that never ends.
 */
export const breaks = ["rst", "fin in chunks", "fin at eof", "fin before length", "stall"] as const

/** One of `breaks`. */
export type Break = (typeof breaks)[number]

/** Where and how a stream breaks: after so many frames, once `after` happened (for a reset: the client has read). */
export interface Broken {
  readonly how: Break
  readonly frames: number
  readonly after?: Awaited
}

/** An event stream that breaks. */
export const brokenStream = (frames: readonly Frame[], { how, frames: count, after }: Broken): Scripted => ({
  steps: [
    head(200, { headers: [eventStream], body: endOf(how, frames) }),
    sse(frames.slice(0, count)),
    ...(after === undefined ? [] : [waitFor(after)]),
    lastStep(how)
  ]
})

const endOf = (how: Break, frames: readonly Frame[]): "chunked" | "eof" | { readonly length: number } => {
  if (how === "fin at eof") return "eof"
  return how === "fin before length" ? { length: bytesOf(printFrames(frames)).length } : "chunked"
}

const lastStep = (how: Break): Step => {
  if (how === "rst") return rst
  return how === "stall" ? silence : fin
}

/** A redirect to another address. */
export const redirect = (status: 301 | 302 | 303 | 307 | 308, location: string): Scripted => ({
  steps: [head(status, { headers: [["location", location]], body: { length: 0 } })]
})

/** No answer at all, until the peer goes away. */
export const never: Scripted = { steps: [silence] }

/** A reset instead of an answer. */
export const reset: Scripted = { steps: [rst] }

/** Any whole body in gzip, with its length. */
export const gzipped = (status: number, contentType: string, text: string): Scripted => {
  const bytes = gzipSync(text)
  const headers: readonly Header[] = [
    ["content-type", contentType],
    ["content-encoding", "gzip"]
  ]
  return { steps: [head(status, { headers, body: { length: bytes.length } }), body(bytes)] }
}

/** An event stream in gzip, flushed after every frame: each frame is one piece that can be inflated when it comes. */
export const gzippedStream = (frames: readonly Frame[]): Scripted => ({
  steps: [
    head(200, { headers: [eventStream, ["content-encoding", "gzip"]] }),
    ...gzipPieces(frames.map((frame) => printFrames([frame]))).map((piece) => body(piece)),
    lastChunk()
  ]
})

const gzipPieces = (texts: readonly string[]): readonly Uint8Array[] => {
  const top = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
  const flushed = texts.map((text) => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }))
  const whole = joined(texts)
  const end = Buffer.alloc(10)
  end.writeUInt16LE(0x0003, 0)
  end.writeUInt32LE(crc32(whole), 2)
  end.writeUInt32LE(whole.length, 6)
  return [top, ...flushed, end]
}
