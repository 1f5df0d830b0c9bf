import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"

/** Something that is looked at when its time has come. Times are epoch milliseconds. */
export interface Timer {
  at: number
  /** Says when to look again; undefined: never. */
  readonly ring: (now: number) => number | undefined
}

/** The least time between two looks, in milliseconds: so late an alarm may be. */
const grain = 20

/**
 * Many alarms on one sleeping fiber: setting one costs an entry of a set. Moving `at` to a later time is free, so a
 * clock that starts anew with every byte costs nothing a byte.
 */
export class Timers {
  readonly #alarms = new Set<Timer>()
  readonly #clock: Clock.Clock
  readonly #run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>
  #wakes = Infinity
  #sleeper: Fiber.Fiber<void> | undefined

  constructor(clock: Clock.Clock, run: (effect: Effect.Effect<void>) => Fiber.Fiber<void>) {
    this.#clock = clock
    this.#run = run
  }

  /** Alarms on the clock of the fiber that makes them, silent once its scope is closed. */
  static readonly make: Effect.Effect<Timers, never, Scope.Scope> = Effect.gen(function* () {
    const alarms = new Timers(yield* Clock.Clock, Effect.runForkWith(yield* Effect.context()))
    yield* Effect.addFinalizer(() => Effect.sync(() => alarms.#silence()))
    return alarms
  })

  /** The time now. */
  now(): number {
    return this.#clock.currentTimeMillisUnsafe()
  }

  /** Sets an alarm. */
  set(alarm: Timer): Timer {
    this.#alarms.add(alarm)
    if (alarm.at < this.#wakes) this.#sleepUntil(alarm.at)
    return alarm
  }

  /** Takes an alarm back. */
  clear(alarm: Timer): void {
    this.#alarms.delete(alarm)
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
    for (const alarm of Array.from(this.#alarms)) {
      if (alarm.at <= now) {
        const again = alarm.ring(now)
        if (again === undefined) this.#alarms.delete(alarm)
        else alarm.at = again
      }
      if (this.#alarms.has(alarm)) next = Math.min(next, alarm.at)
    }
    if (next < this.#wakes) this.#sleepUntil(Math.max(next, now + grain))
  }

  #silence(): void {
    this.#alarms.clear()
    this.#sleeper?.interruptUnsafe()
  }
}
