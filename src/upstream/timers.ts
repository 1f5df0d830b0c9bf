import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { LinkedQueue, type QueueLink } from "../core/collections.ts"

/** Something that is looked at when its time has come. Times are epoch milliseconds. */
export interface Timer {
  at: number
  /** Where it stands while it is set. */
  link?: QueueLink<Timer> | undefined
  /** Says when to look again; undefined: never. */
  readonly fire: (now: number) => number | undefined
}

/** The least time between two looks, in milliseconds: so late a timer may be. */
const resolution = 20

/**
 * Many timers on one sleeping fiber: setting one costs a link of a list. Moving `at` to a later time is free, so a
 * clock that starts anew with every byte costs nothing a byte.
 */
export class Timers {
  readonly #timers = new LinkedQueue<Timer>()
  readonly #clock: Clock.Clock
  readonly #run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  #wakes = Infinity
  #sleeper: Fiber.Fiber<void> | undefined

  constructor(clock: Clock.Clock, run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>) {
    this.#clock = clock
    this.#run = run
  }

  /** Timers on the clock of the fiber that makes them; none fires once its scope is closed. */
  static readonly make: Effect.Effect<Timers, never, Scope.Scope> = Effect.gen(function* () {
    const timers = new Timers(yield* Clock.Clock, Effect.runForkWith(yield* Effect.context()))
    yield* Effect.addFinalizer(() => Effect.sync(() => timers.#silence()))
    return timers
  })

  /** The time now. */
  now(): number {
    return this.#clock.currentTimeMillisUnsafe()
  }

  /** Sets a timer. */
  set(timer: Timer): Timer {
    timer.link ??= this.#timers.append(timer)
    if (timer.at < this.#wakes) this.#sleepUntil(timer.at)
    return timer
  }

  /** Takes a timer back. Nobody sleeps where none is left: a process would live on for that. */
  clear(timer: Timer): void {
    if (this.#remove(timer) && this.#timers.size === 0) this.#rest()
  }

  /** Whether it was set. */
  #remove(timer: Timer): boolean {
    const { link } = timer
    timer.link = undefined
    return link !== undefined && this.#timers.remove(link)
  }

  #sleepUntil(at: number): void {
    this.#sleeper?.interruptUnsafe()
    this.#wakes = at
    const wake = Effect.sync(() => this.#wake())
    this.#sleeper = this.#run(Effect.andThen(this.#clock.sleep(Duration.millis(Math.max(0, at - this.now()))), wake))
  }

  #wake(): void {
    this.#sleeper = undefined
    this.#wakes = Infinity
    const now = this.now()
    let next = Infinity
    for (const timer of this.#timers.values) {
      if (timer.at <= now) {
        const again = timer.fire(now)
        if (again === undefined) this.#remove(timer)
        else timer.at = again
      }
      if (timer.link !== undefined) next = Math.min(next, timer.at)
    }
    if (next < this.#wakes) this.#sleepUntil(Math.max(next, now + resolution))
  }

  #silence(): void {
    for (const timer of this.#timers.values) this.#remove(timer)
    this.#rest()
  }

  #rest(): void {
    this.#sleeper?.interruptUnsafe()
    this.#wakes = Infinity
  }
}
