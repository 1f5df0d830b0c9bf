import type { ChatRequest, ChatResponse, ChatEvent } from "./chat/chat.ts"
import type { GatewayError } from "./errors/error.ts"
import type { Invalid, Result } from "./errors/invalid.ts"
import type { StreamFrame, StreamFraming, WirePiece, FailingTransducer, Transducer } from "./framing/transducer.ts"
import type { JsonText, JsonTemplate } from "./json/json.ts"
import type { VendorId } from "./chat/node.ts"
import type { Refused, Translated } from "./notes/note.ts"
import type { JsonPointer } from "./json/pointer.ts"
import type { ToolSchema } from "./chat/tool.ts"

/** One request on the wire. Some formats say the model and the verb in their path, some say betas in a header. */
export interface WireRequest {
  readonly model: string
  readonly stream: boolean
  /** Lower-case names; only those that the format itself defines. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonText
  readonly names: WireNames
  /** Whether the body was written from another format's; absent: it is its client's own. */
  readonly translated?: true
}

/** How this client wants its answer, as its request said. Plain data with defaults; the shell carries it unread. */
export interface ReplyPreferences {
  readonly stream: boolean
  /** Whether a stream should tell usage. */
  readonly usage: boolean
  /** Where reasoning goes: in its own field, inside the text, or nowhere. Opaque bytes stay in any case. */
  readonly thinking: "field" | "content" | "hidden"
  /** Names of declared tools that take free text. */
  readonly customTools: readonly string[]
  /** Whether tools were declared in the format's old spelling. */
  readonly legacyTools: boolean
  /** How calls of tools are told whose names or kinds the client declared otherwise, by the name that is known here. */
  readonly calls?: ReadonlyMap<string, ClientCall>
  /** Members of the request that the answer repeats: the text of a JSON object. */
  readonly echo?: string
}

/** How a client wants a tool's calls. */
export interface ClientCall {
  /** The kind of the call. */
  readonly as: "function" | "custom" | "tool-search"
  /** Its name within its namespace. */
  readonly name: string
  readonly namespace?: string
}

/** A plain request for a whole answer. */
export const defaultReplyPreferences: ReplyPreferences = {
  stream: false,
  usage: false,
  thinking: "field",
  customTools: [],
  legacyTools: false
}

/** What an answer must reverse of its request's encoding. Plain data with defaults; the shell carries it unread. */
export interface ReplyContext {
  /** Whose bytes the answer's signatures are; the format's own vendor where absent. */
  readonly vendor?: VendorId
  /** Tool names as they were sent → as the client declared them. */
  readonly names: ReadonlyMap<string, string>
  /** By the name a tool was sent under: its properties as they were sent → as the client declared them. */
  readonly properties?: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Custom tools, by the name they were sent under, that were sent as functions with one string member `input`. */
  readonly customTools: readonly string[]
  /** A schema that was sent as a forced tool: its name, and whether the value stands in a member `value`. */
  readonly output?: { readonly tool: string; readonly wrapped: boolean }
  /** The ids of the calls of the conversation so far: no call of the answer gets one of them. */
  readonly calls?: readonly string[]
}

/** Nothing to reverse. */
export const emptyReplyContext: ReplyContext = { names: new Map(), customTools: [] }

/** What an answer needs that its upstream may not have said. */
export interface ResponseDefaults {
  /** The id for an answer that has none. */
  readonly id: string
  /** Epoch seconds. */
  readonly created: number
  /** Epoch seconds when it is asked, as an answer ends; absent: nobody knows. */
  readonly now?: () => number
  /** The model id that was sent to the upstream. */
  readonly model: string
  /** The id under which the client knows its request: what an error in the middle of a stream is quoted by. */
  readonly requestId?: string
  /** An estimate of the input tokens, made when it is asked for: a stream may begin before its upstream has told them. */
  readonly prompt?: () => number | undefined
}

/** Who will read an encoded request: what of it changes a request's meaning. All else is a family's edits. */
export interface RequestTarget {
  /** The model id to send. */
  readonly model: string
  /** Whose opaque bytes and held state it takes back. */
  readonly vendor?: VendorId
  readonly names?: WireNames
  /** Whether the answer is to be streamed; absent: as the request's own format said, else not. */
  readonly stream?: boolean
  /** The most output tokens it can give; what is sent where a format demands a number and the client gave none. */
  readonly maxTokens?: number
  /** How the limit of the output is spelled where a format has two names for it; absent: the newer one. */
  readonly limit?: "max_tokens" | "max_completion_tokens"
  /** Whether it takes a system message after the first user turn; `hoist`: it goes to the head. */
  readonly lateSystem?: "native" | "user" | "hoist"
  /** Whether the last message may be the assistant's. */
  readonly prefill?: boolean
  /** Which forms of thinking control it takes; absent: the format's newest. */
  readonly thinking?: ThinkingForms
  /** Whether a call can be forced: always, only without thinking, or never. */
  readonly forcedChoice?: "always" | "without-thinking" | "never"
  /** Whether it obeys a schema natively; otherwise a forced tool stands in. */
  readonly schemas?: boolean
  /** Whether it takes `temperature`, `top_p` and `top_k`; absent: it does. */
  readonly sampling?: boolean
  /** Whether it takes marks of what to cache in a format whose own vendor has others; absent: it does not. */
  readonly cacheMarks?: boolean
  /** Whether it fetches media from URLs; absent: it does. Otherwise `media` gives the bytes, or they are needs. */
  readonly mediaUrls?: boolean
  /** Whether each medium may say how closely it is looked at; absent: it may. */
  readonly mediaDetail?: boolean
  /** Whether a tool's result may hold media; absent: it may. Otherwise they follow it. */
  readonly resultMedia?: boolean
  /** Whether an answer may have a form beside tools; absent: it may. Otherwise its form is asked for in words. */
  readonly formBesideTools?: boolean
  /** The schema dialect that it takes where its format has two; absent: JSON Schema. */
  readonly schemaDialect?: ToolSchema["dialect"]
  /** Which thoughts without a signature it takes back; absent: those of turns in which it called tools. */
  readonly thoughts?: "all"
  /** Whether it demands a signature with the first call of each of its turns. */
  readonly signedCalls?: boolean
  /** Bytes for URLs that this target needs as bytes, by URL. */
  readonly media?: ReadonlyMap<string, MediaBytes>
}

/** The bytes of an image, a document or a sound. */
export interface MediaBytes {
  readonly mime: string
  readonly base64: string
}

/** The forms of thinking control that a model takes. */
export interface ThinkingForms {
  /** The model chooses how long. */
  readonly adaptive?: boolean
  /** The client sets a budget. `maximum` tokens at most, `minimum` at least. */
  readonly budget?: { readonly minimum: number; readonly maximum: number }
  /** The client sets an effort. */
  readonly effort?: boolean
  /** Whether it can be turned off; `between-tools`: at most that. */
  readonly off?: boolean | "between-tools"
}

/** Bytes that a target needs and a URL that holds them. */
export interface RequiredMedia {
  readonly url: string
  /** Where the URL stood in the client's body. */
  readonly path: JsonPointer
}

/** A request that was read. */
export interface DecodedRequest {
  readonly request: ChatRequest
  readonly asked: ReplyPreferences
}

/** A request that was written. */
export interface EncodedRequest {
  readonly call: WireRequest
  readonly undo: ReplyContext
  readonly needs: readonly RequiredMedia[]
}

/** An answer that was written. */
export interface EncodedResponse extends Translated<JsonText> {
  /** What it failed with, where the format has no way to say how far the upstream came. */
  readonly failure?: GatewayError
}

/** One change to a body whose bytes pass. `value` absent: the member is removed. */
export interface BodyEdit {
  readonly path: JsonPointer
  readonly value?: JsonTemplate
}

/** An error as a format writes it. */
export interface WireError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: JsonText
}

/** How a chat is written on one wire. Everything here is pure, synchronous and total. */
export interface ChatFormat<Id extends string = string, Written extends WirePiece = string> {
  readonly id: Id
  /** How its streams are framed, the default first. */
  readonly framings: readonly [StreamFraming<Written>, ...StreamFraming<Written>[]]
  readonly decodeRequest: (call: WireRequest) => Result<Translated<DecodedRequest>, Invalid>
  readonly encodeRequest: (request: ChatRequest, target: RequestTarget) => Result<Translated<EncodedRequest>, Refused>
  readonly decodeResponse: (
    body: JsonText,
    reply: ReplyContext
  ) => Result<Translated<ChatResponse>, Invalid | GatewayError>
  readonly encodeResponse: (
    response: ChatResponse,
    preferences: ReplyPreferences,
    defaults: ResponseDefaults
  ) => EncodedResponse
  /** `most`: how much it may keep of a stream for what may come later, in UTF-16 code units; more is an error. */
  readonly decodeStream: (reply: ReplyContext, most?: number) => Transducer<StreamFrame, ChatEvent>
  readonly encodeStream: (
    preferences: ReplyPreferences,
    defaults: ResponseDefaults,
    most?: number
  ) => FailingTransducer<ChatEvent, StreamFrame>
  /** The error of a whole answer; `headers` have lower-case names. */
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
  readonly encodeError: (error: GatewayError) => WireError
}

/** A format as an upstream speaks it: its frames are only read, and may be binary. */
export type UpstreamFormat = ChatFormat<string, WirePiece>

/**
 * The names that a deployment may spell in its own way. The first of each list is written, all are read.
 * The defaults hold the spelling of the gateway's endpoint tables and the vendors' own.
 */
export interface WireNames {
  /** Members that ask for reasoning inside `content`: `<prefix>_thinking_to_content`. */
  readonly thinkingToContent: readonly string[]
  /** Function names and tool members that mean web search for the content-style family. */
  readonly webSearch: readonly string[]
  /** Members of `extra_body` that carry the content-style family's own fields. */
  readonly native: readonly string[]
  /** The product's word, a segment and part of names in the paths of endpoints that the tables call by it. */
  readonly product: readonly string[]
  /** The header that carries the message-style API version. */
  readonly messagesVersionHeader: string
  /** Headers that carry the content-style family's key. */
  readonly contentKeyHeader: string
}

/** The default spellings. */
export const wireNames: WireNames = {
  thinkingToContent: ["gateway_thinking_to_content", "thinking_to_content"],
  webSearch: ["googleSearch", "webSearch"],
  native: ["google", "native"],
  product: ["gateway"],
  messagesVersionHeader: "anthropic-version",
  contentKeyHeader: "x-goog-api-key"
}
