import {
  type MutableDraft,
  type JsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  putMember
} from "../json/json.ts"
import { flagRow, type MemberRow, textRow } from "./member-row.ts"
import type { ObjectReader } from "./object-reader.ts"
import type { ChatNode } from "../chat/node.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { ValueSchema } from "./value-schema.ts"

/** What a member of a wire object says of a node, in both directions. */
export interface WireMember<N> {
  readonly required?: true
  /** What a document tells of it: of an object, what its table does not. */
  readonly schema?: ValueSchema
  /** The table of the object that stands there. */
  readonly inside?: Pick<MemberTable<never>, "members">
  /** The fields that it says, and where each stands below the member. */
  readonly says: readonly (readonly [field: string, path: JsonPointer])[]
  /** Takes a value that is as most are; where it does not, it is to be read. */
  readonly take?: (node: N, value: Json) => boolean
  readonly read: (from: ObjectReader, key: string, node: N) => void
  readonly write: (node: N) => JsonTemplate
}

/** The members of a wire object, in the order in which they are written. All others are kept for their format alone. */
export interface MemberTable<N> {
  readonly members: ReadonlyMap<string, WireMember<N>>
  /** How many of them must be there. */
  readonly needs: number
  readonly says: WireMember<N>["says"]
  /** Where fields stand below the object. */
  readonly places: ReadonlyMap<string, JsonPointer>
}

/** Makes a table of members by their names. */
export const memberTable = <N>(members: Readonly<Record<string, WireMember<N>>>): MemberTable<N> => {
  const all = Object.entries(members)
  const says = all.flatMap(([key, member]) => member.says.map(([field, path]) => [field, `/${key}${path}`] as const))
  const needs = all.filter(([, member]) => member.required === true).length
  return { members: new Map(all), needs, says, places: new Map(says) }
}

/** A member without which the object says nothing. */
export const neededMember = <N>(member: WireMember<N>): WireMember<N> => ({ ...member, required: true })

/** A member that says one field. */
export const fieldMember = <F extends string, A>(
  name: F,
  { schema, read }: MemberRow<A | undefined>,
  write: (value: A) => JsonTemplate,
  plain?: (value: Json) => A | undefined
): WireMember<{ [K in F]?: A }> => ({
  schema,
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

const same = <A extends JsonTemplate>(value: A): A => value

const textIn = (value: Json): string | undefined => (typeof value === "string" ? value : undefined)

/** A text. */
export const textMember = <F extends string>(name: F): WireMember<{ [K in F]?: string }> =>
  fieldMember<F, string>(name, textRow, same, textIn)

/** A text that is kept in a way of its own, and written elsewhere. `name`: the field that it says. */
export const keptTextMember = <N>(keep: (node: N, text: string) => void, name?: string): WireMember<N> => ({
  schema: textRow.schema,
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
export const flagMember = <F extends string>(name: F): WireMember<{ [K in F]?: boolean }> =>
  fieldMember<F, boolean>(name, flagRow, same)

/** A member that says nothing, or is read elsewhere. */
export const silentMember: WireMember<unknown> = {
  says: [],
  take: (_, value) => value !== null,
  read: (from, key) => from.skip(key),
  write: () => undefined
}

/** A member that is read in its own way, and written elsewhere. */
export const readMember = <N>(
  told: Pick<WireMember<N>, "schema" | "inside">,
  read: WireMember<N>["read"],
  says: WireMember<N>["says"] = []
): WireMember<N> => ({
  ...told,
  says,
  read,
  write: () => undefined
})

/** A member that always says the same. */
export const constantMember = (value: string): WireMember<unknown> => ({
  ...silentMember,
  schema: { type: "string", examples: [value] },
  write: () => value
})

/** An object inside the node's own. */
export const nestedMember = <N extends MutableDraft<ChatNode>>(members: MemberTable<N>): WireMember<N> => ({
  inside: members,
  says: members.says,
  take: (node, value) => isObject(value) && takePlain(members, value, node),
  read: (from, key, node) => {
    const inner = from.inside(key)
    if (inner !== undefined) takeMembers(members, inner, node)
  },
  write: (node) => writeMembers(members, node)
})

/** An object inside the node's own; anything else that stands there is kept unread. */
export const optionalMember = <N extends MutableDraft<ChatNode>>(members: MemberTable<N>): WireMember<N> => {
  const { says, read, write } = nestedMember(members)
  return {
    inside: members,
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
const takePlain = <N>({ members, needs }: MemberTable<N>, object: JsonObject, node: N): boolean => {
  let missing = needs
  for (const key in object) {
    const member = members.get(key)
    const value = object[key]
    if (member?.take === undefined || value === undefined || !member.take(node, value)) return false
    if (member.required === true) missing--
  }
  return missing === 0
}

/** Reads an object for a node. */
export const takeMembers = <N extends MutableDraft<ChatNode>>(
  { members }: MemberTable<N>,
  from: ObjectReader,
  node: N
): void => {
  for (const [key, member] of members) {
    if ((from.object[key] ?? null) !== null) member.read(from, key, node)
    else if (member.required === true) from.reader.absent(from.at, key)
  }
}

/** Takes a node's own object as {@link readNode} reads it; undefined where it has to be read. */
export const takeNode = <N extends MutableDraft<ChatNode>>(
  members: MemberTable<N>,
  object: JsonObject,
  at: JsonPointer,
  node: N
): N | undefined => {
  node.at = at
  node.places = members.places
  return takePlain(members, object, node) ? node : undefined
}

/** Reads a node's own object, and remembers where its fields stood. */
export const readNode = <N extends MutableDraft<ChatNode>>(members: MemberTable<N>, from: ObjectReader, node: N): N =>
  takeNode(members, from.object, from.at, node) ?? readUnusual(members, from, node)

/** Takes what a piece of a stream says of a node, which stands nowhere; undefined where it has to be read. */
export const takePiece = <N>(members: MemberTable<N>, object: JsonObject, node: N): N | undefined =>
  takePlain(members, object, node) ? node : undefined

/** Reads what a piece of a stream says of a node, which stands nowhere. */
export const readPiece = <N extends MutableDraft<ChatNode>>(members: MemberTable<N>, from: ObjectReader, node: N): N =>
  takePiece(members, from.object, node) ?? readUnusual(members, from, node)

const readUnusual = <N extends MutableDraft<ChatNode>>(members: MemberTable<N>, from: ObjectReader, node: N): N => {
  takeMembers(members, from, node)
  return from.attachUnknown(node)
}

/** The object that says a node. */
export const writeMembers = <N>({ members }: MemberTable<N>, node: N): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const [key, member] of members) {
    const value = member.write(node)
    if (value !== undefined) putMember(out, key, value)
  }
  return out
}
