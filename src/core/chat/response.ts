import { GatewayError } from "../errors/error.ts"
import { fail, type Invalid, type Result } from "../errors/invalid.ts"
import type { ReplyPreferences, ResponseDefaults } from "../format.ts"
import type { JsonPointer } from "../json/pointer.ts"
import { nearestOf, type NoteSink, type Translated } from "../notes/note.ts"
import type { IssueReader } from "../reading/issue-reader.ts"
import { requestLimits } from "../request-limits.ts"
import type { TokenUsage } from "../tokens/usage.ts"
import type { ChatCandidate, ChatResponse, FinishReason } from "./chat.ts"
import { isClientCall } from "./tool-calls.ts"

/** What the parts of an answer share while it is encoded. */
export interface ReplyEncodeContext extends NoteSink {
  readonly preferences: ReplyPreferences
  readonly defaults: ResponseDefaults
}

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

/**
 * The error of an answer that says neither anything nor that its prompt was blocked: it was made all the same.
 *
 * @see https://github.com/google-gemini-php/client/issues/168 such answers, of which the vendor says no reason (2026-07)
 */
export const noCandidates = (usage?: TokenUsage): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer has no candidates.", { shouldRetry: false, usage })

/** The error of an answer that has more candidates than anybody can ask for. */
export const tooManyCandidates = (usage?: TokenUsage): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream's answer has more than ${requestLimits.candidates} candidates.`, {
    shouldRetry: false,
    usage
  })

/** The error of an answer that could not be decoded. One that tells its usage was made, and is not asked for again. */
export const undecoded = (error: Invalid, usage?: TokenUsage): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    `The upstream's answer could not be understood: ${error.message}`,
    usage && { shouldRetry: false, usage }
  )

/** A whole answer that was read, where nothing was wrong with it. */
export const settledAnswer = <A extends Pick<ChatResponse, "usage">>(
  reader: IssueReader,
  answer: A
): Result<Translated<A>, Invalid | GatewayError> => {
  const settled = reader.settled(answer)
  return settled.ok || answer.usage === undefined ? settled : fail(undecoded(settled.error, answer.usage))
}
