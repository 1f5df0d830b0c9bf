import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { Place } from "./task.ts"

/** How often tasks of one key are asked about, and how many of them at once. */
export interface Rate {
  readonly perSecond: number
  readonly atOnce: number
  /** How many milliseconds' worth of turns may be waited for. */
  readonly patience: number
}

/** Whose turn it is to ask an upstream with one of its keys. */
export interface Turns {
  /** Comes in, to wait for a turn; false where too many wait. Whoever came in leaves. */
  readonly enter: () => boolean
  readonly leave: () => void
  /** Does something in a turn of its own. Turns begin at even distances, in the order in which they are asked for. */
  readonly take: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** When one who could not come in is to come again: as many at a time as there are turns, in their order. */
  readonly comeBack: (now: number) => number
  /** When one is to come who wants to at some time: not before those who could not come in. */
  readonly comeAt: (wanted: number) => number
}

/** The turns of each key; no key waits for another's. There are as many as upstreams have keys. */
export const turnsOf = (rate: Rate): ((key: Place) => Turns) => {
  const known = new Map<string, Turns>()
  return ({ name, credential }) => {
    const key = JSON.stringify([name, credential])
    const turns = known.get(key) ?? makeTurns(rate)
    known.set(key, turns)
    return turns
  }
}

const makeTurns = ({ perSecond, atOnce, patience }: Rate): Turns => {
  const gap = 1_000 / perSecond
  const most = atOnce + patience / gap
  const places = Semaphore.makeUnsafe(atOnce)
  let inside = 0
  let next = 0
  let last = 0
  const turn = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const begins = Math.max(now, next)
    next = begins + gap
    return begins > now ? Effect.sleep(begins - now) : Effect.void
  })
  return {
    enter: () => {
      if (inside >= most) return false
      inside += 1
      return true
    },
    leave: () => {
      inside -= 1
    },
    take: (work) => Semaphore.withPermit(places, Effect.andThen(turn, work)),
    comeBack: (now) => (last = Math.max(now + patience, last + gap)),
    comeAt: (wanted) => (wanted > last ? wanted : (last += gap))
  }
}
