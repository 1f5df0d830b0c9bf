import type { Draft } from "../draft.ts"
import { isObject, type Json, type JsonObject, put, type Tree } from "../json/json.ts"
import type { Members } from "./members.ts"
import type { Node } from "../chat/node.ts"
import type { Out } from "../out.ts"
import type { Pointer } from "../json/pointer.ts"

/** Reads a member of an object. */
export type Read<A> = (from: Members, key: string) => A | undefined

/** What a member of a wire object says of a node, in both directions. */
export interface Member<N> {
  readonly needed?: true
  /** The fields that it says, and where each stands below the member. */
  readonly says: readonly (readonly [field: string, path: Pointer])[]
  /** Takes a value that is as most are; where it does not, it is to be read. */
  readonly take?: (node: N, value: Json) => boolean
  readonly read: (from: Members, key: string, node: N) => void
  readonly write: (node: N) => Tree
}

/** The members of a wire object, in the order in which they are written. All others are kept for their format alone. */
export interface Table<N> {
  readonly members: ReadonlyMap<string, Member<N>>
  /** How many of them must be there. */
  readonly needs: number
  readonly says: Member<N>["says"]
  /** Where fields stand below the object. */
  readonly places: ReadonlyMap<string, Pointer>
}

/** Makes a table of members by their names. */
export const table = <N>(members: Readonly<Record<string, Member<N>>>): Table<N> => {
  const all = Object.entries(members)
  const says = all.flatMap(([key, member]) => member.says.map(([field, path]) => [field, `/${key}${path}`] as const))
  const needs = all.filter(([, member]) => member.needed === true).length
  return { members: new Map(all), needs, says, places: new Map(says) }
}

/** A member without which the object says nothing. */
export const needed = <N>(member: Member<N>): Member<N> => ({ ...member, needed: true })

/** A member that says one field. */
export const field = <F extends string, A>(
  name: F,
  read: Read<A>,
  write: (value: A) => Tree,
  plain?: (value: Json) => A | undefined
): Member<{ [K in F]?: A }> => ({
  says: [[name, ""]],
  take: (node, value) => {
    const taken = plain?.(value)
    if (taken !== undefined) node[name] = taken
    return taken !== undefined
  },
  read: (from, key, node) => {
    const value = read(from, key)
    if (value !== undefined) node[name] = value
  },
  write: (node) => {
    const value = node[name]
    return value === undefined ? undefined : write(value)
  }
})

const same = <A extends Tree>(value: A): A => value

const textIn = (value: Json): string | undefined => (typeof value === "string" ? value : undefined)

/** A text. */
export const text = <F extends string>(name: F): Member<{ [K in F]?: string }> =>
  field<F, string>(name, (from, key) => from.string(key), same, textIn)

/** A text that is kept in a way of its own, and written elsewhere. `name`: the field that it says. */
export const said = <N>(keep: (node: N, text: string) => void, name?: string): Member<N> => ({
  says: name === undefined ? [] : [[name, ""]],
  take: (node, value) => {
    if (typeof value !== "string") return false
    keep(node, value)
    return true
  },
  read: (from, key, node) => {
    const text = from.string(key)
    if (text !== undefined) keep(node, text)
  },
  write: () => undefined
})

/** A flag. */
export const flag = <F extends string>(name: F): Member<{ [K in F]?: boolean }> =>
  field<F, boolean>(name, (from, key) => from.boolean(key), same)

/** A member that says nothing, or is read elsewhere. */
export const silent: Member<unknown> = {
  says: [],
  take: (_, value) => value !== null,
  read: (from, key) => from.skip(key),
  write: () => undefined
}

/** A member that is read in its own way, and written elsewhere. */
export const reading = <N>(read: Member<N>["read"], says: Member<N>["says"] = []): Member<N> => ({
  says,
  read,
  write: () => undefined
})

/** A member that always says the same. */
export const always = (value: string): Member<unknown> => ({ ...silent, write: () => value })

/** An object inside the node's own. */
export const inside = <N extends Draft<Node>>(members: Table<N>): Member<N> => ({
  says: members.says,
  take: (node, value) => isObject(value) && takePlain(members, value, node),
  read: (from, key, node) => {
    const inner = from.inside(key)
    if (inner !== undefined) take(members, inner, node)
  },
  write: (node) => written(members, node)
})

/** An object inside the node's own; anything else that stands there is kept unread. */
export const optional = <N extends Draft<Node>>(members: Table<N>): Member<N> => {
  const { says, read, write } = inside(members)
  return {
    says,
    read: (from, key, node) => {
      if (isObject(from.object[key])) read(from, key, node)
    },
    write
  }
}

/**
 * Takes an object of which nothing is amiss, unknown or unusual, as most are: false where it has to be {@link read},
 * which sets again what was taken.
 */
const takePlain = <N>({ members, needs }: Table<N>, object: JsonObject, node: N): boolean => {
  let missing = needs
  for (const key in object) {
    const member = members.get(key)
    const value = object[key]
    if (member?.take === undefined || value === undefined || !member.take(node, value)) return false
    if (member.needed === true) missing--
  }
  return missing === 0
}

/** Reads an object for a node. */
export const take = <N extends Draft<Node>>({ members }: Table<N>, from: Members, node: N): void => {
  for (const [key, member] of members) {
    if ((from.object[key] ?? null) !== null) member.read(from, key, node)
    else if (member.needed === true) from.reader.absent(from.at, key)
  }
}

/** Takes a node's own object as {@link readNode} reads it; undefined where it has to be read. */
export const takeNode = <N extends Draft<Node>>(
  members: Table<N>,
  object: JsonObject,
  at: Pointer,
  node: N
): N | undefined => {
  node.at = at
  node.places = members.places
  return takePlain(members, object, node) ? node : undefined
}

/** Reads a node's own object, and remembers where its fields stood. */
export const readNode = <N extends Draft<Node>>(members: Table<N>, from: Members, node: N): N =>
  takeNode(members, from.object, from.at, node) ?? readUnusual(members, from, node)

/** Reads what a piece of a stream says of a node, which stands nowhere. */
export const readPiece = <N extends Draft<Node>>(members: Table<N>, from: Members, node: N): N =>
  takePlain(members, from.object, node) ? node : readUnusual(members, from, node)

const readUnusual = <N extends Draft<Node>>(members: Table<N>, from: Members, node: N): N => {
  take(members, from, node)
  return from.keepOn(node)
}

/** The object that says a node. */
export const written = <N>({ members }: Table<N>, node: N): Out => {
  const out: Out = {}
  for (const [key, member] of members) {
    const value = member.write(node)
    if (value !== undefined) put(out, key, value)
  }
  return out
}
