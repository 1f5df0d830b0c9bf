import * as Effect from "effect/Effect"

/** A signal that aborts with the scope. */
export const leaving = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  ),
  ({ signal }) => signal
)
