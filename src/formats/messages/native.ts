import { JsonText, put, type Tree } from "../../words/json.ts"
import type { Node } from "../../words/node.ts"
import { tokens, type Pointer } from "../../words/pointer.ts"
import { id } from "./wire.ts"

/** A value while it is being put together. */
export type Draft<A> = { -readonly [Key in keyof A]: A[Key] }

/** An object of the wire while it is being put together. */
export type Out = { [key: string]: Tree }

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
  if (native.rest !== undefined) for (const [key, value] of native.rest) put(out, key, value.printable)
  if (native.inner !== undefined) for (const [path, value] of native.inner) putBelow(out, tokens(path), value)
}

/** An object made of a node, with what only this format can say of it. */
export const withNative = (out: Out, node: Node): Out => {
  putNative(out, node)
  return out
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
