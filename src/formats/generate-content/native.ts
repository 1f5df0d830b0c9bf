import { JsonText, put, type Tree } from "../../words/json.ts"
import type { Node } from "../../words/node.ts"
import { type Pointer, tokens } from "../../words/pointer.ts"
import { id } from "./wire.ts"

/** A value while it is being put together. */
export type Draft<A> = { -readonly [Key in keyof A]: A[Key] }

/** An object of the wire while it is being put together. */
export type Out = { [key: string]: Tree }

/** Sets a field where there is a value for it. */
export const set = <A, Key extends keyof A>(node: A, key: Key, value: A[Key] | undefined): void => {
  if (value !== undefined) node[key] = value
}

/** Whether a node was read from this format. */
export const isOwn = (node: Node): boolean => node.native?.format === id

/** Which spelling of this format a node was written in. */
export const kindOf = (node: Node): string | undefined => (node.native?.format === id ? node.native.kind : undefined)

/** A member that was kept in its own spelling. */
export const consumed = (node: Node, key: string): JsonText | undefined =>
  node.native?.format === id ? node.native.consumed?.get(key) : undefined

/** Keeps a member of a node in its own spelling, beside the fields that say what it means. */
export const consume = (node: Draft<Node>, key: string, value: JsonText): void => {
  const { native } = node
  node.native = { format: id, ...native, consumed: new Map([...(native?.consumed ?? []), [key, value]]) }
}

/** Writes back what only this format can say of a node. */
export const putNative = (out: Out, node: Node): Out => {
  const { native } = node
  if (native === undefined || native.format !== id) return out
  if (native.rest !== undefined) for (const [key, value] of native.rest) put(out, key, value)
  if (native.inner !== undefined) for (const [path, value] of native.inner) putBelow(out, tokens(path), value)
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

/** Whether a tree is an object that is being put together. */
export const isOut = (tree: Tree): tree is Out =>
  typeof tree === "object" && tree !== null && !(tree instanceof JsonText) && !Array.isArray(tree)

/** A number as it was spelled in the body that was read, where it is still the same number. */
export const spelledAs = (node: Node, path: Pointer, value: number): Tree => {
  const numeral = node.native?.format === id ? node.native.spelled?.get(path) : undefined
  return numeral !== undefined && Number(numeral) === value ? JsonText.source(numeral) : value
}
