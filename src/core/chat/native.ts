import type { MutableDraft } from "../draft.ts"
import { JsonText, putMember, type JsonTemplate } from "../json/json.ts"
import type { NativeExtras, ChatNode } from "./node.ts"
import { type JsonObjectBuilder, putAt } from "../out.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** What one format alone says of nodes: how it is asked for, kept, and written back. */
export interface NativeMembers {
  /** What the format says of a node; undefined where another format said it, or none. */
  readonly ownNative: (node: ChatNode) => NativeExtras | undefined
  /** Whether a node was read from the format. */
  readonly isOwn: (node: ChatNode) => boolean
  /** Which of the format's spellings a node was written in. */
  readonly kindOf: (node: ChatNode) => string | undefined
  /** A member that was kept in its own spelling. */
  readonly consumed: (node: ChatNode, key: string) => JsonText | undefined
  /** Keeps a member of a node in its own spelling, beside the fields that say what it means. */
  readonly consume: (node: MutableDraft<ChatNode>, key: string, value: JsonText) => void
  /** Writes back what only the format can say of a node, into the object that was made of it. */
  readonly restore: <A extends JsonObjectBuilder>(out: A, node: ChatNode) => A
  /** A number as it was spelled in the body that was read, where it is still the same number. */
  readonly spelledAs: (node: ChatNode, path: JsonPointer, value: number) => JsonTemplate
}

/** What a format alone says of nodes, by the format's id. */
export const nativeMembers = (format: string): NativeMembers => {
  const ownNative = ({ native }: ChatNode): NativeExtras | undefined => (native?.format === format ? native : undefined)
  return {
    ownNative,
    isOwn: (node) => node.native?.format === format,
    kindOf: (node) => ownNative(node)?.kind,
    consumed: (node, key) => ownNative(node)?.consumed?.get(key),
    consume: (node, key, value) => {
      const { native } = node
      node.native = { format, ...native, consumed: new Map(native?.consumed).set(key, value) }
    },
    restore: (out, node) => {
      const native = ownNative(node)
      return native === undefined ? out : written(out, native)
    },
    spelledAs: (node, path, value) => {
      const numeral = ownNative(node)?.spelled?.get(path)
      return numeral !== undefined && Number(numeral) === value ? JsonText.source(numeral) : value
    }
  }
}

const written = <A extends JsonObjectBuilder>(out: A, { rest, inner }: NativeExtras): A => {
  if (rest !== undefined) for (const [key, value] of rest) putMember(out, key, value.printable)
  if (inner !== undefined) for (const [path, value] of inner) putAt(out, path, value.printable)
  return out
}
