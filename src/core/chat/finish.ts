import type { JsonPointer } from "../json/pointer.ts"
import { nearestOf } from "../notes/note.ts"
import type { ChatCandidate, FinishReason } from "./chat.ts"
import { isClientCall } from "./tool-calls.ts"

/** The reason of an answer that never says why it ended: its content tells. */
export const unsaidFinish = (calls: boolean): FinishReason => ({ kind: calls ? "tool-calls" : "stop", doubt: "unsaid" })

/** Why a whole answer ended, for a format that needs a reason; `unsaid` is told where an answer does not say it. */
export const finishOf = (candidate: ChatCandidate, unsaid: (at: JsonPointer) => void): FinishReason => {
  if (candidate.finish !== undefined) return candidate.finish
  unsaid(nearestOf(candidate, "finish"))
  return unsaidFinish(candidate.parts.some(isClientCall))
}

/** The kind of an end as a client is told it: calls are to be answered, though their vendor gave up behind them. */
export const toldKind = (kind: FinishReason["kind"], calls: boolean): FinishReason["kind"] =>
  calls && (kind === "malformed" || kind === "other") ? "tool-calls" : kind
