import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createClient } from "redis"
import type { Script } from "./scripts.ts"

/** How long Redis may take to connect, or to answer, in milliseconds. */
const patience = 2_000

/** The longest pause between two tries to connect, in milliseconds. */
const longestPause = 1_000

/** Runs a script on keys that begin with `base`; fails at once where there is no connection. */
export type Running = (script: Script, args: readonly (string | number)[]) => Effect.Effect<unknown, unknown>

/** One connection to Redis, which is made anew, for as long as the scope is open, whenever it is lost. */
export const connected = (url: string, base: string): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.map(client(url), (redis) => (script, args) => {
    const options = { keys: [base], arguments: args.map(String) }
    return Effect.tryPromise({
      try: async () => {
        try {
          return await redis.evalSha(script.digest, options)
        } catch (why) {
          if (!(why instanceof Error) || !why.message.startsWith("NOSCRIPT")) throw why
          return redis.eval(script.text, options)
        }
      },
      catch: (why) => why
    }).pipe(
      Effect.timeoutOrElse({
        duration: patience,
        orElse: () => Effect.fail(new Error("Redis did not answer in time."))
      })
    )
  })

/** A client that connects for as long as it takes; it is given as soon as it has, or its patience is over. */
const client = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        url,
        disableOfflineQueue: true,
        socket: { connectTimeout: patience, reconnectStrategy: (tries) => Math.min(longestPause, 50 * 2 ** tries) }
      }).on("error", ignored)
    ),
    (redis) => Effect.sync(() => redis.destroy())
  ).pipe(
    Effect.tap((redis) => {
      const connecting = redis.connect().catch(ignored)
      return Effect.timeoutOption(
        Effect.promise(() => connecting),
        patience
      )
    })
  )

/** A lost connection is told by the operations that need it. */
const ignored = (): void => undefined
