import * as Effect from "effect/Effect"

/** Does something once sockets and timers were looked at. */
export const afterSockets = (go: () => void): void =>
  void Effect.runFork(Effect.andThen(Effect.yieldNow, Effect.sync(go)))
