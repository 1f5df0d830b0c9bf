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
  /** Members whose meaning stands in fields, in their own spelling: written back where they still mean that, noted by none. */
  readonly consumed?: ReadonlyMap<string, JsonText>
  /** Unknown members, and null ones, of objects inside the node's own, by their pointer below the node. */
  readonly inner?: ReadonlyMap<JsonPointer, JsonText>
  /** Where lists and objects stand, from the root, that are known and hold nothing: they set nothing in any format. */
  readonly empty?: readonly JsonPointer[]
  /** What other formats note besides, by its pointer below the node, and under which rule. */
  readonly untold?: ReadonlyMap<JsonPointer, string>
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

/** What a format alone says of nodes, by the format's id: how it is asked for, kept, and written back. */
export const nativeMembers = (format: string) => {
  /** What the format says of a node; undefined where another format said it, or none. */
  const ownNative = ({ native }: ChatNode): NativeExtras | undefined => (native?.format === format ? native : undefined)
  return {
    ownNative,
    /** Whether a node was read from the format. */
    isOwn: (node: ChatNode): boolean => node.native?.format === format,
    /** Which of the format's spellings a node was written in. */
    kindOf: (node: ChatNode): string | undefined => ownNative(node)?.kind,
    /** A member that was kept in its own spelling. */
    consumed: (node: ChatNode, key: string): JsonText | undefined => ownNative(node)?.consumed?.get(key),
    /** Keeps a member of a node in its own spelling, beside the fields that say what it means. */
    consume: (node: MutableDraft<ChatNode>, key: string, value: JsonText): void => {
      const { native } = node
      node.native = { format, ...native, consumed: new Map(native?.consumed).set(key, value) }
    },
    /** Writes back what only the format can say of a node, into the object that was made of it. */
    restore: <A extends JsonObjectBuilder>(out: A, node: ChatNode): A => {
      const { rest, inner } = ownNative(node) ?? {}
      if (rest !== undefined) for (const [key, value] of rest) putMember(out, key, value.printable)
      if (inner !== undefined) for (const [path, value] of inner) putAt(out, path, value.printable)
      return out
    },
    /** A number as it was spelled in the body that was read, where it is still the same number. */
    spelledAs: (node: ChatNode, path: JsonPointer, value: number): JsonTemplate => {
      const numeral = ownNative(node)?.spelled?.get(path)
      return numeral !== undefined && Number(numeral) === value ? JsonText.source(numeral) : value
    }
  }
}

/** A piece of a message. */
export type ContentPart =
  | TextPart
  | RefusalPart
  | ReasoningPart
  | MediaPart
  | ToolCallPart
  | ToolResultPart
  | SearchResultPart
  | ToolChangePart
  | CompactionPart
  | UnknownPart

/** Text. */
export interface TextPart extends ChatNode {
  readonly type: "text"
  readonly text: string
  readonly citations?: readonly TextCitation[]
}

/** The model's own words for not answering. */
export interface RefusalPart extends ChatNode {
  readonly type: "refusal"
  readonly text: string
}

/** Thoughts. Absent text: only the opaque form exists; `""`: shown as nothing. Signatures are `opaque`. */
export interface ReasoningPart extends ChatNode {
  readonly type: "reasoning"
  readonly id?: string
  readonly text?: string
}

/** An image, a sound, a film or a document. */
export interface MediaPart extends ChatNode {
  readonly type: "media"
  readonly media: "image" | "audio" | "video" | "document"
  /** MIME type. */
  readonly mime?: string
  readonly source: MediaSource
  /** File name. */
  readonly name?: string
  readonly title?: string
  readonly context?: string
  /** Whether the model should cite it. */
  readonly cite?: boolean
  readonly detail?: string
  readonly clip?: { readonly start?: string; readonly end?: string; readonly fps?: number }
  readonly transcript?: string
  /** Epoch seconds. */
  readonly expires?: number
  readonly id?: string
  /** Whether the model made it while it thought: a draft of what it answers with. */
  readonly thought?: true
}

/** Where a medium's bytes are: here in base64, behind a URL, with a vendor, as plain text, or as parts. */
export type MediaSource =
  | { readonly kind: "base64"; readonly data: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "ref"; readonly ref: StateRef }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly ContentPart[] }

/**
 * What a call was given: JSON text, free text, or code. JSON may break off; `unfinished`: the input broke off, though what
 * is there cannot tell it.
 */
export type ToolInput =
  | { readonly kind: "json"; readonly json: JsonText; readonly unfinished?: true }
  | { readonly kind: "text"; readonly text: string; readonly unfinished?: true }
  | { readonly kind: "code"; readonly code: string; readonly language?: string }

/** What a tool is, by what it does. */
export type ToolKind =
  | "function"
  | "custom"
  | "web-search"
  | "web-fetch"
  | "code-execution"
  | "shell"
  | "text-editor"
  | "computer"
  | "browser"
  | "memory"
  | "file-search"
  | "maps"
  | "image-generation"
  | "tool-search"
  | "apply-patch"
  | "mcp"
  | "advisor"
  | "other"

/** A call of a tool, by the client or by the vendor itself. */
export interface ToolCallPart extends ChatNode {
  readonly type: "tool-call"
  /** Absent where the vendor gives none. */
  readonly id?: string
  readonly name: string
  readonly of: ToolKind
  /** `provider`: the vendor answers it; the client never does. */
  readonly runBy: "client" | "provider"
  readonly input: ToolInput
  readonly server?: string
  readonly toolset?: string
  /** The call that made this one. */
  readonly caller?: JsonText
}

/** What a tool answered. */
export interface ToolResultPart extends ChatNode {
  readonly type: "tool-result"
  readonly id?: string
  readonly name?: string
  readonly of: ToolKind
  readonly runBy: "client" | "provider"
  readonly output: ToolOutput
  readonly error?: boolean
}

/** A result as parts, or as JSON that crosses unread (with parts beside it where a format has both). */
export type ToolOutput =
  | { readonly kind: "parts"; readonly parts: readonly ContentPart[] }
  | { readonly kind: "json"; readonly json: JsonText; readonly parts?: readonly ContentPart[] }

/** A search result that the client brings. */
export interface SearchResultPart extends ChatNode {
  readonly type: "search-result"
  readonly source: string
  readonly title: string
  readonly parts: readonly ContentPart[]
  readonly cite?: boolean
}

/** Tools that come or go in the middle of a conversation. */
export interface ToolChangePart extends ChatNode {
  readonly type: "tool-change"
  readonly change: "add" | "remove"
  /** The declared tool that comes or goes. Absent where the change is no tool by its name. */
  readonly name?: string
  readonly body: JsonText
}

/** A summary that stands for the turns before it. Its encrypted form is `opaque`. */
export interface CompactionPart extends ChatNode {
  readonly type: "compaction"
  readonly text?: string
}

/** A part of a kind that the canonical model does not know: whole, for its own format. */
export interface UnknownPart extends ChatNode {
  readonly type: "unknown"
  readonly format: string
  /** The wire's own name of the kind. */
  readonly kind: string
  readonly body: JsonText
  /** What it says, for formats that have no place for it. */
  readonly words?: string
}

/** What a text rests on. Absent `span`: the whole part. */
export interface TextCitation extends ChatNode {
  readonly span?: TextSpan
  readonly quote?: string
  readonly source: CitedSource
}

/** UTF-16 code units in the text of one part; `end` is exclusive. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

/** What is cited. */
export type CitedSource =
  | { readonly kind: "url"; readonly url: string; readonly title?: string }
  | {
      readonly kind: "document" | "search-result"
      readonly index: number
      readonly title?: string
      readonly source?: string
      readonly unit: "char" | "page" | "block"
      readonly start: number
      readonly end: number
    }
  | { readonly kind: "other"; readonly format: string; readonly body: JsonText }
