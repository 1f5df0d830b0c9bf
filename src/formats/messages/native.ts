import { type JsonObject, JsonText, put, type Tree } from "../../words/json.ts"
import type { Native, Node } from "../../words/node.ts"
import { below, tokens, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import { id } from "./wire.ts"

/** A value while it is being put together. */
export type Draft<A> = { -readonly [Key in keyof A]: A[Key] }

/** An object of the wire while it is being put together. */
export type Out = { [key: string]: Tree }

/** Unknown members of objects inside a node, by their pointer below it. */
export type Inner = Map<Pointer, JsonText>

/** What only this format can say of a node, set on it where there is anything. */
export const setNative = (
  node: Draft<Node>,
  rest: ReadonlyMap<string, JsonText> | undefined,
  kind?: string,
  inner?: Inner
): void => {
  if (rest === undefined && kind === undefined && inner === undefined) return
  const native: Draft<Native> = { format: id }
  if (kind !== undefined) native.kind = kind
  if (rest !== undefined) native.rest = rest
  if (inner !== undefined) native.inner = inner
  node.native = native
}

/** Adds the unknown members of the object `name` inside a node to those that were found before. */
export const readInner = (
  reader: Reader,
  inner: Inner | undefined,
  object: JsonObject,
  known: ReadonlySet<string>,
  name: Pointer
): Inner | undefined => {
  const rest = reader.rest(object, known)
  if (rest === undefined) return inner
  const out = inner ?? new Map<Pointer, JsonText>()
  for (const [key, value] of rest) out.set(below(name, key), value)
  return out
}

/** Whether a node has anything that only this format can say. */
export const isOwn = (node: Node): boolean => node.native?.format === id

/** Which spelling of this format a node was written in. */
export const kindOf = (node: Node): string | undefined => (node.native?.format === id ? node.native.kind : undefined)

/** A member that was kept in its own spelling. */
export const consumed = (node: Node, key: string): JsonText | undefined =>
  node.native?.format === id ? node.native.consumed?.get(key) : undefined

/** Writes back what only this format can say of a node. */
export const putNative = (out: Out, node: Node): void => {
  const { native } = node
  if (native === undefined || native.format !== id) return
  if (native.rest !== undefined) for (const [key, value] of native.rest) put(out, key, value)
  if (native.inner !== undefined) for (const [path, value] of native.inner) putBelow(out, tokens(path), value)
}

const putBelow = (out: Out, path: readonly string[], value: JsonText): void => {
  const [key, ...deeper] = path
  if (key === undefined) return
  if (deeper.length === 0) return put(out, key, value)
  const inside = Object.hasOwn(out, key) ? out[key] : undefined
  if (isOut(inside)) return putBelow(inside, deeper, value)
  const made: Out = {}
  putBelow(made, deeper, value)
  put(out, key, made)
}

const isOut = (tree: Tree): tree is Out =>
  typeof tree === "object" && tree !== null && !(tree instanceof JsonText) && !isItems(tree)

const isItems = (tree: Tree): tree is readonly Tree[] => Array.isArray(tree)

/** A number as it was spelled in the body that was read, where it is still the same number. */
export const spelledAs = (node: Node, path: Pointer, value: number): Tree => {
  const numeral = node.native?.format === id ? node.native.spelled?.get(path) : undefined
  return numeral !== undefined && Number(numeral) === value ? JsonText.source(numeral) : value
}
