import { isObject, type Json, type JsonObject, JsonText } from "../../words/json.ts"
import type { Native, Node } from "../../words/node.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import type { Draft } from "./native.ts"
import { id } from "./wire.ts"

/** Sets a field where there is a value for it. */
export const set = <A, Key extends keyof A>(node: A, key: Key, value: A[Key] | undefined): void => {
  if (value !== undefined) node[key] = value
}

/** Members whose explicit null says nothing: in answers, all of them. */
export const everyNull = (_key: string): boolean => true

const noNull = (_key: string): boolean => false

/**
 * An object of the wire while it is read. Members that are asked for are known; all others, and nulls that say
 * something, are kept for this format.
 */
export class Members {
  readonly reader: Reader
  readonly object: JsonObject
  readonly at: Pointer
  /** Where it stands below the object of its node. */
  readonly #path: Pointer
  readonly #silent: (key: string) => boolean
  readonly #keys: readonly string[]
  /** Keys that were asked for, of members that are there and not null. */
  readonly #asked: string[] = []
  #inside: Members[] | undefined

  constructor(reader: Reader, object: JsonObject, at: Pointer, silent = noNull, path: Pointer = "") {
    this.reader = reader
    this.object = object
    this.at = at
    this.#silent = silent
    this.#path = path
    this.#keys = Object.keys(object)
  }

  /** Members that are read over, or elsewhere. */
  skip(...keys: readonly string[]): void {
    for (const key of keys) this.#has(key)
  }

  /** A member of any type. */
  value(key: string): Json | undefined {
    return this.#has(key) ? this.object[key] : undefined
  }

  string(key: string): string | undefined {
    return this.#has(key) ? this.reader.string(this.object, key, this.at) : undefined
  }

  boolean(key: string): boolean | undefined {
    return this.#has(key) ? this.reader.boolean(this.object, key, this.at) : undefined
  }

  number(key: string): number | undefined {
    return this.#has(key) ? this.reader.number(this.object, key, this.at) : undefined
  }

  /** A member that crosses unread. Null reads as absent. */
  json(key: string): JsonText | undefined {
    return this.#has(key) ? JsonText.member(this.object, key) : undefined
  }

  /** A string that must be there. */
  needed(key: string): string | undefined {
    return this.required(key, this.reader.string)
  }

  /** What a method of the reader gives, or an issue where the member is not there. */
  required<A>(key: string, read: (object: JsonObject, key: string, at: Pointer) => A | undefined): A | undefined {
    this.skip(key)
    return this.reader.required(this.object, key, this.at, read)
  }

  /** A word of a list; any other word is kept as it is. */
  word<A>(key: string, words: ReadonlyMap<string, A>): A | undefined {
    const word = this.reader.string(this.object, key, this.at)
    const meaning = word === undefined ? undefined : words.get(word)
    if (meaning !== undefined) this.#asked.push(key)
    return meaning
  }

  /** An object inside this one; what is unknown of it is kept at `path` below the node. */
  inside(key: string, path: Pointer = below(this.#path, key)): Members | undefined {
    const object = this.#has(key) ? this.reader.object(this.object, key, this.at) : undefined
    if (object === undefined) return undefined
    const members = new Members(this.reader, object, below(this.at, key), this.#silent, path)
    this.#inside ??= []
    this.#inside.push(members)
    return members
  }

  /** What only this format can say of the object and of those inside, set on the node that was made of it. */
  keepOn<A extends Draft<Node>>(node: A, kind?: string): A {
    const rest = this.#rest()
    const inner = this.inner()
    if (rest === undefined && kind === undefined && inner === undefined) return node
    const native: Draft<Native> = { format: id }
    set(native, "kind", kind)
    set(native, "rest", rest)
    set(native, "inner", inner)
    node.native = native
    return node
  }

  /** Unknown members of objects inside, by their pointer below the node. */
  inner(found?: Map<Pointer, JsonText>): Map<Pointer, JsonText> | undefined {
    if (this.#inside === undefined) return found
    let inner = found
    for (const members of this.#inside) {
      for (const [key, value] of members.#rest() ?? none) {
        inner ??= new Map()
        inner.set(below(members.#path, key), value)
      }
      inner = members.inner(inner)
    }
    return inner
  }

  /** Whether a member is there and not null: then it is known. */
  #has(key: string): boolean {
    if (!this.#keys.includes(key) || this.object[key] === null) return false
    this.#asked.push(key)
    return true
  }

  #rest(): Map<string, JsonText> | undefined {
    let rest: Map<string, JsonText> | undefined
    for (const key of this.#keys) {
      if (this.#asked.includes(key) || (this.object[key] === null && this.#silent(key))) continue
      rest ??= new Map()
      rest.set(key, JsonText.member(this.object, key))
    }
    return rest
  }
}

const none: readonly never[] = []

/** The objects of a list, as members. */
export const membersOf = (reader: Reader, object: JsonObject, key: string, at: Pointer): Members[] | undefined =>
  reader.objects(object, key, at)?.map(([item, path]) => new Members(reader, item, path))

/** A value as an object, or undefined. */
export const objectOr = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined)
