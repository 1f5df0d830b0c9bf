import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"

/** A signal that aborts with the scope. */
export const scopedAbortSignal: Effect.Effect<AbortSignal, never, Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  ),
  ({ signal }) => signal
)
