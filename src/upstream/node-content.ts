import { transcode } from "node:buffer"
import type { Transform } from "node:stream"
import { createBrotliDecompress, createUnzip } from "node:zlib"
import type { CallListener } from "./upstream.ts"

/** Below so many characters nothing is gained. */
const long = 4096

/** V8 holds a text without such a character in a byte for each, and of such a text answers at once. */
const beyondLatin = /[^\0-\xff]/

/**
 * A text as node sends it soonest: a long one as its bytes in UTF-8, from a copy of its characters where some are beyond
 * Latin-1: of such a text node itself counts and writes the bytes one character at a time, which takes twice as long.
 * A text with half a surrogate pair has no such copy and stays a text.
 */
export const sendableText = (text: string): string | Uint8Array => {
  if (text.length < long) return text
  if (!beyondLatin.test(text)) return Buffer.from(text)
  try {
    return transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8")
  } catch {
    return text
  }
}

/**
 * The codings of RFC 9110 and RFC 7932 that are read although none is asked for: some proxies compress whatever they are
 * asked.
 */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ["gzip", createUnzip],
  ["x-gzip", createUnzip],
  ["deflate", createUnzip],
  ["br", createBrotliDecompress]
])

/** What makes the decoder of an answer with such headers; undefined where there is none to make. */
export const decoderFor = (headers: Readonly<Record<string, string>>): (() => Transform) | undefined =>
  decoders.get((headers["content-encoding"] ?? "").toLowerCase())

/** The headers of an answer that is decoded: those of what was sent do not hold for it. */
export const decodedHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofCoding.has(name)))

const ofCoding: ReadonlySet<string> = new Set(["content-encoding", "content-length"])

/** Where the bytes of an answer come from. */
interface ByteSource {
  readonly pause: () => void
  readonly resume: () => void
  readonly abort: () => void
}

/**
 * Decodes an answer as it comes, no faster than it is read: its listener counts what comes out, and whatever the
 * answer would grow to, no more is made of it than a few pieces ahead.
 */
export class ContentDecoder {
  readonly #stream: Transform
  readonly #source: ByteSource
  readonly #listener: CallListener
  #isEmpty = true
  #paused = false

  constructor(make: () => Transform, source: ByteSource, listener: CallListener) {
    this.#source = source
    this.#listener = listener
    this.#stream = make()
      .on("data", (piece: Uint8Array) => this.#hear(() => listener.data(piece)))
      .on("drain", () => this.#go())
      .on("end", () => this.#hear(() => listener.end()))
      .on("error", (error) => this.#fail(error))
  }

  push(piece: Uint8Array): void {
    this.#isEmpty &&= piece.length === 0
    if (!this.#stream.write(piece)) this.#source.pause()
  }

  /** Nothing more comes. Where nothing came, nothing was coded. */
  end(): void {
    if (!this.#isEmpty) return void this.#stream.end()
    this.#stream.destroy()
    this.#listener.end()
  }

  pause(): void {
    this.#paused = true
    this.#stream.pause()
    this.#source.pause()
  }

  resume(): void {
    this.#paused = false
    this.#stream.resume()
    this.#go()
  }

  leave(): void {
    this.#stream.destroy()
  }

  #go(): void {
    if (!this.#paused && !this.#stream.writableNeedDrain) this.#source.resume()
  }

  #hear(tell: () => void): void {
    try {
      tell()
    } catch (thrown) {
      this.#fail(thrown)
    }
  }

  #fail(error: unknown): void {
    this.#stream.destroy()
    this.#listener.fail(false, error)
    this.#source.abort()
  }
}
