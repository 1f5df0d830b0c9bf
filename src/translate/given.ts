import { fail, Invalid, type Result } from "../core/errors/invalid.ts"
import { isBytes, jsonTextFrom, textGiven } from "../core/json/given.ts"
import type { JsonText } from "../core/json/json.ts"

/** The JSON that a caller gives: its text, its bytes or its value. A promise of one reads like an empty object, and is told apart. */
export const jsonGiven = (body: unknown): Result<JsonText, Invalid> =>
  typeof body === "object" && body !== null && "then" in body && typeof body.then === "function"
    ? fail(Invalid.at("", "The body is a promise, which must be awaited first."))
    : jsonTextFrom(body)

/** The text of a failure's body, however it was read; none where nobody has read it, or there is none. */
export const bodyTextGiven = (body: unknown): string =>
  typeof body === "string" || (typeof body === "object" && body !== null && isData(body)) ? (textGiven(body) ?? "") : ""

/** Whether an object holds bytes, or members to print: a stream, a `Response` or a Map would print what it is not. */
const isData = (given: object): boolean =>
  isBytes(given) ||
  (!(Symbol.asyncIterator in given) && /^.object (Object|Array)/.test(Object.prototype.toString.call(given)))

/** A piece of a stream, whatever its type says; undefined where it is none. */
export const pieceGiven = (piece: unknown): Uint8Array | string | undefined => {
  if (typeof piece === "string" || piece instanceof Uint8Array) return piece
  if (!isBytes(piece)) return undefined
  return ArrayBuffer.isView(piece)
    ? new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)
    : new Uint8Array(piece)
}

/** What of a request's options is not what its type says; undefined: nothing. */
export const optionMistake = ({ media, stamp }: { readonly media?: unknown; readonly stamp?: unknown }) => {
  if (media !== undefined && !isMedia(media)) return "`media` must be a Map of URLs to `{ mime, base64 }`."
  if (stamp !== undefined && !isStamp(stamp))
    return "`stamp` must be `{ id, created }`: a text, and whole seconds since 1970."
  return undefined
}

const isMedia = (media: unknown): boolean => media instanceof Map && [...media.values()].every(isMedium)

const isMedium = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  isText(Reflect.get(given, "mime")) &&
  isText(Reflect.get(given, "base64"))

const isText = (given: unknown): boolean => typeof given === "string" && given !== ""

/** More seconds would be milliseconds. */
const mostSeconds = 1e11

const stampMembers: Readonly<Record<string, ((given: unknown) => boolean) | undefined>> = {
  id: isText,
  model: isText,
  created: (given) => Number.isInteger(given) && Number(given) >= 0 && Number(given) < mostSeconds
}

const isStamp = (stamp: unknown): boolean =>
  typeof stamp === "object" &&
  stamp !== null &&
  Object.entries(stamp).every(([member, value]) => stampMembers[member]?.(value) ?? true)
