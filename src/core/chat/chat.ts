import type { JsonText } from "../json/json.ts"
import type {
  CacheMark,
  ChatNode,
  StateRef,
  OpaqueBytes,
  CitedSource,
  ContentPart,
  TextSpan,
  TextCitation
} from "./node.ts"
import type { ThinkingConfig } from "./thinking.ts"
import type { ToolSchema, ToolDefinition, ToolChoice } from "./tool.ts"
import type { TokenUsage } from "../tokens/usage.ts"
import type { GatewayError } from "../errors/error.ts"

export type * from "./node.ts"

export type * from "./tool.ts"

/** A chat request. No field is ever null; `0`, `""`, `false` and `[]` are values. */
export interface ChatRequest extends ChatNode {
  /** The id that the client asked for; which one is called is the target's. */
  readonly model: string
  /** System messages included, in their places. */
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly ToolDefinition[]
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
  readonly thinking?: ThinkingConfig
  readonly verbosity?: string
  readonly modalities?: readonly string[]
  readonly audio?: { readonly voice: JsonText; readonly format?: string }
  readonly image?: JsonText
  readonly output?: OutputFormat
  /** Caching that the vendor places itself. */
  readonly autoCache?: CacheMark & { readonly key?: string; readonly retain?: string }
  readonly safety?: readonly { readonly category: string; readonly threshold?: string; readonly method?: string }[]
  readonly tier?: string
  /** The end user, as an opaque id. */
  readonly user?: string
  readonly metadata?: JsonText
  /** Whether its vendor may keep it. */
  readonly store?: boolean
  /** Text that the answer is expected to repeat. */
  readonly prediction?: readonly ContentPart[]
  readonly refs?: readonly StateRef[]
}

/** One turn, or a part of one: vendors differ in what they merge. */
export interface ChatMessage extends ChatNode {
  /** A tool message is a user message of tool results. */
  readonly role: "system" | "user" | "assistant"
  /** Which of two spellings of the system role. */
  readonly level?: "developer"
  readonly name?: string
  readonly id?: string
  readonly parts: readonly ContentPart[]
}

/** The form that the answer's text must have. */
export type OutputFormat =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | {
      readonly type: "json-schema"
      readonly name?: string
      readonly description?: string
      readonly schema: ToolSchema
      readonly strict?: boolean
    }
  | { readonly type: "mime"; readonly mime: string; readonly schema?: ToolSchema }

/** A chat answer. */
export interface ChatResponse extends ChatNode {
  readonly id?: string
  /** The model that the upstream named. */
  readonly model?: string
  /** Epoch seconds. */
  readonly created?: number
  readonly tier?: string
  /** None where the prompt itself was blocked. */
  readonly candidates: readonly ChatCandidate[]
  /** Why the prompt was blocked. */
  readonly block?: BlockReason
  readonly usage?: TokenUsage
  readonly refs?: readonly StateRef[]
}

/** One of the answers that were asked for. */
export interface ChatCandidate extends ChatNode {
  readonly index: number
  readonly parts: readonly ContentPart[]
  readonly finish?: FinishReason
  readonly block?: BlockReason
  readonly grounding?: GroundingMetadata
  readonly logprobs?: readonly TokenLogprob[]
}

/** What a search gave, and which stretches of text rest on it. */
export interface GroundingMetadata extends ChatNode {
  readonly queries?: readonly string[]
  readonly sources: readonly CitedSource[]
  readonly supports: readonly GroundingSupport[]
  readonly display?: string
}

/** A stretch of a part's text, and the sources that it rests on by their number. */
export interface GroundingSupport extends ChatNode {
  readonly part: number
  readonly span: TextSpan
  readonly sources: readonly number[]
  readonly scores?: readonly number[]
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
export interface BlockReason extends ChatNode {
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
  /** Why an answer that ends so is an error where it says nothing: nothing named its end, or not all of it could be read. */
  readonly doubt?: "unsaid" | "unread"
}

type Kind = FinishReason["kind"]

const each = (kind: Kind, words: string): readonly (readonly [string, Kind])[] =>
  words.split(" ").map((word) => [word, kind])

/** What words mean, in small letters. An answer that broke off did not end its turn. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...each("stop", "stop eos eos_token end end_turn"),
  ...each("length", "length max_tokens insufficient_system_resource network_error error abort"),
  ...each("tool-calls", "tool_calls function_call tool_use"),
  ...each(
    "blocked",
    "content_filter sensitive safety recitation blocklist prohibited_content spii guardrail_intervened"
  ),
  ...each("context", "model_length model_context_window_exceeded"),
  ...each("malformed", "malformed_function_call")
])

/** Why an answer ended, by a word that vendors say it with in whatever format they speak. A word may go on behind a colon. */
export const kindOfFinish = (word: string): Kind => {
  const [known = ""] = word.toLowerCase().split(":", 1)
  return kinds.get(known) ?? "other"
}

/** What an answer says of why it refuses, in the model's own words; empty where it does not refuse. */
export const refusalIn = (parts: readonly ContentPart[]): string =>
  parts.map((part) => (part.type === "refusal" ? part.text : "")).join("")

/** An answer for a format that tells a refusal beside the content: as the reason why it ended. */
export const withRefusal = <A extends Pick<ChatCandidate, "finish" | "block">>(candidate: A, refusal: string): A => {
  if (refusal === "") return candidate
  const { finish, block } = candidate
  const refused = { ...candidate, block: { ...block, message: block?.message ?? refusal } }
  return finish === undefined || finish.kind === "stop" ? { ...refused, finish: { kind: "refusal" } } : refused
}

/**
 * One item of a chat stream. The order is `start`, then for each candidate its parts (indices dense, in order of first
 * appearance), `finish` once a candidate, and `end`; `usage` and `candidate` come at any time between, a `usage` that is
 * known so early before `start`, too; `error` ends all.
 */
export type ChatEvent =
  | { readonly type: "start"; readonly response: Omit<ChatResponse, "candidates" | "usage"> }
  /** A part begins. `value` holds what is known already: all of it, or the empty beginning that deltas extend. */
  | { readonly type: "part"; readonly candidate: number; readonly part: number; readonly value: ContentPart }
  | { readonly type: "delta"; readonly candidate: number; readonly part: number; readonly delta: PartDelta }
  | { readonly type: "part-end"; readonly candidate: number; readonly part: number }
  /** What is said of a candidate besides its parts. Log probabilities are added, the rest assigned. */
  | { readonly type: "candidate"; readonly candidate: number; readonly add: CandidateAddition }
  | { readonly type: "finish"; readonly candidate: number; readonly finish: FinishReason }
  /** A snapshot: leaves overwrite, they are never summed. */
  | { readonly type: "usage"; readonly usage: TokenUsage }
  /** What is said of the response besides its candidates, after the start. */
  | { readonly type: "response"; readonly add: Pick<ChatResponse, "tier" | "block" | "refs" | "native"> }
  /** A wire frame that no other event can say: its kind and its whole body. */
  | { readonly type: "frame"; readonly format: string; readonly kind: string; readonly body: JsonText }
  | { readonly type: "end" }
  | { readonly type: "error"; readonly error: GatewayError }

/** What may be said of a candidate besides its parts and its finish. */
export type CandidateAddition = Pick<ChatCandidate, "grounding" | "logprobs" | "block" | "native">

/** What one event adds to an open part. */
export type PartDelta =
  /** Of a text, a refusal or a reasoning part; appended. */
  | { readonly type: "text"; readonly text: string }
  /** Of a tool call's input, raw; appended. `unfinished`: it broke off there. */
  | { readonly type: "input"; readonly text: string; readonly unfinished?: true }
  /** Base64, in multiples of four characters; appended. */
  | { readonly type: "data"; readonly data: string }
  | { readonly type: "transcript"; readonly text: string }
  | { readonly type: "citation"; readonly citation: TextCitation }
  /** Replaces the opaque bytes of the same vendor and kind. */
  | { readonly type: "opaque"; readonly opaque: OpaqueBytes }
  /** Members of the wire's own, assigned by key. */
  | { readonly type: "rest"; readonly format: string; readonly rest: ReadonlyMap<string, JsonText> }

/** The most UTF-16 code units of text that one of the events says which {@link cutEvent} gives. */
export const mostText = 256 * 1024

/**
 * An event as those that say the same one after another: of a long text each a piece, so that none takes long to write.
 * A character is never cut. What is whole or nothing, such as a medium, stays.
 */
export function* cutEvent(event: ChatEvent): Generator<ChatEvent, void, void> {
  const text = textOf(event)
  if (text === undefined || text.length <= mostText) return yield event
  const [first = "", ...more] = piecesOf(text)
  yield withText(event, first)
  for (const piece of more) yield withText(deltaOf(event), piece)
}

/** An event that goes on where one says how a part begins; any other is its own. */
const deltaOf = (event: ChatEvent): ChatEvent => {
  if (event.type !== "part") return event
  const { candidate, part } = event
  return { type: "delta", candidate, part, delta: { type: "text", text: "" } }
}

const textOf = (event: ChatEvent): string | undefined => {
  if (event.type === "delta") return "text" in event.delta ? event.delta.text : undefined
  return event.type === "part" && "text" in event.value ? event.value.text : undefined
}

const withText = (event: ChatEvent, text: string): ChatEvent => {
  if (event.type === "delta" && "text" in event.delta) return { ...event, delta: { ...event.delta, text } }
  return event.type === "part" && "text" in event.value ? { ...event, value: { ...event.value, text } } : event
}

function* piecesOf(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length;) {
    const end = endOfPiece(text, from + mostText)
    yield text.slice(from, end)
    from = end
  }
}

/** Where a piece ends that may end at a place: before a pair of surrogates that stands there. */
const endOfPiece = (text: string, at: number): number => {
  const last = text.charCodeAt(at - 1)
  return at < text.length && last >= 0xd800 && last <= 0xdbff ? at - 1 : at
}
