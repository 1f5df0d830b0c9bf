import { type MutableDraft, setDefined, isObject, type Json, type JsonObject, JsonText } from "../json/json.ts"
import { holdsNothing, type ReadOptions, spelledIn, type IssueReader } from "./issue-reader.ts"
import type { NativeExtras, ChatNode } from "../chat/node.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"

/** A method of a {@link IssueReader}. */
type ReadMember<A> = (object: JsonObject, key: string, at: JsonPointer) => A | undefined

/**
 * An object of the wire while it is read, under one name for each member whichever spelling it has. Members that are
 * asked for are known; all others, and nulls that say something, are kept for the format.
 */
export class ObjectReader {
  readonly reader: IssueReader
  readonly object: JsonObject
  readonly at: JsonPointer
  readonly options: ReadOptions
  /** Where it stands below the object of its node. */
  readonly path: JsonPointer
  /** The keys of members that are known. */
  readonly #known = new Set<string>()
  /** The spelling in the body of each name that has another there. */
  readonly spelled: ReadonlyMap<string, string> | undefined
  #keys: readonly string[] | undefined
  #inside: ObjectReader[] | undefined
  /** Where members stand that hold nothing. */
  #bare: JsonPointer[] | undefined

  constructor(reader: IssueReader, object: JsonObject, at: JsonPointer, options: ReadOptions, path: JsonPointer = "") {
    this.reader = reader
    this.object = object
    this.at = at
    this.options = options
    this.path = path
    this.spelled = options.nameOf === undefined ? undefined : spelledIn(this, options.nameOf)
  }

  /** The keys of all members: to list those of an object that has thousands takes milliseconds. */
  get keys(): readonly string[] {
    return (this.#keys ??= Object.keys(this.object))
  }

  /** The pointer of a member, in the body's own spelling. */
  below(name: string): JsonPointer {
    return childPointer(this.at, this.key(name))
  }

  /** The key of a member: its name in the body's own spelling. */
  key(name: string): string {
    return this.spelled?.get(name) ?? name
  }

  /** The key of a member that is there and not null: it is known from now on. */
  #ask(name: string): string | undefined {
    const key = this.key(name)
    if ((this.object[key] ?? null) === null) return undefined
    this.#known.add(key)
    return key
  }

  /** What a method of the reader gives of a member that is there. */
  #read<A>(name: string, read: ReadMember<A>): A | undefined {
    const key = this.#ask(name)
    return key === undefined ? undefined : read.call(this.reader, this.object, key, this.at)
  }

  /** What a method of the reader gives of a scalar. One of another type is kept where the options are lenient. */
  #scalar<A>(name: string, read: ReadMember<A>): A | undefined {
    const { issues } = this.reader
    const before = issues.length
    const value = this.#read(name, read)
    if (issues.length === before || this.options.lenient !== true) return value
    issues.length = before
    this.#known.delete(this.key(name))
    return undefined
  }

  /** Whether a member is there and not null. */
  says(name: string): boolean {
    return (this.object[this.key(name)] ?? null) !== null
  }

  /** The same; then it is known. */
  has(name: string): boolean {
    return this.#ask(name) !== undefined
  }

  /** Members that are read over, or elsewhere. */
  skip(...names: readonly string[]): void {
    for (const name of names) this.#ask(name)
  }

  /** Members of which null is what absence says. */
  absent(known: Pick<ReadonlySet<string>, "has">): void {
    for (const key of this.keys) if (this.object[key] === null && known.has(key)) this.#known.add(key)
  }

  /** A member of any type. */
  value(name: string): Json | undefined {
    const key = this.#ask(name)
    return key === undefined ? undefined : this.object[key]
  }

  string(name: string): string | undefined {
    return this.#scalar(name, this.reader.string)
  }

  boolean(name: string): boolean | undefined {
    return this.#scalar(name, this.reader.boolean)
  }

  number(name: string): number | undefined {
    return this.#scalar(name, this.reader.number)
  }

  integer(name: string): number | undefined {
    return this.#scalar(name, this.reader.integer)
  }

  strings(name: string): readonly string[] | undefined {
    return this.#read(name, this.reader.strings)
  }

  array(name: string): readonly Json[] | undefined {
    return this.#read(name, this.reader.array)
  }

  /** A member that crosses unread. Null reads as absent. */
  json(name: string): JsonText | undefined {
    const key = this.#ask(name)
    return key === undefined ? undefined : JsonText.member(this.object, key)
  }

  /** An object that crosses unread. */
  record(name: string): JsonText | undefined {
    const object = this.#read(name, this.reader.object)
    return object && JsonText.of(object)
  }

  /** A string that must be there. */
  needed(name: string): string | undefined {
    if (this.has(name)) return this.#read(name, this.reader.string)
    return this.options.lenient === true ? "" : this.reader.absent(this.at, name)
  }

  /** What a method of the reader gives, or an issue where the member is not there. */
  required<A>(name: string, read: ReadMember<A>): A | undefined {
    return this.has(name) ? this.#read(name, read) : this.reader.absent(this.at, name)
  }

  /** What a word of a list means; any other word is kept as it is. */
  word<A>(name: string, words: ReadonlyMap<string, A>): A | undefined {
    const word = this.reader.string(this.object, this.key(name), this.at)
    const meaning = word === undefined ? undefined : words.get(word)
    if (meaning !== undefined) this.#ask(name)
    return meaning
  }

  /** The objects of a list, each a node's own. */
  items(name: string): readonly ObjectReader[] | undefined {
    return this.nodes(name, (from) => from)
  }

  /** The nodes that a list's objects are: what `read` gives of those that `take` does not. */
  nodes<A>(
    name: string,
    read: (from: ObjectReader) => A,
    take?: (object: JsonObject, at: JsonPointer) => A | undefined
  ): readonly A[] | undefined {
    return this.objects(name)?.map(([item, at]) => take?.(item, at) ?? read(this.with(item, at)))
  }

  /** The object that stands in the place of a list, whose only item it is, where the options have it so. */
  lone(name: string): JsonObject | undefined {
    const value = this.options.lone === true ? this.object[this.key(name)] : undefined
    return isObject(value) && this.has(name) ? value : undefined
  }

  /** The objects of a list, and where each stands. */
  objects(name: string): readonly (readonly [JsonObject, JsonPointer])[] | undefined {
    const lone = this.lone(name)
    if (lone !== undefined) return [[lone, this.below(name)]]
    this.markEmpty(name)
    return this.#read(name, this.reader.objects)
  }

  /** Remembers a member that holds nothing: as such it sets nothing in any format. */
  markEmpty(name: string): void {
    const key = this.key(name)
    if (!holdsNothing(this.object[key])) return
    this.#bare ??= []
    this.#bare.push(childPointer(this.at, key))
  }

  /** Remembers what holds nothing of an object that becomes no node: the object itself, or members of it. */
  bareIn(inside: ObjectReader): void {
    const found = holdsNothing(inside.object) ? [inside.at] : inside.#empty()
    if (found.length > 0) this.#bare = [...(this.#bare ?? none), ...found]
  }

  /** An object inside this one that is a node's own. */
  own(name: string): ObjectReader | undefined {
    const object = this.#read(name, this.reader.object)
    return object && this.with(object, this.below(name))
  }

  /** Another object of the same body that is a node's own. */
  with(object: JsonObject, at: JsonPointer): ObjectReader {
    return new ObjectReader(this.reader, object, at, this.options)
  }

  /** An object inside this one; what is unknown of it is kept at `path` below the node. */
  inside(name: string, path: JsonPointer = childPointer(this.path, name)): ObjectReader | undefined {
    this.markEmpty(name)
    const object = this.#read(name, this.reader.object)
    return object && this.within(object, this.below(name), path)
  }

  /** Another object of the same body; what is unknown of it is kept at `path` below the node of this one. */
  within(object: JsonObject, at: JsonPointer, path: JsonPointer): ObjectReader {
    const members = new ObjectReader(this.reader, object, at, this.options, path)
    this.#inside ??= []
    this.#inside.push(members)
    return members
  }

  /** What only the format can say of the object and of those inside, set on the node that was made of it. */
  attachUnknown<A extends MutableDraft<ChatNode>>(node: A, kind?: string): A {
    const rest = this.#rest()
    const inner = this.inner()
    const empty = this.options.empty === true ? this.#empty() : none
    if (rest === undefined && kind === undefined && inner === undefined && empty.length === 0) return node
    const native: MutableDraft<NativeExtras> = { format: this.options.format, ...node.native }
    setDefined(native, "kind", kind)
    setDefined(native, "rest", rest)
    setDefined(native, "inner", inner)
    if (empty.length > 0) native.empty = empty
    node.native = native
    if (inner !== undefined) this.#placeInner(node, node.at ?? "")
    return node
  }

  /** Unknown members of objects inside, by their pointer below the node. */
  inner(found?: Map<JsonPointer, JsonText>): Map<JsonPointer, JsonText> | undefined {
    if (this.#inside === undefined) return found
    let inner = found
    for (const members of this.#inside) {
      const rest = members.#rest()
      if (rest !== undefined) {
        inner ??= new Map()
        for (const [key, value] of rest) inner.set(childPointer(members.path, key), value)
      }
      inner = members.inner(inner)
    }
    return inner
  }

  /** Says of what is unknown inside where it stands in the body, where that is spelled otherwise. */
  #placeInner(node: MutableDraft<ChatNode>, at: JsonPointer): void {
    for (const members of this.#inside ?? []) {
      for (const key of members.#rest()?.keys() ?? []) {
        const path = childPointer(members.path, key)
        const place = childPointer(members.at, key).slice(at.length)
        if (place !== path) node.places = new Map(node.places).set(path, place)
      }
      members.#placeInner(node, at)
    }
  }

  /** Where members stand that hold nothing, with those of the objects inside. */
  #empty(): readonly JsonPointer[] {
    const own = this.#bare ?? none
    return this.#inside === undefined ? own : [...own, ...this.#inside.flatMap((members) => members.#empty())]
  }

  #rest(): Map<string, JsonText> | undefined {
    let rest: Map<string, JsonText> | undefined
    for (const key of this.keys) {
      if (this.#known.has(key) || (this.object[key] === null && this.options.silent(key))) continue
      rest ??= new Map()
      rest.set(key, JsonText.member(this.object, key))
    }
    return rest
  }
}

const none: readonly JsonPointer[] = []
