import type { ChatCandidate, TextCitation, FinishReason, ContentPart, ChatResponse } from "../chat/chat.ts"
import type { GatewayError } from "../errors/error.ts"
import type { JsonText } from "../json/json.ts"
import type { OpaqueBytes } from "../chat/node.ts"
import type { TokenUsage } from "../tokens/usage.ts"

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
