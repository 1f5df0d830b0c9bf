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

/**
 * One connection to Redis for as long as the scope is open. It is made anew whenever it is lost, and where it has
 * become silent: nothing tells of an end that has gone without a word. Given once it is there, or its patience is over.
 */
export const connected = (url: string, base: string): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.gen(function* () {
    let line = open(url)
    const hungUp = (silent: Line) => {
      if (line !== silent) return
      silent.redis.destroy()
      line = open(url)
    }
    yield* Effect.addFinalizer(() => Effect.sync(() => line.redis.destroy()))
    yield* Effect.timeoutOption(line.ready, patience)
    return (script, args) =>
      Effect.suspend(() => {
        const { redis } = line
        const silent = line
        return Effect.tryPromise({
          try: () => run(redis, script, { keys: [base], arguments: args.map(String) }),
          catch: (why) => why
        }).pipe(
          Effect.timeoutOrElse({
            duration: patience,
            orElse: () => {
              hungUp(silent)
              return Effect.fail(new Error("Redis did not answer in time."))
            }
          })
        )
      })
  })

interface Line {
  readonly redis: Client
  /** Ends when the connection was made for the first time. */
  readonly ready: Effect.Effect<void>
}

type Client = ReturnType<typeof clientOf>

const clientOf = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: patience, reconnectStrategy: (tries) => Math.min(longestPause, 50 * 2 ** tries) }
  }).on("error", ignored)

const open = (url: string): Line => {
  const redis = clientOf(url)
  const connecting = redis.connect().then(ignored, ignored)
  return { redis, ready: Effect.promise(() => connecting) }
}

/** A lost connection is told by the operations that need it. */
const ignored = (): void => undefined

interface Parameters {
  readonly keys: string[]
  readonly arguments: string[]
}

const run = async (redis: Client, script: Script, parameters: Parameters): Promise<unknown> => {
  try {
    return await redis.evalSha(script.digest, parameters)
  } catch (why) {
    if (!(why instanceof Error) || !why.message.startsWith("NOSCRIPT")) throw why
    return redis.eval(script.text, parameters)
  }
}
