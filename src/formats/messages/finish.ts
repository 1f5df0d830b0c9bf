import type { Block, Candidate, FinishReason, Part } from "../../words/chat.ts"
import { type JsonObject, type JsonText, type Tree } from "../../words/json.ts"
import type { Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import { type Draft, type Inner, type Out, readInner } from "./native.ts"
import { id, known } from "./wire.ts"

type Kind = FinishReason["kind"]

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["end_turn", "stop"],
  ["stop_sequence", "stop-sequence"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "context"],
  ["tool_use", "tool-calls"],
  ["refusal", "refusal"],
  ["pause_turn", "pause"],
  ["compaction", "compaction"]
])

const reasons: Readonly<Record<Kind, string>> = {
  stop: "end_turn",
  "stop-sequence": "stop_sequence",
  length: "max_tokens",
  context: "model_context_window_exceeded",
  "tool-calls": "tool_use",
  blocked: "refusal",
  refusal: "refusal",
  pause: "pause_turn",
  compaction: "compaction",
  malformed: "end_turn",
  other: "end_turn"
}

/**
 * What a stop reason means. Content wins: an end of turn with calls for the client is a call of tools, and the call of a
 * tool that stood in for a schema is a plain end.
 */
export const finishOf = (
  reason: string,
  sequence: string | undefined,
  content: { readonly calls: boolean; readonly stoodIn: boolean }
): FinishReason => {
  const said = kinds.get(reason)
  if (said === undefined) return { kind: "other", raw: { format: id, value: reason } }
  if (said === "tool-calls" && content.stoodIn && !content.calls) return { kind: "stop" }
  if (said === "stop" && content.calls) return { kind: "tool-calls", raw: { format: id, value: reason } }
  return said === "stop-sequence" && sequence !== undefined ? { kind: said, sequence } : { kind: said }
}

/** Whether a part is a call that the client has to answer. */
export const isClientCall = (part: Part): boolean => part.type === "tool-call" && part.runBy === "client"

/** The stop reason for a finish, and whether it says what the finish does. */
export const reasonOf = (finish: FinishReason): { readonly reason: string; readonly exact: boolean } => {
  if (finish.raw?.format === id) return { reason: finish.raw.value, exact: true }
  const reason = reasons[finish.kind]
  return { reason, exact: kinds.get(reason) === finish.kind }
}

/** Reads `stop_details`: why something was withheld. */
export const readBlock = (
  reader: Reader,
  details: JsonObject,
  at: Pointer
): { readonly block: Block; readonly inner: Inner | undefined } => {
  const block: Draft<Block> = {}
  const category = reader.string(details, "category", at)
  if (category !== undefined) block.category = category
  const message = reader.string(details, "explanation", at)
  if (message !== undefined) block.message = message
  const found = readInner(reader, undefined, details, known.stopDetails, "/stop_details")
  const inner = found === undefined ? undefined : withoutNulls(found)
  return { block, inner }
}

const withoutNulls = (inner: Inner): Inner | undefined => {
  const kept = new Map<Pointer, JsonText>([...inner].filter(([, value]) => value.text !== "null"))
  return kept.size === 0 ? undefined : kept
}

/** An answer as this format ends it: a refusal in the model's own words is told beside the content, as why it stopped. */
export const withRefusal = <A extends Pick<Candidate, "finish" | "block">>(candidate: A, refusal: string): A => {
  if (refusal === "") return candidate
  const plain = candidate.finish === undefined || candidate.finish.kind === "stop"
  return {
    ...candidate,
    ...(plain ? { finish: { kind: "refusal" } } : {}),
    block: { ...candidate.block, message: candidate.block?.message ?? refusal }
  }
}

/** The categories of refusals that the endpoint has. */
const categories: ReadonlySet<string> = new Set([
  "cyber",
  "bio",
  "frontier_llm",
  "reasoning_extraction",
  "general_harms"
])

/** `stop_details` of a candidate: null where nothing was withheld. */
export const blockOut = (block: Block | undefined, own: boolean): Tree => {
  if (block === undefined) return null
  const category = block.category !== undefined && (own || categories.has(block.category)) ? block.category : null
  const out: Out = { type: "refusal", category, explanation: block.message ?? null }
  return out
}
