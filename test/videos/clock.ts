import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Somebody who sleeps until a time. */
interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** How many turns of the event loop are taken for everything in this process to come to rest. */
const turns = 16

const rest = async (): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A clock that stands still until it is told to go on; then everybody wakes in order, as if the time had passed. */
export class HandClock {
  #now = 1_790_000_000_000
  readonly #sleepers = new Set<Sleeper>()

  readonly now = (): number => this.#now

  /** The clock of every service that is built with it. */
  readonly layer: Layer.Layer<never> = Layer.succeed(Clock.Clock)(this.#clock())

  /** Lets so many milliseconds pass. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    await rest()
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.at)
      this.#sleepers.delete(next)
      next.wake()
      await rest()
    }
    this.#now = end
    await rest()
  }

  /** Lets time pass until something has come of some work, however late that began to wait. */
  async until<A>(work: Promise<A>): Promise<A> {
    const settled = work.then(
      () => true,
      () => true
    )
    while (!(await Promise.race([settled, this.pass(1_000)]))) continue
    return work
  }

  /** Lets so many milliseconds pass at once, as on a machine that slept: whoever would have woken by then wakes late. */
  async leap(ms: number): Promise<void> {
    this.#now += ms
    await this.pass(0)
  }

  #next(end: number): Sleeper | undefined {
    const due = [...this.#sleepers].filter(({ at }) => at <= end)
    return due.toSorted((one, other) => one.at - other.at)[0]
  }

  #clock(): Clock.Clock {
    const millis = this.now
    const nanos = (): bigint => BigInt(millis()) * 1_000_000n
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) => this.#sleep(Duration.toMillis(duration))
    }
  }

  #sleep(ms: number): Effect.Effect<void> {
    return Effect.callback((resume) => {
      const sleeper = { at: this.#now + ms, wake: () => resume(Effect.void) }
      this.#sleepers.add(sleeper)
      return Effect.sync(() => void this.#sleepers.delete(sleeper))
    })
  }
}
