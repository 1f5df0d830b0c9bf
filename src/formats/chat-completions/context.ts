import type { ToolDefinition } from "../../core/chat/chat.ts"
import { type RequiredMedia, type RequestTarget, wireNames } from "../../core/format.ts"
import type { ChatNode, OpaqueBytes } from "../../core/chat/node.ts"
import type { TranslationNote } from "../../core/notes/note.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { identifierSpelling, spellId, spellName } from "../../core/chat/spelling.ts"
import { ownNative } from "./own-members.ts"
import { type RuleKey, note, noteLeftovers } from "./rules.ts"
import { nativeAt, ownVendor } from "./wire.ts"

/** A request that is being written: who reads it, what was noted, and what its answer must reverse. */
export class EncodeContext {
  readonly target: RequestTarget
  /** Whether the request came from this format: its names, ids and members are the client's own. */
  readonly own: boolean
  readonly notes: TranslationNote[] = []
  readonly needs: RequiredMedia[] = []
  readonly names = new Map<string, string>()
  /** Where the content-style family's own members are written. */
  readonly native: JsonPointer
  /** Vendors' tools that have no place. */
  readonly dropped: ToolDefinition[] = []

  constructor(target: RequestTarget, root: ChatNode) {
    this.target = target
    this.own = ownNative(root) !== undefined
    this.native = nativeAt(target.names ?? wireNames)
  }

  /** Writes a note about a place: a pointer, a node, or a field of a node. Gives what is written in its stead: nothing. */
  note(key: RuleKey, place: ChatNode | JsonPointer, field?: string): undefined {
    note(this, key, place, field)
  }

  /** Notes what only another format can say of a node. */
  leftovers(node: ChatNode): void {
    noteLeftovers(this, node)
  }

  /** A tool's name as the format takes it. */
  name(name: string): string {
    if (this.own) return name
    const spelled = spellName(name, nameSpelling)
    if (spelled !== name) this.names.set(spelled, name)
    return spelled
  }

  /** A call's id as the format takes it. */
  id(id: string): string {
    return this.own ? id : spellId(id, idSpelling)
  }

  /** Whether the target takes these bytes back. Where nothing says whose it is, the client's own are its own. */
  takes({ vendor, model }: OpaqueBytes): boolean {
    if (this.target.vendor === undefined) return this.own
    return vendor === this.target.vendor && (model === undefined || model === this.target.model)
  }

  /** Whether the target holds this vendor's state. */
  holds(vendor: string): boolean {
    return vendor === (this.target.vendor ?? ownVendor)
  }
}

const nameSpelling = identifierSpelling(64)
const idSpelling = { pattern: /^[\s\S]+$/, length: 64 }
