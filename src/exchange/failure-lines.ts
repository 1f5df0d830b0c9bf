import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Entry } from "../telemetry/metering.ts"
import { answerTooLarge } from "../upstream/failures.ts"
import { aboutDefect, type GatewayError, type ErrorReason } from "../core/errors/error.ts"
import { heldTooLarge } from "../core/framing/held.ts"
import { eventTooLarge } from "../core/framing/bounds.ts"

/** The codes of errors that end an answer because it is larger than what the gateway takes. */
const cuts: ReadonlySet<string | undefined> = new Set([answerTooLarge, eventTooLarge, heldTooLarge])

/** What an upstream refuses for what the client wrote: nothing that its operator could mend. */
const clients: ReadonlySet<ErrorReason> = new Set(["InvalidRequest", "NotFound", "PayloadTooLarge", "ContentBlocked"])

/** Whose call a line is of: a request's, or a task's, for which no request waits. */
export interface AboutCall {
  readonly requestId?: string
  readonly task?: string
  readonly family: string
  readonly model: string
}

/**
 * One line for a call that failed: which request or task, which upstream and why, at the level `Info` where it is for its client
 * to mend. It holds nothing that a client or a vendor wrote but the ids of those and of the model, and what the
 * vendor says of the operator's credentials.
 */
export const tellCallFailed = (about: AboutCall, error: GatewayError): Effect.Effect<void> => {
  const { called, cause, code, answered, refusal } = error.details
  const wasCut = cuts.has(code)
  const text = wasCut
    ? "An upstream's answer was cut off: it is larger than the limits for answers."
    : "A call of an upstream failed."
  const line = clients.has(error.reason) ? Effect.logInfo(text) : Effect.logWarning(text)
  return Effect.annotateLogs(line, {
    ...about,
    ...(called === undefined ? {} : { upstream: called.upstream ?? about.family, host: called.host }),
    reason: cause ?? error.reason,
    ...(answered === undefined ? {} : { status: answered }),
    ...(wasCut ? { code } : {}),
    ...(refusal === undefined ? {} : { refusal })
  })
}

/** The same for a request, by what its meter is told. */
export const tellFailed = ({ requestId, family, sent }: Entry, error: GatewayError): Effect.Effect<void> =>
  tellCallFailed({ requestId, family, model: sent }, error)

/** One line for a task that its vendor took and could not fulfil. */
export const tellTaskFailed = (about: AboutCall): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("A task has failed at its upstream."), { ...about })

/** One line for an entry that its meter did not take: nothing of the request fails for that. */
export const tellUnmetered = ({ requestId, family, sent }: Entry, cause: Cause.Cause<never>): Effect.Effect<void> =>
  Effect.logError("The metering of a request failed.", ...aboutDefect(Cause.squash(cause))).pipe(
    Effect.annotateLogs({ requestId, family, model: sent })
  )
