import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"
import { revealSecret, type Secret } from "../../credentials/credentials.ts"
import { tasksIn } from "../store-from-rows.ts"
import { TaskStore, type TaskRow, type TaskRows, type ClaimedRow, type KeptTask } from "../store.ts"
import {
  countsScript,
  insertScript,
  probeScript,
  readScript,
  renewScript,
  replaceScript,
  type RedisScript,
  standingScript,
  sweepScript,
  takeScript
} from "./scripts.ts"
import { createClient, type RedisArgument } from "redis"

/** Where a Redis is, and where in it tasks are. */
export interface RedisOptions {
  /** `redis://` or `rediss://`, with its user and password. */
  readonly url: Secret
  /** What every key begins with, in braces, so that a cluster keeps them together; `isogloss` by default. */
  readonly prefix?: string
}

/**
 * Keeps tasks in Redis, for any number of nodes. It must evict nothing (`maxmemory-policy noeviction`), and what it
 * acknowledged outlives its own end only as far as it persists (`appendfsync`). The connection is made when it can be.
 */
export const layerRedis = ({ url, prefix = "isogloss" }: RedisOptions): Layer.Layer<TaskStore> =>
  Layer.effect(TaskStore)(Effect.map(redisConnection(revealSecret(url), `{${prefix}}`), (run) => tasksIn(inRedis(run))))

const inRedis = (run: RunScript): TaskRows => {
  const running =
    <A>(script: RedisScript, reply: (reply: unknown) => A) =>
    (...args: readonly (string | number)[]) =>
      Effect.flatMap(run(script, args), (answer) => Effect.try({ try: () => reply(answer), catch: (why) => why }))
  return {
    insert: (row, claim, now) =>
      running(insertScript, readClaimed)(
        ...membersOf(row),
        now,
        ...(claim === undefined ? [] : [keyOf(row.owner, claim.key), claim.hash, claim.until])
      ),
    claimed: (owner, key, now) => running(standingScript, readClaimed)(keyOf(owner, key), now),
    read: (id) => running(readScript, readFound)(id),
    take: ({ now, holder, until, limit }) => running(takeScript, readTaken)(now, holder, until, limit),
    replace: (row, { before, freed }) =>
      running(replaceScript, readDone)(
        ...membersOf(row),
        freed === undefined ? "" : keyOf(row.owner, freed),
        ...before
      ),
    renew: (id, fence, until) => running(renewScript, readDone)(id, fence, until),
    sweep: (now, limit) => running(sweepScript, readNumber)(now, limit),
    counts: running(countsScript, readTally)(),
    probe: Effect.asVoid(run(probeScript, []))
  }
}

/** A claim's key, which no other owner and key make. */
const keyOf = (owner: string, key: string): string => JSON.stringify([owner, key])

/** A row as the scripts take it. */
const membersOf = (row: TaskRow): readonly (string | number)[] => [
  row.id,
  row.owner,
  row.state,
  row.due ?? "",
  row.holder ?? "",
  row.until ?? "",
  row.fence,
  row.expires,
  row.document
]

/** How long Redis may take to connect, or to answer, in milliseconds. */
const redisTimeout = 2_000

/** The longest pause between two tries to connect, in milliseconds. */
const longestPause = 1_000

/** What a script is given; bytes are sent as they are. */
type ScriptArgument = string | number | Uint8Array

/** Runs a script on keys that begin with `base`; fails at once where there is no connection. */
export type RunScript = (script: RedisScript, args: readonly ScriptArgument[]) => Effect.Effect<unknown, unknown>

/**
 * One connection to Redis for as long as the scope is open. It is made anew whenever it is lost, and where it has
 * become silent: nothing tells of an end that has gone without a word. Given once it is there, or the time is over.
 */
export const redisConnection = Effect.fnUntraced(function* (
  url: string,
  base: string
): Effect.fn.Return<RunScript, never, Scope.Scope> {
  let line = open(url)
  const hungUp = (silent: Line) => {
    if (line !== silent) return
    silent.redis.destroy()
    line = open(url)
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => line.redis.destroy()))
  yield* Effect.timeoutOption(line.ready, redisTimeout)
  return (script, args) =>
    Effect.suspend(() => {
      const { redis } = line
      const silent = line
      return Effect.tryPromise({
        try: () => run(redis, script, { keys: [base], arguments: args.map(sent) }),
        catch: (why) => why
      }).pipe(
        Effect.timeoutOrElse({
          duration: redisTimeout,
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
    socket: { connectTimeout: redisTimeout, reconnectStrategy: (tries) => Math.min(longestPause, 50 * 2 ** tries) }
  }).on("error", ignored)

const open = (url: string): Line => {
  const redis = clientOf(url)
  const connecting = redis.connect().then(ignored, ignored)
  return { redis, ready: Effect.promise(() => connecting) }
}

/** A lost connection is told by the operations that need it. */
const ignored = (): void => undefined

const sent = (arg: ScriptArgument): RedisArgument =>
  typeof arg === "object" ? Buffer.from(arg.buffer, arg.byteOffset, arg.byteLength) : String(arg)

interface Parameters {
  readonly keys: string[]
  readonly arguments: RedisArgument[]
}

const run = async (redis: Client, script: RedisScript, parameters: Parameters): Promise<unknown> => {
  try {
    return await redis.evalSha(script.digest, parameters)
  } catch (why) {
    if (!(why instanceof Error) || !why.message.startsWith("NOSCRIPT")) throw why
    return redis.eval(script.text, parameters)
  }
}

/** A task's members as the scripts give them: texts, of which an empty one is null. */
const Members = Schema.Tuple([Schema.String, Schema.String, Schema.String, Schema.FiniteFromString, Schema.String])

const keptOf = ([owner, holder, until, fence, document]: typeof Members.Type): KeptTask => ({
  owner,
  holder: holder === "" ? null : holder,
  until: until === "" ? null : Number(until),
  fence,
  document
})

const readStanding = Schema.decodeUnknownSync(Schema.NullOr(Schema.Tuple([Schema.String, Members])))

/** Reads what a key may stand for; as all here, throws where a reply is none of the script's. */
export const readClaimed = (reply: unknown): ClaimedRow | undefined => {
  const standing = readStanding(reply)
  return standing === null ? undefined : { hash: standing[0], row: keptOf(standing[1]) }
}

const readMembers = Schema.decodeUnknownSync(Schema.NullOr(Members))

/** Reads a row that may not be there. */
export const readFound = (reply: unknown): KeptTask | undefined => {
  const found = readMembers(reply)
  return found === null ? undefined : keptOf(found)
}

const readRows = Schema.decodeUnknownSync(Schema.Array(Members))

/** Reads rows. */
export const readTaken = (reply: unknown): readonly KeptTask[] => readRows(reply).map(keptOf)

/** Reads a number. */
export const readNumber: (reply: unknown) => number = Schema.decodeUnknownSync(Schema.Int)

/** Reads whether something was done. */
export const readDone = (reply: unknown): boolean => readNumber(reply) === 1

const readTexts = Schema.decodeUnknownSync(Schema.Array(Schema.String))

/** Reads names and numbers in turn. */
export const readTally = (reply: unknown): ReadonlyMap<string, number> => {
  const texts = readTexts(reply)
  return new Map(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, Number(texts[at + 1])] as const] : [])))
}
