import { Invalid, fail, type Result, succeed } from "./errors/invalid.ts"
import { JsonText, parseJson } from "./json/json.ts"
import { childPointer, type JsonPointer } from "./json/pointer.ts"

/** A member of something that was given: its path, what it must be, to be read after "must be", and whether it is. */
export interface WantedMember {
  readonly name: string
  readonly expected: string
  readonly accepts: (given: unknown) => boolean
  /** Whether it must be there; absent: it need not. */
  readonly needed?: true
}

/** The first of some members that is there, or needed, and not what it must be; what holds members must be an object. */
export const memberMistake = (given: object, members: readonly WantedMember[]): string | undefined => {
  for (const { name, expected, accepts, needed = false } of members) {
    const [outer = "", inner] = name.split(".")
    const there: unknown = Reflect.get(given, outer)
    if (inner !== undefined && there !== undefined && !isRecord(there)) return `\`${outer}\` must be an object`
    const value: unknown = inner !== undefined && isRecord(there) ? Reflect.get(there, inner) : there
    if ((value !== undefined || needed) && !accepts(value)) return `\`${name}\` must be ${expected}`
  }
  return undefined
}

const isRecord = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given)

/**
 * A member whose name is nearly one of those that are known, and stands for it: in another case, or a letter off where
 * the name is long. Others may be there, as in a row of a database.
 */
export const misspelling = (given: object, known: readonly string[]): string | undefined => {
  const missing = known.filter((name) => Reflect.get(given, name) === undefined)
  const wrong = Object.keys(given).find((name) => missing.some((right) => name !== right && isNearly(name, right)))
  if (wrong === undefined) return undefined
  return `\`${wrong}\` is not a known member. Known members are ${known.map((name) => `\`${name}\``).join(", ")}`
}

/** A short name is a letter off from other words: `fname` is no `name`. */
const longName = 5

const isNearly = (given: string, name: string): boolean => {
  const spelled = given.toLowerCase()
  return spelled === name || spelled === `${name}s` || (name.length >= longName && isLetterOff(spelled, name))
}

/** Whether one letter was left out, put in, or is another. */
const isLetterOff = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [given, wanted] = [one.slice(start), other.slice(start)]
  const behind = given.slice(1)
  return behind === wanted || [given, behind].includes(wanted.slice(1))
}

/** Members of which each must be a number of a kind. */
const numbers =
  (expected: string, accepts: (given: number) => boolean) =>
  (...names: readonly string[]): readonly WantedMember[] =>
    names.map((name) => ({ name, expected, accepts: (given) => typeof given === "number" && accepts(given) }))

/** Members of which each must be a number above 0. */
export const positive = /* @__PURE__ */ numbers("a number above 0", (given) => given > 0)

/** Members of which each must be a number from 0. */
export const fromZero = /* @__PURE__ */ numbers("a number from 0", (given) => given >= 0)

/** Members of which each must be the part of something. */
export const parts = /* @__PURE__ */ numbers("a number above 0 and at most 1", (given) => given > 0 && given <= 1)

/** Members of which each must be how many there are of something. */
export const counts = /* @__PURE__ */ numbers("a whole number from 0", (given) => Number.isInteger(given) && given >= 0)

/** Members of which each must be how many milliseconds a timer waits: at most as long as those of JavaScript can. */
export const timers = /* @__PURE__ */ numbers(
  "a number of milliseconds above 0 and below 2^31",
  (given) => given > 0 && given < 2 ** 31
)

/** Members of which each must be a function. */
export const functions = (...names: readonly string[]): readonly WantedMember[] =>
  names.map((name) => ({ name, expected: "a function", accepts: (given) => typeof given === "function" }))

/** Members of which each must be a text. */
export const texts = (...names: readonly string[]): readonly WantedMember[] =>
  names.map((name) => ({ name, expected: "a text that is not empty", accepts: isNonEmptyText }))

/** Members of which each must be a list of globs: what is looked for in a text would be found in its letters. */
export const globLists = (...names: readonly string[]): readonly WantedMember[] =>
  names.map((name) => ({
    name,
    expected: "a list of model ids, in which `*` stands for any characters",
    accepts: (given) => Array.isArray(given) && given.every(isNonEmptyText)
  }))

/** Whether something is a text that says anything. */
export const isNonEmptyText = (given: unknown): given is string => typeof given === "string" && given !== ""

/** What was chosen, over what is usual; what is undefined was not chosen. */
export const overUsual = <A extends object>(usual: A, chosen: Partial<A>): A => ({
  ...usual,
  ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
})

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
