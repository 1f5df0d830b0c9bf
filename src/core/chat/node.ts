import type { JsonText } from "../json/json.ts"
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
  readonly kind: "file" | "cache" | "response" | "conversation" | "container" | "prompt" | "audio" | "item"
  readonly id: string
  /** Where it stood in the body that was decoded. Not part of its meaning. */
  readonly at?: JsonPointer
}

/** Cache everything up to and including the marked node. Absent `ttl`: the vendor's default. */
export interface CacheMark {
  readonly ttl?: string
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
