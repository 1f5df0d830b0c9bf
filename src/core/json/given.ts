import { Invalid, fail, type Result, succeed } from "../errors/invalid.ts"
import { JsonText, parseJson } from "./json.ts"
import { childPointer, type JsonPointer } from "./pointer.ts"

/** JSON text or its bytes, read under the limits for what comes from outside; a value is printed first. */
export const jsonTextFrom = (body: unknown): Result<JsonText, Invalid> => {
  const text = textGiven(body)
  if (text === undefined) return fail(Invalid.at("", "The body cannot be written as JSON."))
  const json = parseJson(text)
  if (!json.ok) return json
  const lost = text.includes("null") ? unprintable(body, json.value, "") : undefined
  return lost === undefined
    ? succeed(JsonText.of(json.value))
    : fail(Invalid.at(lost, "This cannot be written as JSON."))
}

/** Whether it holds bytes: a buffer, or any view of one. */
const isBytes = (given: unknown): given is ArrayBuffer | DataView | Uint8Array =>
  given instanceof ArrayBuffer || ArrayBuffer.isView(given)

/** The text that bytes say, without a mark of their order, as a text is taken; anything else printed, where it can be. */
const textGiven = (body: unknown): string | undefined => {
  if (isBytes(body)) return new TextDecoder().decode(body)
  if (typeof body === "string") return body.replace(/^\uFEFF/, "")
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}

/** Where a value holds a number that is printed as `null`: it is none, or not finite. */
const unprintable = (given: unknown, printed: unknown, at: JsonPointer): JsonPointer | undefined => {
  if (printed === null && typeof given === "number") return at
  if (typeof given !== "object" || given === null) return undefined
  for (const [key, value] of Object.entries(printed ?? {})) {
    const found = unprintable(Reflect.get(given, key), value, childPointer(at, key))
    if (found !== undefined) return found
  }
  return undefined
}

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
