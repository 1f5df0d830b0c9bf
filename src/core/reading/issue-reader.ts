import { missingMember, Invalid, type InvalidIssue, fail, type Result, succeed } from "../errors/invalid.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, parseJson } from "../json/json.ts"
import { numeralOf } from "../json/value.ts"
import type { TranslationNote, Translated } from "../notes/note.ts"
import { childPointer, dottedPath, type JsonPointer } from "../json/pointer.ts"

/**
 * Reads members of a JSON body and remembers what was wrong. A member that is absent, null or of the wrong type reads
 * as undefined; a wrong type is an issue, so a decoder reads on and names everything at once.
 */
export class IssueReader {
  readonly issues: InvalidIssue[] = []
  readonly notes: TranslationNote[] = []
  /** Numbers that were spelled as JavaScript would not print them, by pointer. */
  readonly spelled = new Map<JsonPointer, string>()

  /** Remembers that something is wrong. */
  issue(path: JsonPointer, message: string): undefined {
    this.issues.push({ path, message })
    return undefined
  }

  /** Remembers what must hold of what stands at a place, as a sentence goes on behind "must": `be a string`. */
  must(at: JsonPointer, hold: string): undefined {
    return this.issue(at, `${namedAt(at)} must ${hold}.`)
  }

  /** Remembers that a member is not there; `why`: what wants it, or what it must be. */
  absent(at: JsonPointer, key: string, why?: string): undefined {
    this.issues.push(missingMember(at, key, why))
    return undefined
  }

  /** What was looked at and not read, where nothing was wrong. */
  checked(): Result<undefined, Invalid> {
    const [first, ...more] = this.issues
    return first === undefined ? succeed(undefined) : fail(new Invalid([first, ...more]))
  }

  /** What was read, where nothing was wrong. */
  settled<A>(value: A): Result<Translated<A>, Invalid> {
    const checked = this.checked()
    return checked.ok ? succeed({ value, notes: this.notes }) : checked
  }

  /** A string member. */
  string(object: JsonObject, key: string, at: JsonPointer): string | undefined {
    const value = object[key]
    return typeof value === "string" ? value : this.#wrong(value, key, at, "a string")
  }

  /** A boolean member. */
  boolean(object: JsonObject, key: string, at: JsonPointer): boolean | undefined {
    const value = object[key]
    return typeof value === "boolean" ? value : this.#wrong(value, key, at, "a boolean")
  }

  /** A finite number member. */
  number(object: JsonObject, key: string, at: JsonPointer): number | undefined {
    const value = object[key]
    if (typeof value !== "number") return this.#wrong(value, key, at, "a number")
    if (!Number.isFinite(value)) return this.issue(childPointer(at, key), `\`${key}\` is too large for a number.`)
    const numeral = numeralOf(object, key)
    if (numeral !== undefined) this.spelled.set(childPointer(at, key), numeral)
    return value
  }

  /** An integer member that JavaScript holds exactly. */
  integer(object: JsonObject, key: string, at: JsonPointer): number | undefined {
    const value = this.number(object, key, at)
    if (value === undefined || Number.isSafeInteger(value)) return value
    return this.issue(childPointer(at, key), `\`${key}\` must be an integer between -(2^53 - 1) and 2^53 - 1.`)
  }

  /** An object member. */
  object(object: JsonObject, key: string, at: JsonPointer): JsonObject | undefined {
    const value = object[key]
    return isObject(value) ? value : this.#wrong(value, key, at, "an object")
  }

  /** An array member. */
  array(object: JsonObject, key: string, at: JsonPointer): readonly Json[] | undefined {
    const value = object[key]
    return isArray(value) ? value : this.#wrong(value, key, at, "an array")
  }

  /** An array member of objects; items of another type are issues, and left out. */
  objects(
    object: JsonObject,
    key: string,
    at: JsonPointer
  ): readonly (readonly [JsonObject, JsonPointer])[] | undefined {
    const items = this.array(object, key, at)
    if (items === undefined) return undefined
    const out: (readonly [JsonObject, JsonPointer])[] = []
    const base = childPointer(at, key)
    items.forEach((item, index) => {
      const path = childPointer(base, index)
      if (isObject(item)) out.push([item, path])
      else this.issue(path, "This item must be an object.")
    })
    return out
  }

  /** An array member of strings; items of another type are issues, and left out. */
  strings(object: JsonObject, key: string, at: JsonPointer): readonly string[] | undefined {
    const items = this.array(object, key, at)
    if (items === undefined) return undefined
    const out: string[] = []
    items.forEach((item, index) => {
      if (typeof item === "string") out.push(item)
      else this.issue(childPointer(childPointer(at, key), index), "This item must be a string.")
    })
    return out
  }

  /** A member that crosses unread. Null reads as absent. */
  json(object: JsonObject, key: string): JsonText | undefined {
    const value = object[key]
    return value === undefined || value === null ? undefined : JsonText.member(object, key)
  }

  /** What `read` gives, or an issue at the parent where the member is absent or null. */
  required<A>(
    object: JsonObject,
    key: string,
    at: JsonPointer,
    read: (object: JsonObject, key: string, at: JsonPointer) => A | undefined
  ): A | undefined {
    const value = object[key]
    if (value === undefined || value === null) return this.absent(at, key)
    return read.call(this, object, key, at)
  }

  #wrong(value: Json | undefined, key: string, at: JsonPointer, wanted: string): undefined {
    return value === undefined || value === null
      ? undefined
      : this.issue(childPointer(at, key), `\`${key}\` must be ${wanted}.`)
  }
}

/** What stands at a place, as a sentence begins with it. */
const namedAt = (at: JsonPointer): string => (at === "" ? "The body" : `\`${dottedPath(at)}\``)

/** The object that a body must be; an `Invalid` that says what it is instead, or why it is no JSON. */
export const bodyObject = (body: JsonText, name: "body" | "answer" = "body"): Result<JsonObject, Invalid> => {
  const { value } = body
  if (isObject(value)) return succeed(value)
  const unread = value === undefined ? parseJson(body.text) : undefined
  if (unread?.ok === false) return unread
  return fail(Invalid.at("", `The ${name} must be a JSON object, not ${kindOf(value)}.`))
}

const kindOf = (value: Json | undefined): string => {
  if (isArray(value)) return "a list"
  return value === null || value === undefined ? "null" : `a ${typeof value}`
}

/** Looks at a member of an object that stands at a pointer: what is wrong with it is an issue of the reader. */
type MemberCheck = (reader: IssueReader, object: JsonObject, key: string, at: JsonPointer) => unknown

/** What must hold of the members of an object that crosses unread, where they are there. */
type MemberChecks = ReadonlyMap<string, MemberCheck>

/** Makes a table of checks by the members' names. */
export const memberChecks = (members: Readonly<Record<string, MemberCheck>>): MemberChecks =>
  new Map(Object.entries(members))

const itself = (key: string): string => key

/** Looks at the members of an object that a table knows. `nameOf`: the name of a member that has another spelling. */
export const checkMembers = (
  reader: IssueReader,
  object: JsonObject,
  at: JsonPointer,
  table: MemberChecks,
  nameOf: (key: string) => string = itself
): void => {
  for (const key of Object.keys(object)) table.get(nameOf(key))?.(reader, object, key, at)
}

/** An object whose members have a table of their own. */
export const objectWith = (
  members: Readonly<Record<string, MemberCheck>>,
  nameOf?: (key: string) => string
): MemberCheck => {
  const table = memberChecks(members)
  return (reader, object, key, at) => {
    const inside = reader.object(object, key, at)
    if (inside !== undefined) checkMembers(reader, inside, childPointer(at, key), table, nameOf)
  }
}

/** A text. */
export const isText: MemberCheck = (reader, object, key, at) => reader.string(object, key, at)

/** A flag. */
export const isFlag: MemberCheck = (reader, object, key, at) => reader.boolean(object, key, at)

/** An integer. */
export const isCount: MemberCheck = (reader, object, key, at) => reader.integer(object, key, at)

/**
 * Visits the objects of a list, which is a member of an object that stands at a pointer. An object in its place is
 * visited alone: a vendor takes it so, or refuses it.
 */
export const eachObject = (
  object: JsonObject,
  key: string,
  at: JsonPointer,
  visit: (item: JsonObject, at: JsonPointer) => void
): void => {
  const items = object[key]
  const path = childPointer(at, key)
  if (isObject(items)) return visit(items, path)
  if (!isArray(items)) return
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (isObject(item)) visit(item, childPointer(path, index))
  }
}

/** Whether an object of the wire says a text of the type `text` and nothing else, as most parts of content do. */
export const isPlainText = (object: JsonObject): object is JsonObject & { readonly text: string } =>
  object["type"] === "text" && typeof object["text"] === "string" && Object.keys(object).length === 2

/** How a format's objects are read. */
export interface ReadOptions {
  /** The format that keeps what is not asked for. */
  readonly format: string
  /** Whether an explicit null says nothing, so that it is not kept: in answers, for every member. */
  readonly silent: (key: string) => boolean
  /** The name of a member that has another spelling. Absent: every member has one name. */
  readonly nameOf?: (key: string) => string
  /** Whether objects that hold nothing are told of: in requests, where they may be meant to set something. */
  readonly empty?: true
  /** Whether an object in the place of a list of objects is its only item. */
  readonly lone?: true
  /** A text that must be there and is not reads as the empty one; a scalar of another type is unknown. */
  readonly lenient?: true
}

/** No member whose null says nothing. */
export const noNull = (_key: string): boolean => false

/** Every member's null says nothing. */
export const everyNull = (_key: string): boolean => true

/** The spelling in an object of each name that has another there. A name's own spelling wins. */
export const spelledIn = (
  { object, keys }: { readonly object: JsonObject; readonly keys: readonly string[] },
  nameOf: (key: string) => string
): ReadonlyMap<string, string> | undefined => {
  let spelled: Map<string, string> | undefined
  for (const key of keys) {
    const name = nameOf(key)
    if (name === key || object[key] === null || Object.hasOwn(object, name)) continue
    spelled ??= new Map()
    spelled.set(name, key)
  }
  return spelled
}

/** Whether a value is a list or an object that is empty. */
export const holdsNothing = (value: Json | undefined): boolean =>
  isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
