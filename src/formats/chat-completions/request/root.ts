import type { Native, Node } from "../../../words/node.ts"
import { isObject, type JsonObject, JsonText } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import type { WireNames } from "../../../words/wire-names.ts"
import type { Draft } from "../draft.ts"
import { note } from "../rules.ts"
import { type Read, type Table, take } from "../table.ts"
import { hoistedKeys, id } from "../wire.ts"
import type { Member } from "./thinking.ts"

/** A request body that is being read: what was found where, and what of it is kept in its own spelling. */
export class Root {
  readonly body: JsonObject
  readonly reader: Reader
  readonly names: WireNames
  /** The names of the body's members, in their order. */
  readonly keys: readonly string[]
  readonly places = new Map<string, Pointer>()
  readonly consumed = new Map<string, JsonText>()
  readonly inner = new Map<Pointer, JsonText>()
  readonly #parameters: JsonObject | undefined
  readonly #kept: string[] = []

  constructor(body: JsonObject, reader: Reader, names: WireNames) {
    this.body = body
    this.reader = reader
    this.names = names
    this.keys = Object.keys(body)
    this.#parameters = reader.object(body, "parameters", "")
  }

  /** The object that says a member: the body, else its `parameters`. A member that both say is the body's. */
  find(key: string): readonly [JsonObject, Pointer] {
    const inside = this.#parameters
    if (inside === undefined || !hoistedKeys.has(key) || !has(inside, key)) return [this.body, ""]
    if (!has(this.body, key)) return [inside, "/parameters"]
    note(this.reader.notes, "parameters-beaten", below("/parameters", key))
    return [this.body, ""]
  }

  /** What `read` gives of a member, and where it stood. */
  read<A>(key: string, read: Read<A>): { readonly value: A; readonly at: Pointer } | undefined {
    const [object, at] = this.find(key)
    const value = read(this.reader, object, key, at)
    return value === undefined ? undefined : { value, at: below(at, key) }
  }

  /** Remembers where a field stood. */
  place(field: string, at: Pointer): void {
    this.places.set(field, at)
  }

  /** The objects of the content-style family's own members, under `extra_body` and on the top level. */
  nativeObjects(): readonly (readonly [JsonObject, Pointer])[] {
    const out: (readonly [JsonObject, Pointer])[] = []
    const extra = this.body["extra_body"]
    for (const name of this.names.native) {
      const value = isObject(extra) ? extra[name] : undefined
      if (isObject(value)) out.push([value, below("/extra_body", name)])
    }
    for (const name of this.names.native) {
      const value = this.body[name]
      if (isObject(value)) out.push([value, below("", name)])
    }
    return out
  }

  /** Keeps a member's own spelling beside the field that holds its meaning. */
  consume(key: string): void {
    if (has(this.body, key)) this.consumed.set(below("", key), JsonText.member(this.body, key))
  }

  /** Keeps a known member whose value is not known. */
  keep(key: string): void {
    this.#kept.push(key)
  }

  /** What a table reads of an object inside the body; what it does not know is kept. `at`: where its own object is. */
  take<N extends Draft<Node>>(
    members: Table<N>,
    key: string,
    node: N,
    object = this.body,
    at: Pointer = ""
  ): N | undefined {
    const body = this.reader.object(object, key, at)
    if (body === undefined) return undefined
    take(members, this.reader, body, below(at, key), node, below("", key))
    for (const [path, text] of node.native?.inner ?? []) this.inner.set(path, text)
    return node
  }

  /** Keeps members of an object inside the body that nobody read; what stood below `from` is kept below `to`. */
  keepAll(members: readonly Member[], from = "", to = ""): void {
    for (const { at, text } of members) this.inner.set(to + at.slice(from.length), text)
  }

  /** What this format alone can say of the request, whose `known` members are read. */
  native(known: (key: string) => boolean): Native {
    let rest: Map<string, JsonText> | undefined
    for (const key of this.keys) {
      if ((known(key) || this.#isNamed(key)) && this.body[key] !== null && !this.#kept.includes(key)) continue
      rest ??= new Map()
      rest.set(key, JsonText.member(this.body, key))
    }
    const native: Draft<Native> = { format: id }
    if (rest !== undefined) native.rest = rest
    if (this.consumed.size > 0) native.consumed = this.consumed
    if (this.inner.size > 0) native.inner = this.inner
    if (this.reader.spelled.size > 0) native.spelled = this.reader.spelled
    return native
  }

  /** Whether a deployment's own name of a member is read. */
  #isNamed(key: string): boolean {
    const { native, thinkingToContent } = this.names
    return thinkingToContent.includes(key) || (native.includes(key) && isObject(this.body[key]))
  }
}

const has = (object: JsonObject, key: string): boolean => object[key] !== undefined && object[key] !== null
