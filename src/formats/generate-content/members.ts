import { type Json, type JsonObject, JsonText } from "../../words/json.ts"
import type { Native, Node } from "../../words/node.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import { type Draft, set } from "./native.ts"
import { camel, id } from "./wire.ts"

/**
 * An object of the wire while it is read, under the names with capitals whichever spelling it has. Members that are
 * asked for are known; all others, and in requests explicit nulls, are kept for this format.
 */
export class Members {
  readonly reader: Reader
  readonly object: JsonObject
  readonly at: Pointer
  /** The names of the members that are there and not null. */
  readonly names: readonly string[]
  /** Where it stands below the object of its node. */
  readonly #path: Pointer
  /** Whether explicit nulls say nothing: in answers. */
  readonly #silent: boolean
  /** The spelling in the body of each name that has another there. */
  #spelled: Map<string, string> | undefined
  readonly #asked: string[] = []
  #inside: Members[] | undefined

  constructor(reader: Reader, object: JsonObject, at: Pointer, silent = false, path: Pointer = "") {
    this.reader = reader
    this.object = object
    this.at = at
    this.#silent = silent
    this.#path = path
    const names: string[] = []
    for (const key of Object.keys(object)) if (object[key] !== null) names.push(this.#nameOf(key))
    this.names = names
  }

  #nameOf(key: string): string {
    const name = camel(key)
    if (name === key || Object.hasOwn(this.object, name)) return key
    this.#spelled ??= new Map()
    this.#spelled.set(name, key)
    return name
  }

  /** The pointer of a member, in the body's own spelling. */
  below(name: string): Pointer {
    return below(this.at, this.#key(name))
  }

  #key(name: string): string {
    return this.#spelled?.get(name) ?? name
  }

  /** Whether a member is there and not null: then it is known. */
  has(name: string): boolean {
    if (!this.names.includes(name)) return false
    if (!this.#asked.includes(name)) this.#asked.push(name)
    return true
  }

  /** A member of any type. */
  value(name: string): Json | undefined {
    return this.has(name) ? this.object[this.#key(name)] : undefined
  }

  string(name: string): string | undefined {
    return this.has(name) ? this.reader.string(this.object, this.#key(name), this.at) : undefined
  }

  boolean(name: string): boolean | undefined {
    return this.has(name) ? this.reader.boolean(this.object, this.#key(name), this.at) : undefined
  }

  number(name: string): number | undefined {
    return this.has(name) ? this.reader.number(this.object, this.#key(name), this.at) : undefined
  }

  integer(name: string): number | undefined {
    return this.has(name) ? this.reader.integer(this.object, this.#key(name), this.at) : undefined
  }

  strings(name: string): readonly string[] | undefined {
    return this.has(name) ? this.reader.strings(this.object, this.#key(name), this.at) : undefined
  }

  array(name: string): readonly Json[] | undefined {
    return this.has(name) ? this.reader.array(this.object, this.#key(name), this.at) : undefined
  }

  /** A member that crosses unread. Null reads as absent. */
  json(name: string): JsonText | undefined {
    return this.has(name) ? JsonText.member(this.object, this.#key(name)) : undefined
  }

  /** An object that crosses unread. */
  record(name: string): JsonText | undefined {
    const object = this.has(name) ? this.reader.object(this.object, this.#key(name), this.at) : undefined
    return object && JsonText.of(object)
  }

  /** A string that must be there. In answers, the empty one stands for it. */
  needed(name: string): string | undefined {
    if (this.has(name)) return this.string(name)
    return this.#silent ? "" : this.reader.issue(this.at, `\`${name}\` is required.`)
  }

  /** What a word of a list means; any other word is kept as it is. */
  word<A>(name: string, words: ReadonlyMap<string, A>): A | undefined {
    if (!this.names.includes(name)) return undefined
    const word = this.reader.string(this.object, this.#key(name), this.at)
    const meaning = word === undefined ? undefined : words.get(word)
    if (meaning !== undefined) this.has(name)
    return meaning
  }

  /** The objects of a list, as members. */
  items(name: string): readonly Members[] | undefined {
    if (!this.has(name)) return undefined
    return this.reader
      .objects(this.object, this.#key(name), this.at)
      ?.map(([item, path]) => new Members(this.reader, item, path, this.#silent))
  }

  /** An object inside this one; what is unknown of it is kept below the node. */
  inside(name: string): Members | undefined {
    const object = this.has(name) ? this.reader.object(this.object, this.#key(name), this.at) : undefined
    if (object === undefined) return undefined
    const members = new Members(this.reader, object, this.below(name), this.#silent, below(this.#path, name))
    this.#inside ??= []
    this.#inside.push(members)
    return members
  }

  /** What only this format can say of the object and of those inside, set on the node that was made of it. */
  keepOn<A extends Draft<Node>>(node: A, kind?: string): A {
    const rest = this.#rest()
    const inner = this.#inner(undefined)
    if (rest === undefined && kind === undefined && inner === undefined) return node
    const native: Draft<Native> = { format: id, ...node.native }
    set(native, "kind", kind)
    set(native, "rest", rest)
    set(native, "inner", inner)
    node.native = native
    return node
  }

  #inner(found: Map<Pointer, JsonText> | undefined): Map<Pointer, JsonText> | undefined {
    if (this.#inside === undefined) return found
    let inner = found
    for (const members of this.#inside) {
      for (const [key, value] of members.#rest() ?? nothing) {
        inner ??= new Map()
        inner.set(below(members.#path, key), value)
      }
      inner = members.#inner(inner)
    }
    return inner
  }

  #rest(): Map<string, JsonText> | undefined {
    const keys = Object.keys(this.object)
    if (this.#asked.length >= keys.length) return undefined
    let rest: Map<string, JsonText> | undefined
    for (const key of keys) {
      if (this.object[key] === null ? this.#silent : this.#isAsked(key)) continue
      rest ??= new Map()
      rest.set(key, JsonText.member(this.object, key))
    }
    return rest
  }

  #isAsked(key: string): boolean {
    return this.#asked.some((name) => this.#key(name) === key)
  }
}

const nothing: readonly never[] = []
