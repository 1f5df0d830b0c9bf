import * as Effect from "effect/Effect"

/** What does something once sockets and timers were looked at, on this runtime's loop. */
export const later: Effect.Effect<(go: () => void) => void> = Effect.map(Effect.context(), (context) => {
  const run = Effect.runForkWith(context)
  return (go) => void run(Effect.andThen(Effect.yieldNow, Effect.sync(go)))
})
