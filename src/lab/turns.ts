import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/** How much of some work is done at once, and how much of it waits. */
export interface Room {
  readonly atOnce: number
  readonly queue: number
}

/** Does work in its turn; fails at once, with what is said, where as much waits as may. */
export const turnsIn = <E>({ atOnce, queue }: Room, crowded: () => E) => {
  const turns = Semaphore.makeUnsafe(atOnce)
  let inside = 0
  return <A, F>(work: Effect.Effect<A, F>): Effect.Effect<A, E | F> =>
    Effect.suspend((): Effect.Effect<A, E | F> => {
      if (inside >= atOnce + queue) return Effect.fail(crowded())
      inside += 1
      return Effect.ensuring(
        turns.withPermit(work),
        Effect.sync(() => void (inside -= 1))
      )
    })
}
