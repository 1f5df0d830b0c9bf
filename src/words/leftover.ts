import type { Node } from "./node.ts"
import { below, type Pointer } from "./pointer.ts"

/**
 * The members of a node that only another format can say, as pointers into the body they came from: what an encoder
 * of `format` leaves out. An explicit null says nothing, and is not among them.
 */
export const leftovers = (node: Node, format: string): readonly Pointer[] => {
  const { native, at } = node
  if (native === undefined || native.format === format) return none
  if (native.rest === undefined && native.inner === undefined) return none
  const out: Pointer[] = []
  for (const [key, value] of native.rest ?? []) if (value.text !== "null") out.push(below(at ?? "", key))
  for (const [path, value] of native.inner ?? []) if (value.text !== "null") out.push(`${at ?? ""}${path}`)
  return out
}

const none: readonly Pointer[] = []

/** Where a field of a node stood in the body that was decoded. */
export const placeOf = (node: Node, field: string): Pointer => node.places?.get(field) ?? below(node.at ?? "", field)
