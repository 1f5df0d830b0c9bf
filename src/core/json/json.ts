import { Invalid, fail, type Result, succeed } from "../errors/invalid.ts"
import { whereBroken, pointerAtOffset, type JsonPointer, pointerTokens } from "./pointer.ts"
import { annotateSource } from "./exact.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  numeralOf,
  objectOr,
  parsedOrNull,
  parseNative,
  sourceOf,
  type JsonLimits,
  scanJson
} from "./value.ts"

export { isArray, isObject, objectOr, type Json, type JsonObject } from "./value.ts"

/** What an encoder builds: JSON values in which a {@link JsonText} may stand for any value; undefined members are left out. */
export type JsonTemplate =
  | null
  | undefined
  | boolean
  | number
  | string
  | readonly JsonTemplate[]
  | { readonly [key: string]: JsonTemplate }
  | JsonText

/**
 * A JSON value that crosses unread: its source text, its parsed value, or both, each made when it is first asked for.
 *
 * Parsing and printing changes `12345678901234567890`, `1.0` and the order of members like `"2"`; a `JsonText` keeps
 * them, and {@link stringifyJson} splices its text where printing its value would change it. Compare two by their `text`.
 */
export class JsonText {
  #text: string | undefined
  #value: Json | undefined
  /** Whether there is nothing to read for the value any more: it is at hand, or the text is not JSON. */
  #settled: boolean
  /** What the text is natively printed from: its value is had without reading it. */
  #tree: JsonTemplate

  private constructor(text: string | undefined, value: Json | undefined, tree?: JsonTemplate) {
    this.#text = text
    this.#value = value
    this.#settled = value !== undefined
    this.#tree = tree
  }

  /** A value by its source text, which need not be JSON: a model may write half an object. */
  static source(text: string): JsonText {
    return new JsonText(text, undefined)
  }

  /** A value by its source text, read now: why it cannot be, where it cannot. */
  static parsed(text: string): Result<JsonText, Invalid> {
    const document = parseJson(text)
    return document.ok ? succeed(new JsonText(text, document.value)) : document
  }

  /** A value as it was read by {@link parseJson}, with the source text it was read from where that matters. */
  static of(value: Json): JsonText {
    return new JsonText(undefined, value)
  }

  /** The member `key` of an object that {@link parseJson} gave, with its source text where that matters. */
  static member(object: JsonObject, key: string): JsonText {
    const value = object[key] ?? null
    const numeral = numeralOf(object, key)
    return numeral === undefined ? JsonText.of(value) : new JsonText(numeral, value)
  }

  /** A value that an encoder built. */
  static tree(tree: JsonTemplate): JsonText {
    const made = JsonText.late(tree)
    made.#print()
    return made
  }

  /** The same, printed once it is read: until then nobody may change what it was built from. */
  static late(tree: JsonTemplate): JsonText {
    return new JsonText(undefined, undefined, tree ?? null)
  }

  /** A string, which is printed once if it is long, wherever it is spliced. */
  static string(text: string): string | JsonText {
    if (text.length <= longText) return text
    return new JsonText(isBare.test(text) ? `"${text}"` : JSON.stringify(text), text)
  }

  /** The source text. */
  get text(): string {
    this.#print()
    return (this.#text ??= sourceOf(this.#value) ?? JSON.stringify(this.#value))
  }

  #print(): void {
    if (this.#text !== undefined || this.#tree === undefined) return
    this.#text = printed(this.#tree)
    if (this.#text !== undefined) return
    this.#text = spliceJson(this.#tree)
    this.#tree = undefined
  }

  /** Whether the value is at hand: nothing has to be read for it. */
  get isRead(): boolean {
    this.#print()
    return this.#value !== undefined || this.#tree !== undefined
  }

  /** The parsed value; undefined where the text is not JSON. */
  get value(): Json | undefined {
    if (this.#settled) return this.#value
    this.#print()
    this.#settled = true
    const tree = this.#tree
    this.#tree = undefined
    if (tree !== undefined) return (this.#value = valueOf(tree))
    const document = parseJson(this.text, textLimits)
    return (this.#value = document.ok ? document.value : undefined)
  }

  /** Whether the text is that of a JSON object, of which a member may stand twice: quicker than to ask for {@link object}. */
  get isObject(): boolean {
    if (this.isRead || this.#settled) return this.object !== undefined
    return scanJson(this.text, textLimits).over === undefined && isObject(parsedOrNull(this.text))
  }

  /** The value as a JSON object; undefined where it is anything else. */
  get object(): JsonObject | undefined {
    return objectOr(this.value)
  }

  /** What to put into a tree that is printed: the value itself where printing it is faithful, which is quicker. */
  get printable(): Json | JsonText {
    const value = this.value
    if (value === undefined || sourceOf(value) !== undefined) return this
    return typeof value === "number" && this.text !== String(value) ? this : value
  }

  /** For `JSON.stringify`: the value where printing it is faithful, and quicker than to splice a text that is there. */
  toJSON(): Json {
    this.#print()
    if (this.#text !== undefined && this.#text.length > longText) throw verbatim
    const value = this.printable
    if (value instanceof JsonText) throw verbatim
    return value
  }
}

/** A text of more UTF-16 code units is spliced where it is there: to print its value again takes milliseconds. */
const longText = 1024 * 1024

/** Base64, and URLs of it: what has nothing to escape is found faster than it is printed. */
const isBare = /^[\w+/=:;,.-]*$/

/** Thrown by {@link JsonText.toJSON} to say that printing its value would not do; caught by {@link stringifyJson}. */
const verbatim = new Error("verbatim")

/** What is accepted from outside: nesting depth, and the number of members and items in all. */
export const jsonLimits: JsonLimits = { depth: 64, members: 200_000 }

/** The same of JSON in a text, such as a call's input: a name of its own costs a microsecond, and a model five tokens. */
const textLimits: JsonLimits = { ...jsonLimits, members: 100_000, names: 20_000 }

/**
 * Reads JSON text: natively, after one look at the text that finds what a native reader would lose (duplicate names,
 * numbers and member orders that it would change) or choke on; only such a text is read a second time, exactly.
 * `native`: the value as a native reader had it, which is at hand; it is changed, and worth nothing where this fails.
 * `brief`: the text without long strings, which is looked at in its place.
 */
export const parseJson = (text: string, within = jsonLimits, native?: Json, brief = text): Result<Json, Invalid> => {
  const seen = scanJson(brief, within)
  if (seen.over !== undefined)
    return fail(Invalid.at(seen.at === undefined ? "" : pointerAtOffset(brief, seen.at), seen.over))
  let value: Json
  try {
    value = native ?? parseNative(text)
  } catch {
    return fail(Invalid.at("", `The body is not valid JSON: ${whereBroken(text)}.`))
  }
  return seen.risky || seen.members !== countMembers(value) ? annotateSource(text, value) : succeed(value)
}

/** Prints a tree as JSON text, splicing every {@link JsonText} that printing its value would change. */
export const stringifyJson = (tree: JsonTemplate): string => printed(tree) ?? spliceJson(tree)

/** A tree as native printing has it; undefined where that would change the value of a {@link JsonText}. */
const printed = (tree: JsonTemplate): string | undefined => {
  try {
    return JSON.stringify(tree) ?? "null"
  } catch (thrown) {
    if (thrown !== verbatim) throw thrown
    return undefined
  }
}

/** What a reader of a natively {@link printed} tree would get: of what is plain already, the tree itself. */
const valueOf = (tree: JsonTemplate): Json => {
  if (tree instanceof JsonText) return tree.value ?? null
  if (isPlain(tree)) return tree
  if (typeof tree !== "object" || tree === null) return null
  if (isItems(tree)) return tree.map(valueOf)
  const value: { [key: string]: Json } = {}
  for (const key in tree) {
    const member = tree[key]
    if (member !== undefined) putMember(value, key, valueOf(member))
  }
  return value
}

/** Whether nothing in a tree stands for something else, and nothing is to be left out. */
const isPlain = (tree: JsonTemplate): tree is Json => {
  if (typeof tree !== "object" || tree === null) return tree !== undefined
  if (tree instanceof JsonText) return false
  if (isItems(tree)) return tree.every(isPlain)
  for (const key in tree) if (!isPlain(tree[key])) return false
  return true
}

/** Prints a tree as JSON text, splicing every {@link JsonText} as it is: none is read, and long ones are not copied. */
export const spliceJson = (tree: JsonTemplate): string => {
  if (tree instanceof JsonText) return tree.text
  if (typeof tree !== "object" || tree === null) return JSON.stringify(tree) ?? "null"
  let text = ""
  if (isItems(tree)) {
    for (const item of tree) text += `${text === "" ? "" : ","}${spliceJson(item)}`
    return `[${text}]`
  }
  for (const [key, value] of Object.entries(tree)) {
    if (value !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${spliceJson(value)}`
  }
  return `{${text}}`
}

/** Whether a tree is a list. */
export const isItems = (tree: JsonTemplate): tree is readonly JsonTemplate[] => Array.isArray(tree)

/** Sets a member, also one named `__proto__`, on an object that an encoder builds. */
export const putMember = (out: { [key: string]: JsonTemplate }, key: string, value: JsonTemplate): void => {
  if (key !== "__proto__") out[key] = value
  else Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true })
}

/** The members of an object as they are spelled, for an encoder to build on: a spread would print its numbers anew. */
export const spelledMembers = (object: JsonObject): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, JsonText.member(object, key).printable)
  return out
}

/** The members in a value whose depth is bounded. */
const countMembers = (value: Json): number => {
  if (typeof value !== "object" || value === null) return 0
  let members = 0
  if (isArray(value)) {
    for (const item of value) if (typeof item === "object") members += countMembers(item)
    return members
  }
  for (const key in value) {
    members++
    const inside = value[key]
    if (typeof inside === "object") members += countMembers(inside)
  }
  return members
}

/** An object of the wire while it is being put together. */
export type JsonObjectBuilder = { [key: string]: JsonTemplate }

/** Whether a tree is an object that is being put together. */
export const isJsonObjectBuilder = (tree: JsonTemplate): tree is JsonObjectBuilder =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree) && !(tree instanceof JsonText)

/** Sets the member at a pointer below an object, making the objects on the way. What stands in the way stays. */
export const putAt = (out: JsonObjectBuilder, path: JsonPointer, value: JsonTemplate): void => {
  const names = pointerTokens(path)
  const last = names.at(-1)
  if (last === undefined) return
  let here = out
  for (const name of names.slice(0, -1)) {
    const found = Object.hasOwn(here, name) ? here[name] : undefined
    const next = found === undefined ? {} : found
    if (!isJsonObjectBuilder(next)) return
    if (found === undefined) putMember(here, name, next)
    here = next
  }
  putMember(here, last, value)
}

/** A value while it is being put together. */
export type MutableDraft<A> = { -readonly [Key in keyof A]: A[Key] }

/** Sets a field where there is a value for it. */
export const setDefined = <A, Key extends keyof A>(node: A, key: Key, value: A[Key] | undefined): void => {
  if (value !== undefined) node[key] = value
}
