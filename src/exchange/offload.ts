import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { GatewayError } from "../words/errors/error.ts"

/** Work on plain data alone: what it is given, and what it makes, can cross to another thread. */
export interface Job<in Given, out Made, out R = never> {
  /** By which another thread knows it. */
  readonly name: string
  readonly run: (given: Given) => Effect.Effect<Made, GatewayError, R>
}

/** Where long work is done. */
export interface Offloading {
  readonly run: <Given, Made, R>(job: Job<Given, Made, R>, given: Given) => Effect.Effect<Made, GatewayError, R>
}

/** Where a gateway does long work; by default where it runs itself, giving way to others between the steps. */
export const Offload = Context.Reference<Offloading>("isogloss/Offload", {
  defaultValue: () => ({ run: (job, given) => job.run(given) })
})

/** Work on so many bytes is short, whatever they say: less than 20 milliseconds. */
export const short = 64 * 1024

/** Does a job: a short one here and now, a long one where the gateway does those. */
export const perform = <Given, Made, R>(
  job: Job<Given, Made, R>,
  given: Given,
  bytes: number
): Effect.Effect<Made, GatewayError, R> =>
  bytes <= short ? job.run(given) : Effect.flatMap(Offload, (there) => there.run(job, given))

/** Between two steps of a job: a long one lets timers and sockets have their turn. */
export const turn = (bytes: number): Effect.Effect<void> => (bytes <= short ? Effect.void : Effect.yieldNow)
