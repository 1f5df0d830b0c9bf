import { type ContentPart, type FinishReason, kindOfFinish } from "../../core/chat/chat.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import type { RuleKey } from "./rules.ts"
import { id } from "./wire.ts"

/** What an answer's content says of its end. */
export interface FinishContent {
  /** Whether there is a call that the client has to answer. */
  readonly calls: boolean
  /** Whether it refuses, and says nothing else. */
  readonly refuses: boolean
}

/** What parts say of the end of their answer. */
export const finishContent = (parts: readonly ContentPart[]): FinishContent => ({
  calls: parts.some(isClientCall),
  refuses:
    parts.some(({ type }) => type === "refusal") && !parts.some((part) => part.type === "text" && part.text !== "")
})

/** The reasons of an answer that is not complete. */
const reasons: ReadonlyMap<string, FinishReason["kind"]> = new Map([
  ["max_output_tokens", "length"],
  ["content_filter", "blocked"]
])

/** Why an answer ended: its `status` and the reason in its `incomplete_details`; of a complete one its content tells. */
export const decodeFinishReason = (
  status: string | undefined,
  reason: string | undefined,
  { calls, refuses }: FinishContent
): FinishReason => {
  if (status !== "incomplete") return { kind: calls ? "tool-calls" : refuses ? "refusal" : "stop" }
  const kind = reasons.get(reason ?? "")
  return kind === undefined ? { kind: kindOfFinish(reason ?? ""), raw: { format: id, value: reason ?? "" } } : { kind }
}

/** How an answer ends on the wire. */
export interface FinishStatus {
  readonly status: "completed" | "incomplete"
  readonly reason: string | undefined
}

/**
 * The status of an answer, and why it is not complete: one that refuses without words of its own withheld something.
 */
export const encodeFinishReason = ({ kind, raw }: FinishReason, { refuses }: FinishContent): FinishStatus => {
  if (raw?.format === id) return { status: "incomplete", reason: raw.value }
  if (kind === "length" || kind === "context") return { status: "incomplete", reason: "max_output_tokens" }
  if (kind === "blocked" || (kind === "refusal" && !refuses)) return { status: "incomplete", reason: "content_filter" }
  return { status: "completed", reason: undefined }
}

/** Why a finish cannot be read from what is written of it; undefined where it can. */
export const lossOfFinish = (finish: FinishReason, content: FinishContent): RuleKey | undefined => {
  const { status, reason } = encodeFinishReason(finish, content)
  if (finish.sequence !== undefined) return "unsupported/sequence"
  if (decodeFinishReason(status, reason, content).kind === finish.kind) return undefined
  if (finish.kind === "pause" || finish.kind === "other") return "finish-reason"
  return finish.kind === "malformed" ? "finish-reason/malformed" : "finish-reason/word"
}
