import type { JsonText } from "../json/json.ts"
import type { ChatNode, StateRef } from "./node.ts"
import type { ToolKind } from "./tool.ts"

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

/** Whether a part is what the model thought. */
export const isThought = (part: ContentPart): boolean =>
  part.type === "reasoning" || (part.type === "media" && part.thought === true)

/** Whether there is anything in a part of an answer: a blank text is none, and a thought is not the answer. */
export const saysAnything = (part: ContentPart): boolean =>
  !isThought(part) && (!("text" in part) || isWorded(part.text))

/** Whether a text has a word. */
export const isWorded = (text = ""): boolean => text.trim() !== ""

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
