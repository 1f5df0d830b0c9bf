import {
  JsonText,
  putMember,
  type JsonTemplate,
  type MutableDraft,
  type JsonObjectBuilder,
  putAt
} from "../json/json.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** Who issued or holds something: `anthropic`, `google`, `openai` … An open list. */
export type VendorId = string

/** What one format alone can say of a node. The encoder of that format writes it back; any other notes each member once. */
export interface NativeExtras {
  readonly format: string
  /** Which of the format's own spellings was used, where it has several for one meaning. */
  readonly kind?: string
  /** Unknown members, and members that were explicitly null. */
  readonly rest?: ReadonlyMap<string, JsonText>
  /**
   * Members whose meaning stands in canonical fields, in their own spelling. The same format writes them back where
   * they still mean what the fields say; another format has nothing to note of them.
   */
  readonly consumed?: ReadonlyMap<string, JsonText>
  /** Unknown members, and null ones, of objects inside the node's own, by their pointer below the node. */
  readonly inner?: ReadonlyMap<JsonPointer, JsonText>
  /** Where lists and objects stand, from the root, that are known and hold nothing: they set nothing in any format. */
  readonly empty?: readonly JsonPointer[]
  /** On the root: number members of known fields that were spelled in an unusual way, by pointer. */
  readonly spelled?: ReadonlyMap<JsonPointer, string>
}

/** Bytes that only their vendor reads, and that must come back to it unmodified. */
export interface OpaqueBytes {
  readonly vendor: VendorId
  readonly kind: "signature" | "redacted" | "encrypted"
  readonly data: string
  /** The model that will refuse another model's bytes. */
  readonly model?: string
}

/** State that a vendor holds, named by an id. It is kept for its vendor and refused elsewhere, never dropped. */
export interface StateRef {
  readonly vendor: VendorId
  readonly kind:
    | "file"
    | "cache"
    | "response"
    | "conversation"
    | "container"
    | "prompt"
    | "audio"
    | "item"
    | "continuation"
  readonly id: string
  /** What another vendor's caller is told, where that is more than that it is held elsewhere. Not part of its meaning. */
  readonly refusal?: string
  /** Where it stood in the body that was decoded. Not part of its meaning. */
  readonly at?: JsonPointer
}

/** Cache everything up to and including the marked node. Absent `ttl`: the vendor's default. */
export interface CacheMark {
  readonly ttl?: string
  /** How OpenAI places it; absent: it is in other vendors' words. */
  readonly mode?: string
}

/** What every node of a chat may carry. */
export interface ChatNode {
  /** Where it stood in the body that was decoded. Not part of its meaning. */
  readonly at?: JsonPointer
  /** Where fields stood below `at` whose member has another name, by field. Not part of its meaning. */
  readonly places?: ReadonlyMap<string, JsonPointer>
  readonly native?: NativeExtras
  readonly opaque?: readonly OpaqueBytes[]
  readonly cache?: CacheMark
}

/** What one format alone says of nodes: how it is asked for, kept, and written back. */
interface NativeMembers {
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
