import type { Node } from "./node.ts"
import { below, type Pointer } from "./pointer.ts"

/**
 * The members of a node that only another format can say, as pointers into the body they came from: what an encoder
 * of `format` leaves out. An explicit null says nothing, and is not among them.
 */
export const leftovers = (node: Node, format: string): readonly Pointer[] => {
  const { native, at } = node
  if (native?.rest === undefined || native.format === format) return []
  const out: Pointer[] = []
  for (const [key, value] of native.rest) if (value.text !== "null") out.push(below(at ?? "", key))
  return out
}
