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
