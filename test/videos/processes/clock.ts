import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** How many times as fast as others these processes live, so that leases of minutes are over in seconds. */
const speed = 40

/** The time of processes that all began to hurry at one moment, in milliseconds since 1970. */
export const fastNow =
  (from: number): (() => number) =>
  () =>
    from + (Date.now() - from) * speed

/** Their clock. `slept`: how many times as fast they sleep. */
export const clockOf = (from: number, slept = speed): Clock.Clock => {
  const millis = fastNow(from)
  const nanos = (): bigint => BigInt(Math.round(millis())) * 1_000_000n
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.callback((resume) => {
        const timer = setTimeout(() => resume(Effect.void), Math.max(1, Duration.toMillis(duration) / slept))
        return Effect.sync(() => clearTimeout(timer))
      })
  }
}
