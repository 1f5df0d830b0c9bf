import { fail, Invalid, type Result } from "../core/errors/error.ts"
import { isBytes, jsonTextFrom, textGiven } from "../core/json/given.ts"
import type { JsonText } from "../core/json/json.ts"

/** The JSON that a caller gives: its text, its bytes or its value. What merely holds one would read like an empty object. */
export const jsonGiven = (body: unknown): Result<JsonText, Invalid> =>
  isHolder(body) ? fail(unread(body)) : jsonTextFrom(body)

const unread = (holder: object): Invalid => {
  const made: unknown = Reflect.get(holder, "constructor")
  const name = typeof made === "function" ? made.name : "Module"
  return Invalid.at("", `The body is a \`${name}\`, which must be awaited or read as text, bytes or a value.`)
}

/** The text of a failure's body, however it was read; none where nobody has read it, or there is none. */
export const bodyTextGiven = (body: unknown): string => (isHolder(body) ? "" : (textGiven(body ?? "") ?? ""))

/** Whether an object has no members to print, and is no bytes: a promise, a stream, a `Response`, a Map. */
const isHolder = (given: unknown): given is object =>
  typeof given === "object" &&
  given !== null &&
  !isBytes(given) &&
  (Symbol.toStringTag in given ||
    Symbol.asyncIterator in given ||
    ("then" in given && typeof given.then === "function"))

/** A piece of a stream, whatever its type says; undefined where it is none. */
export const pieceGiven = (piece: unknown): Uint8Array | string | undefined => {
  if (typeof piece === "string" || piece instanceof Uint8Array) return piece
  if (!isBytes(piece)) return undefined
  return ArrayBuffer.isView(piece)
    ? new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)
    : new Uint8Array(piece)
}

/** Throws where what should be a format is none. */
export const checkFormats = (formats: Readonly<Record<"client" | "upstream", unknown>>): void => {
  for (const [name, format] of Object.entries(formats))
    if (typeof format !== "object" || format === null || !("decodeRequest" in format || "encodeRequest" in format))
      throw new TypeError(`\`${name}\` must be a format, such as \`Messages\`.`)
}

/** Throws where a translated request should be, and is not, such as the result of which it is the value. */
export const checkAsked = (to: unknown): void => {
  if (typeof to !== "object" || to === null || !("reply" in to))
    throw new TypeError("What an answer is to must be the `value` of what `request` gave, or hold its `reply`.")
}

/** What of a request's options is not what its type says; undefined: nothing. */
export const requestMistake = ({ media, stamp }: { readonly media?: unknown; readonly stamp?: unknown }) => {
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
