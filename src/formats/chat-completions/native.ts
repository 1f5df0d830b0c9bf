import { type JsonObject, JsonText, put, type Tree } from "../../words/json.ts"
import type { Native, Node } from "../../words/node.ts"
import { below, type Pointer, tokens } from "../../words/pointer.ts"
import type { Draft } from "./draft.ts"
import { id } from "./wire.ts"

/** Texts by member or by pointer. */
export type Texts = ReadonlyMap<string, JsonText>

/** Names of members that are read. */
export type Known = Pick<ReadonlySet<string>, "has">

/** Members that are not known; known ones that are null, except where null is what absence says. */
export const restOf = (object: JsonObject, known: Known, nullIsAbsent = false): Texts | undefined => {
  let rest: Map<string, JsonText> | undefined
  for (const key of Object.keys(object)) {
    if (known.has(key) && (nullIsAbsent || object[key] !== null)) continue
    rest ??= new Map()
    rest.set(key, JsonText.member(object, key))
  }
  return rest
}

/** Adds the unknown and the null members of an object that stands at `path` below its node. */
export const innerOf = (
  before: Texts | undefined,
  object: JsonObject,
  known: Known,
  path: Pointer,
  nullIsAbsent = false
): Texts | undefined => {
  const rest = restOf(object, known, nullIsAbsent)
  if (rest === undefined) return before
  const inner = new Map(before)
  for (const [key, value] of rest) inner.set(below(path, key), value)
  return inner
}

/** What this format alone can say of a node; undefined where that is nothing. */
export const nativeOf = (
  rest: Texts | undefined,
  inner?: Texts,
  kind?: string,
  consumed?: Texts
): Native | undefined => {
  if (rest === undefined && inner === undefined && kind === undefined && consumed === undefined) return undefined
  const native: Draft<Native> = { format: id }
  if (kind !== undefined) native.kind = kind
  if (rest !== undefined) native.rest = rest
  if (inner !== undefined) native.inner = inner
  if (consumed !== undefined) native.consumed = consumed
  return native
}

/** What this format says of a node; undefined where another format said it. */
export const ownNative = (node: Node): Native | undefined => (node.native?.format === id ? node.native : undefined)

/** Which of this format's spellings a node was written in. */
export const kindOf = (node: Node): string | undefined => ownNative(node)?.kind

/** An object that an encoder builds. */
export type Members = { [key: string]: Tree }

/** Puts the members that this format alone can say back into a node's object. */
export const restore = <A extends Members>(out: A, node: Node): A => {
  const native = ownNative(node)
  if (native === undefined) return out
  for (const [key, value] of native.rest ?? []) put(out, key, value.printable)
  for (const [path, value] of native.inner ?? []) putAt(out, path, value.printable)
  const mark = node.cache && native.consumed?.get("/cache_control")
  if (mark !== undefined) put(out, "cache_control", mark)
  return out
}

/** Sets the member at a pointer below an object, making the objects on the way. */
export const putAt = (out: Members, path: Pointer, value: Tree): void => {
  const names = tokens(path)
  const last = names.at(-1)
  if (last === undefined) return
  let here = out
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(here, name) ? here[name] : undefined
    if (isMembers(next)) here = next
    else if (next === undefined) {
      const made: Members = {}
      put(here, name, made)
      here = made
    } else return
  }
  put(here, last, value)
}

const isMembers = (tree: Tree): tree is Members =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree) && !(tree instanceof JsonText)
