import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Ended, Entry, Meter } from "../telemetry/metering.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { tellFailed, tellUnmetered } from "./failure-lines.ts"

/** What is known of a call before it is over. */
export type Opening = Omit<Entry, "ended" | "usage" | "error" | "notes">

/** How a call goes, written down once when its scope ends; a call that nobody settled was aborted. */
export class Outcome {
  readonly #opening: Opening
  readonly #notes: readonly TranslationNote[]
  #ended: Ended = "aborted"
  #error: GatewayError | undefined
  #usage: () => TokenUsage | undefined = untold
  #more: () => readonly TranslationNote[] = none

  constructor(opening: Opening, notes: readonly TranslationNote[]) {
    this.#opening = opening
    this.#notes = notes
  }

  /** Tells the metering when the scope ends, and the operator where the call failed, or the metering does. */
  follow(scope: Scope.Scope, metering: Meter): Effect.Effect<void> {
    return Scope.addFinalizer(
      scope,
      Effect.suspend(() => {
        const entry = this.entry()
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

const untold = (): undefined => undefined

const none = (): readonly TranslationNote[] => []

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
