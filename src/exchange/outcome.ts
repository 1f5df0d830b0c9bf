import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Ended, Entry, Meter } from "../telemetry/metering.ts"
import { answerTooLarge } from "../upstream/failures.ts"
import { GatewayError } from "../words/errors/error.ts"
import type { Note } from "../words/notes/note.ts"
import { heldTooLarge } from "../words/framing/held.ts"
import { eventTooLarge } from "../words/framing/sse.ts"
import type { Usage } from "../words/tokens/usage.ts"

/** What is known of a call before it is over. */
export type Opening = Omit<Entry, "ended" | "usage" | "error" | "notes">

/** How a call goes, written down once when its scope ends; a call that nobody settled was aborted. */
export class Outcome {
  readonly #opening: Opening
  readonly #notes: readonly Note[]
  #ended: Ended = "aborted"
  #error: GatewayError | undefined
  #usage: () => Usage | undefined = untold
  #more: () => readonly Note[] = none

  constructor(opening: Opening, notes: readonly Note[]) {
    this.#opening = opening
    this.#notes = notes
  }

  /** Tells the metering when the scope ends. */
  follow(scope: Scope.Scope, metering: Meter): Effect.Effect<void> {
    return Scope.addFinalizer(
      scope,
      Effect.suspend(() => {
        const entry = this.entry()
        const recorded = metering.record(entry)
        return wasCut(entry) ? Effect.andThen(logCut(entry), recorded) : recorded
      })
    )
  }

  /** The call ended, well or with an error. */
  settle(error: GatewayError | undefined): void {
    this.#ended = error === undefined ? "finished" : "failed"
    this.#error = error
  }

  /** Where usage is read when the call is over, and the notes that came with the answer. */
  watch(usage: () => Usage | undefined, notes: () => readonly Note[]): void {
    this.#usage = usage
    this.#more = notes
  }

  /** The entry as of now. */
  entry(): Entry {
    const usage = this.#usage()
    return {
      ...this.#opening,
      ended: this.#ended,
      notes: [...this.#notes, ...this.#more()],
      ...(usage === undefined ? {} : { usage }),
      ...(this.#error === undefined ? {} : { error: this.#error })
    }
  }
}

/** The codes of errors that end an answer because it is larger than what the gateway takes. */
const cuts: ReadonlySet<string | undefined> = new Set([answerTooLarge, eventTooLarge, heldTooLarge])

const wasCut = ({ error }: Entry): boolean => cuts.has(error?.details.code)

/** One line where an answer was cut off: what the vendor sends is not what an operator can see elsewhere. */
const logCut = ({ error, requestId, family, sent }: Entry): Effect.Effect<void> =>
  Effect.logWarning("An upstream's answer was cut off: it is larger than the limits for answers.").pipe(
    Effect.annotateLogs({ requestId, family, model: sent, code: error?.details.code })
  )

const untold = (): undefined => undefined

const none = (): readonly Note[] => []

/** An effect whose failure or defect settles how the call goes. */
export const failing = <A, R>(
  effect: Effect.Effect<A, GatewayError, R>,
  outcome: Outcome
): Effect.Effect<A, GatewayError, R> =>
  Effect.tapCause(effect, ({ reasons }) =>
    Effect.sync(() => {
      const failed = reasons.find(Cause.isFailReason)
      if (failed !== undefined) outcome.settle(failed.error)
      else if (reasons.some(Cause.isDieReason)) outcome.settle(new GatewayError("Internal", "A defect."))
    })
  )
