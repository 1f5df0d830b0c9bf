import { isObject, type JsonObject, JsonText, put, type Tree } from "../../words/json.ts"
import type { Native, Node } from "../../words/node.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import type { Draft } from "./draft.ts"
import type { Members } from "./native.ts"
import { id } from "./wire.ts"

/** Reads a member of an object that stands at a pointer. */
export type Read<A> = (reader: Reader, object: JsonObject, key: string, at: Pointer) => A | undefined

/** What a member of a wire object says of a node, in both directions. */
export interface Member<N> {
  readonly needed?: true
  /** The fields that it says, and where each stands below the member. */
  readonly says: readonly (readonly [field: string, path: Pointer])[]
  /** `at`: where the object stands; `path`: where that is below the node. */
  readonly read: (reader: Reader, object: JsonObject, key: string, at: Pointer, node: N, path: Pointer) => void
  readonly write: (node: N) => Tree
}

/** The members of a wire object, in the order in which they are written. All others are kept for this format alone. */
export interface Table<N> {
  readonly members: ReadonlyMap<string, Member<N>>
  readonly needed: readonly string[]
  readonly says: Member<N>["says"]
}

/** Makes a table of members by their names. */
export const table = <N>(members: Readonly<Record<string, Member<N>>>): Table<N> => {
  const all = Object.entries(members)
  return {
    members: new Map(all),
    needed: all.flatMap(([key, { needed }]) => (needed === true ? [key] : [])),
    says: all.flatMap(([key, { says }]) => says.map(([field, path]) => [field, `/${key}${path}`] as const))
  }
}

/** A member without which the object says nothing. */
export const needed = <N>(member: Member<N>): Member<N> => ({ ...member, needed: true })

/** A member that says one field. */
export const field = <F extends string, A>(
  name: F,
  read: Read<A>,
  write: (value: A) => Tree
): Member<{ [K in F]?: A }> => ({
  says: [[name, ""]],
  read: (reader, object, key, at, node) => {
    const value = read(reader, object, key, at)
    if (value !== undefined) node[name] = value
  },
  write: (node) => {
    const value = node[name]
    return value === undefined ? undefined : write(value)
  }
})

/** A text. */
export const text = <F extends string>(name: F): Member<{ [K in F]?: string }> =>
  field(
    name,
    (reader, object, key, at) => reader.string(object, key, at),
    (value) => value
  )

/** A flag. */
export const flag = <F extends string>(name: F): Member<{ [K in F]?: boolean }> =>
  field(
    name,
    (reader, object, key, at) => reader.boolean(object, key, at),
    (value) => value
  )

/** A member that says nothing, or is read elsewhere. */
export const silent: Member<unknown> = { says: [], read: () => undefined, write: () => undefined }

/** A member that always says the same. */
export const always = (value: string): Member<unknown> => ({ ...silent, write: () => value })

/** An object inside the node's own. */
export const inside = <N extends Draft<Node>>(members: Table<N>): Member<N> => ({
  says: members.says,
  read: (reader, object, key, at, node, path) => {
    const inner = reader.object(object, key, at)
    if (inner !== undefined) take(members, reader, inner, below(at, key), node, below(path, key))
  },
  write: (node) => written(members, node)
})

/** An object inside the node's own; anything else that stands there is kept unread. */
export const optional = <N extends Draft<Node>>(members: Table<N>): Member<N> => {
  const whole = inside(members)
  return {
    ...whole,
    read: (reader, object, key, at, node, path) => {
      if (isObject(object[key])) whole.read(reader, object, key, at, node, path)
      else keep(node, path, key, JsonText.member(object, key))
    }
  }
}

/** Reads an object at `at` for a node, `path` below the node's own object. */
export const take = <N extends Draft<Node>>(
  { members, needed: needs }: Table<N>,
  reader: Reader,
  object: JsonObject,
  at: Pointer,
  node: N,
  path: Pointer = ""
): void => {
  for (const key of Object.keys(object)) {
    const member = object[key] === null ? undefined : members.get(key)
    if (member === undefined) keep(node, path, key, JsonText.member(object, key))
    else member.read(reader, object, key, at, node, path)
  }
  for (const key of needs) {
    if (object[key] === undefined || object[key] === null) reader.issue(at, `\`${key}\` is required.`)
  }
}

/** Keeps what this format alone can say of a node: a member of its object, or of one at `path` below. */
export const keep = (node: Draft<Node>, path: Pointer, key: string, value: JsonText): void => {
  const native: Native = node.native ?? { format: id }
  const kind = path === "" ? "rest" : "inner"
  const name = path === "" ? key : below(path, key)
  const known = native[kind]
  if (known instanceof Map) known.set(name, value)
  else node.native = { ...native, [kind]: new Map([[name, value]]) }
}

/** Reads a node's own object, and remembers where its fields stood; a piece of a stream stands nowhere. */
export const readNode = <N extends Draft<Node>>(
  members: Table<N>,
  reader: Reader,
  object: JsonObject,
  at: Pointer | undefined,
  node: N
): N => {
  if (at !== undefined) {
    node.at = at
    const places = new Map<string, Pointer>()
    for (const [name, path] of members.says) places.set(name, at + path)
    node.places = places
  }
  take(members, reader, object, at ?? "", node)
  return node
}

/** The object that says a node. */
export const written = <N>({ members }: Table<N>, node: N): Members => {
  const out: Members = {}
  for (const [key, member] of members) {
    const value = member.write(node)
    if (value !== undefined) put(out, key, value)
  }
  return out
}
