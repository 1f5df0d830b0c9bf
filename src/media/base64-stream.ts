import * as Stream from "effect/Stream"
import { encodeBytes } from "../core/bytes/base64.ts"

const none = new Uint8Array(0)

/** How many characters bytes have as base64, padding included. */
export const base64Length = (size: number): number => Math.ceil(size / 3) * 4

/** Bytes as the base64 of all of them together, encoded as they come; padded only where all came. */
export const base64Of = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.mapAccum(Stream.concat(bytes, Stream.succeed(end)), () => none, encoded)

/** Stands behind the last piece. */
const end = Symbol("end")

/** The most that is encoded at once, in bytes; a multiple of three. */
const stepBytes = 48 * 1024

/** What is whole of the bytes so far; up to two wait for those that come next. */
const encoded = (left: Uint8Array, piece: Uint8Array | typeof end): readonly [Uint8Array, readonly Uint8Array[]] => {
  if (piece === end) return [none, left.length === 0 ? [] : [base64(left)]]
  if (left.length + piece.length < 3) return [joined(left, piece), []]
  const missing = left.length === 0 ? 0 : 3 - left.length
  const out = missing === 0 ? [] : [base64(joined(left, piece.subarray(0, missing)))]
  const whole = piece.length - ((piece.length - missing) % 3)
  for (let at = missing; at < whole; at += stepBytes)
    out.push(base64(piece.subarray(at, Math.min(at + stepBytes, whole))))
  return [Uint8Array.from(piece.subarray(whole)), out]
}

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const out = new Uint8Array(left.length + right.length)
  out.set(left)
  out.set(right, left.length)
  return out
}

/** Node encodes some ten times as fast as the words do. */
const base64: (bytes: Uint8Array) => Uint8Array =
  typeof Buffer === "function"
    ? ({ buffer, byteOffset, length }) =>
        Buffer.from(Buffer.from(buffer, byteOffset, length).toString("base64"), "latin1")
    : (bytes) => new TextEncoder().encode(encodeBytes(bytes))

/** Text as it is, or bytes of a known size, which are written as base64. */
export type Base64Piece<E = never> = string | { readonly size: number; readonly bytes: Stream.Stream<Uint8Array, E> }

/**
 * Text with the base64 of bytes within it, as it goes over the wire: `["{\"url\":\"data:video/mp4;base64,", video,
 * "\"}"]`. Its length is known before the first byte is read, and a few pieces are all that is held of it.
 */
export const writtenOut = <E>(
  parts: readonly Base64Piece<E>[]
): { readonly length: number; readonly body: Stream.Stream<Uint8Array, E> } => {
  const texts = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part))
  return {
    length: texts.reduce((sum, part) => sum + ("size" in part ? base64Length(part.size) : part.length), 0),
    body: Stream.flatMap(Stream.fromIterable(texts), (part) =>
      "size" in part ? base64Of(part.bytes) : Stream.succeed(part)
    )
  }
}
