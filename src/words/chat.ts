import type { JsonText } from "./json.ts"
import type { CacheMark, Node, Ref, Vendor } from "./node.ts"
import type { Thinking } from "./thinking.ts"
import type { Usage } from "./usage.ts"

/** A chat request. No field is ever null; `0`, `""`, `false` and `[]` are values. */
export interface Request extends Node {
  /** The id that the client asked for; which one is called is the target's. */
  readonly model: string
  /** System messages included, in their places. */
  readonly messages: readonly Message[]
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
  /** Tokens, thinking included. */
  readonly maxTokens?: number
  readonly stop?: readonly string[]
  /** How many alternative answers. */
  readonly candidates?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly logitBias?: JsonText
  readonly logprobs?: boolean
  readonly topLogprobs?: number
  readonly thinking?: Thinking
  readonly verbosity?: string
  readonly modalities?: readonly string[]
  readonly audio?: { readonly voice: JsonText; readonly format?: string }
  readonly image?: JsonText
  readonly output?: OutputFormat
  /** Caching that the vendor places itself. */
  readonly autoCache?: CacheMark & { readonly key?: string; readonly mode?: string; readonly retain?: string }
  readonly safety?: readonly { readonly category: string; readonly threshold?: string; readonly method?: string }[]
  readonly tier?: string
  /** The end user, as an opaque id. */
  readonly user?: string
  readonly metadata?: JsonText
  /** Text that the answer is expected to repeat. */
  readonly prediction?: readonly Part[]
  readonly refs?: readonly Ref[]
}

/** One turn, or a part of one: vendors differ in what they merge. */
export interface Message extends Node {
  /** A tool message is a user message of tool results. */
  readonly role: "system" | "user" | "assistant"
  /** Which of two spellings of the system role. */
  readonly level?: "developer"
  readonly name?: string
  readonly id?: string
  readonly parts: readonly Part[]
}

/** A piece of a message. */
export type Part =
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
export interface TextPart extends Node {
  readonly type: "text"
  readonly text: string
  readonly citations?: readonly Citation[]
}

/** The model's own words for not answering. */
export interface RefusalPart extends Node {
  readonly type: "refusal"
  readonly text: string
}

/** Thoughts. Absent text: only the opaque form exists; `""`: shown as nothing. Signatures are `opaque`. */
export interface ReasoningPart extends Node {
  readonly type: "reasoning"
  readonly id?: string
  readonly text?: string
  readonly summary?: readonly string[]
}

/** An image, a sound, a film or a document. */
export interface MediaPart extends Node {
  readonly type: "media"
  readonly media: "image" | "audio" | "video" | "document"
  /** MIME type. */
  readonly mime?: string
  readonly source: Source
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
}

/** Where a medium's bytes are: here in base64, behind a URL, with a vendor, as plain text, or as parts. */
export type Source =
  | { readonly kind: "base64"; readonly data: string }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "ref"; readonly ref: Ref }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parts"; readonly parts: readonly Part[] }

/** What a call was given: JSON text (a model may have left it unfinished), free text, or code. */
export type Input =
  | { readonly kind: "json"; readonly json: JsonText }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly code: string; readonly language?: string }

/** A call of a tool, by the client or by the vendor itself. */
export interface ToolCallPart extends Node {
  readonly type: "tool-call"
  /** Absent where the vendor gives none. */
  readonly id?: string
  readonly name: string
  readonly of: ToolKind
  /** `provider`: the vendor answers it; the client never does. */
  readonly runBy: "client" | "provider"
  readonly input: Input
  readonly server?: string
  readonly toolset?: string
  /** The call that made this one. */
  readonly caller?: JsonText
}

/** What a tool answered. */
export interface ToolResultPart extends Node {
  readonly type: "tool-result"
  readonly id?: string
  readonly name?: string
  readonly of: ToolKind
  readonly runBy: "client" | "provider"
  readonly output: Output
  readonly error?: boolean
}

/** A result as parts, or as JSON that crosses unread (with parts beside it where a format has both). */
export type Output =
  | { readonly kind: "parts"; readonly parts: readonly Part[] }
  | { readonly kind: "json"; readonly json: JsonText; readonly parts?: readonly Part[] }

/** A search result that the client brings. */
export interface SearchResultPart extends Node {
  readonly type: "search-result"
  readonly source: string
  readonly title: string
  readonly parts: readonly Part[]
  readonly cite?: boolean
}

/** Tools that come or go in the middle of a conversation. */
export interface ToolChangePart extends Node {
  readonly type: "tool-change"
  readonly change: "add" | "remove"
  readonly body: JsonText
}

/** A summary that stands for the turns before it. Its encrypted form is `opaque`. */
export interface CompactionPart extends Node {
  readonly type: "compaction"
  readonly text?: string
}

/** A part of a kind that the canonical model does not know: whole, for its own format. */
export interface UnknownPart extends Node {
  readonly type: "unknown"
  readonly format: string
  /** The wire's own name of the kind. */
  readonly kind: string
  readonly body: JsonText
}

/** What a text rests on. Absent `span`: the whole part. */
export interface Citation extends Node {
  readonly span?: Span
  readonly quote?: string
  readonly source: Cited
}

/** UTF-16 code units in the text of one part; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What is cited. */
export type Cited =
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
  | { readonly kind: "other"; readonly body: JsonText }

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

/** A tool that a request declares. */
export type Tool = FunctionTool | CustomTool | VendorTool

/** A function with a JSON schema, answered by the client. */
export interface FunctionTool extends Node {
  readonly type: "function"
  readonly name: string
  readonly description?: string
  readonly input?: Schema
  readonly output?: Schema
  readonly strict?: boolean
  readonly examples?: readonly JsonText[]
  readonly deferred?: boolean
}

/** A tool that takes free text, possibly by a grammar. */
export interface CustomTool extends Node {
  readonly type: "custom"
  readonly name: string
  readonly description?: string
  readonly grammar?: { readonly syntax: string; readonly definition: string }
}

/** A tool that a vendor defines. */
export interface VendorTool extends Node {
  readonly type: "vendor"
  readonly vendor: Vendor
  readonly of: ToolKind
  readonly name?: string
  readonly runBy: "client" | "provider"
  /** The wire's own versioned type. */
  readonly version?: string
  /** Its settings, as an object in the vendor's own spelling. */
  readonly config: JsonText
}

/** A schema, in its source text. */
export interface Schema {
  readonly dialect: "json-schema" | "openapi-3.0"
  readonly source: JsonText
}

/** Whether and which tools must be called. `only`: these alone may be. */
export type ToolChoice =
  | { readonly mode: "auto" | "none" | "required" | "validated"; readonly only?: readonly string[] }
  | { readonly mode: "tool"; readonly of: ToolKind; readonly name: string }

/** The form that the answer's text must have. */
export type OutputFormat =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | {
      readonly type: "json-schema"
      readonly name?: string
      readonly description?: string
      readonly schema: Schema
      readonly strict?: boolean
    }
  | { readonly type: "mime"; readonly mime: string; readonly schema?: Schema }

/** A chat answer. */
export interface Response extends Node {
  readonly id?: string
  /** The model that the upstream named. */
  readonly model?: string
  /** Epoch seconds. */
  readonly created?: number
  readonly tier?: string
  /** None where the prompt itself was blocked. */
  readonly candidates: readonly Candidate[]
  /** Why the prompt was blocked. */
  readonly block?: Block
  readonly usage?: Usage
  readonly refs?: readonly Ref[]
}

/** One of the answers that were asked for. */
export interface Candidate extends Node {
  readonly index: number
  readonly parts: readonly Part[]
  readonly finish?: FinishReason
  readonly block?: Block
  readonly grounding?: Grounding
  readonly logprobs?: readonly TokenLogprob[]
}

/** What a search gave, and which stretches of text rest on it. */
export interface Grounding {
  readonly queries?: readonly string[]
  readonly sources: readonly Cited[]
  readonly supports: readonly {
    readonly part: number
    readonly span: Span
    readonly sources: readonly number[]
    readonly scores?: readonly number[]
  }[]
  readonly display?: string
}

/** The log probability of one token, and of those that might have stood there. `part`: of refusal text, where it is 'refusal'. */
export interface TokenLogprob {
  readonly of: "text" | "refusal"
  readonly token: string
  readonly logprob: number
  /** UTF-8 bytes of the token. */
  readonly bytes?: readonly number[]
  readonly top?: readonly { readonly token: string; readonly logprob: number; readonly bytes?: readonly number[] }[]
}

/** Why something was withheld. */
export interface Block {
  readonly category?: string
  readonly message?: string
  readonly ratings?: JsonText
}

/** Why an answer ended. */
export interface FinishReason {
  readonly kind:
    | "stop"
    | "stop-sequence"
    | "length"
    | "context"
    | "tool-calls"
    | "blocked"
    | "refusal"
    | "pause"
    | "compaction"
    | "malformed"
    | "other"
  /** Which stop sequence it was. */
  readonly sequence?: string
  /** The wire's own word, where the kind alone does not give it back. */
  readonly raw?: { readonly format: string; readonly value: string }
}
