import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Model } from "../capabilities/models.ts"
import { type RequestEnding, type MeterEntry, Metering } from "../telemetry/telemetry.ts"
import { Secrets } from "../credentials/credentials.ts"
import { answerTooLarge } from "../upstream/failures.ts"
import { GatewayError, aboutDefect, type ErrorReason } from "../core/errors/error.ts"
import { childPointer, type JsonPointer, pointerTokens } from "../core/json/pointer.ts"
import { eventTooLarge, heldTooLarge } from "../core/framing/stream-limits.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import type { RequestedCall } from "./body.ts"
import type { RequestCaller } from "./permission.ts"

/** What is known of a call before it is over. */
type CallOpening = Omit<MeterEntry, "ended" | "usage" | "error" | "notes">

/** A request whose call is about to be made. */
interface CallStart {
  readonly endpoint: string
  /** The format of its client. */
  readonly format: string
  readonly caller: RequestCaller
  readonly requested: RequestedCall
}

/** What is known of a request's call to a model. */
export const openingOf = ({ endpoint, format, caller, requested }: CallStart, model: Model): CallOpening => ({
  requestId: caller.requestId,
  endpoint,
  principal: caller.principal.name,
  model: requested.model,
  sent: model.target.model,
  family: model.family,
  formats: { client: format, upstream: model.format.id },
  stream: requested.stream
})

/** How a call goes, written down once when its scope ends; a call that nobody settled was aborted. */
export class CallOutcome {
  readonly #opening: CallOpening
  readonly #notes: readonly TranslationNote[]
  #ended: RequestEnding = "aborted"
  #error: GatewayError | undefined
  #usage: () => TokenUsage | undefined = untold
  #more: () => readonly TranslationNote[] = none

  constructor(opening: CallOpening, notes: readonly TranslationNote[]) {
    this.#opening = opening
    this.#notes = notes
  }

  /** Tells the metering when the scope ends, and the operator where the call failed, or the metering does; neither a secret. */
  follow(services: Context.Context<Scope.Scope>): Effect.Effect<void> {
    const metering = Context.get(services, Metering)
    const { text } = Context.get(services, Secrets)
    return Scope.addFinalizer(
      Context.get(services, Scope.Scope),
      Effect.suspend(() => {
        const entry = this.entry(text)
        const recorded = Effect.catchCause(
          Effect.suspend(() => metering.record(entry)),
          (cause) => tellUnmetered(entry, cause)
        )
        return entry.error === undefined ? recorded : Effect.andThen(tellFailed(entry, entry.error), recorded)
      })
    )
  }

  /** The call ended, well or with an error. */
  settle(error: GatewayError | undefined): void {
    this.#ended = error === undefined ? "finished" : "failed"
    this.#error = error
  }

  /** Where usage is read when the call is over, and the notes that came with the answer. */
  watch(usage: () => TokenUsage | undefined, notes: () => readonly TranslationNote[]): void {
    this.#usage = usage
    this.#more = notes
  }

  /** The entry as of now, with the words of its error masked. */
  entry(mask: (words: string) => string): MeterEntry {
    const usage = this.#usage() ?? this.#error?.details.usage
    return {
      ...this.#opening,
      ended: this.#ended,
      notes: [...this.#notes, ...this.#more()],
      ...(usage === undefined ? {} : { usage }),
      ...(this.#error === undefined ? {} : { error: maskedError(this.#error, mask) })
    }
  }
}

/** An error without what an upstream quotes of keys, be it in its own words, its code, its type or the member that it names. */
const maskedError = ({ reason, message, details }: GatewayError, mask: (words: string) => string): GatewayError => {
  const { code, pointer, refusal, type } = details
  return new GatewayError(reason, mask(message), {
    ...details,
    ...(typeof code === "string" ? { code: mask(code) } : {}),
    ...(pointer === undefined ? {} : { pointer: maskedPointer(pointer, mask) }),
    ...(refusal === undefined ? {} : { refusal: mask(refusal) }),
    ...(type === undefined ? {} : { type: { ...type, value: mask(type.value) } })
  })
}

/** A pointer without keys, which may have dots. */
const maskedPointer = (at: JsonPointer, mask: (words: string) => string): JsonPointer => {
  const path = pointerTokens(at).join(".")
  const told = mask(path)
  return told === path ? at : childPointer("", told)
}

const untold = (): undefined => undefined

const none = (): readonly TranslationNote[] => []

/** An effect whose failure or defect settles how the call goes. */
export const failing = <A, R>(
  effect: Effect.Effect<A, GatewayError, R>,
  outcome: CallOutcome
): Effect.Effect<A, GatewayError, R> =>
  Effect.tapCause(effect, ({ reasons }) =>
    Effect.sync(() => {
      const failed = reasons.find(Cause.isFailReason)
      if (failed !== undefined) outcome.settle(failed.error)
      else if (reasons.some(Cause.isDieReason)) outcome.settle(new GatewayError("Internal", "A defect."))
    })
  )

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
  const wasCut = cuts.has(code ?? undefined)
  const text = wasCut
    ? "An upstream's answer was cut off: it is larger than the limits of answers."
    : "A call to an upstream failed."
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
const tellFailed = ({ requestId, family, sent }: MeterEntry, error: GatewayError): Effect.Effect<void> =>
  tellCallFailed({ requestId, family, model: sent }, error)

/** One line for a task that its vendor took and could not fulfil. */
export const tellTaskFailed = (about: AboutCall): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning("A task has failed at its upstream."), { ...about })

/** One line for an entry that its meter did not take: nothing of the request fails for that. */
const tellUnmetered = ({ requestId, family, sent }: MeterEntry, cause: Cause.Cause<never>): Effect.Effect<void> =>
  Effect.logError("The metering of a request failed.", ...aboutDefect(Cause.squash(cause))).pipe(
    Effect.annotateLogs({ requestId, family, model: sent })
  )
