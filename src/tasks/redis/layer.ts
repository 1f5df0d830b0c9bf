import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { revealed, type Secret } from "../../credentials/secret.ts"
import { keptIn } from "../keep.ts"
import type { Row, Rows } from "../rows.ts"
import { TaskStore } from "../store.ts"
import { connected, type Running } from "./connection.ts"
import { readClaimed, readDone, readFound, readNumber, readTaken, readTally } from "./replies.ts"
import { counts, insert, read, renew, replace, type Script, standing, sweep, take } from "./scripts.ts"

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
  Layer.effect(TaskStore)(Effect.map(connected(revealed(url), `{${prefix}}`), (run) => keptIn(inRedis(run))))

const inRedis = (run: Running): Rows => {
  const running =
    <A>(script: Script, reply: (reply: unknown) => A) =>
    (...args: readonly (string | number)[]) =>
      Effect.flatMap(run(script, args), (said) => Effect.try({ try: () => reply(said), catch: (why) => why }))
  return {
    insert: (row, claim, now) =>
      running(insert, readClaimed)(
        ...membersOf(row),
        now,
        ...(claim === undefined ? [] : [keyOf(row.owner, claim.key), claim.hash, claim.until])
      ),
    claimed: (owner, key, now) => running(standing, readClaimed)(keyOf(owner, key), now),
    read: (id) => running(read, readFound)(id),
    take: ({ now, holder, until, limit }) => running(take, readTaken)(now, holder, until, limit),
    replace: (row, { before, freed }) =>
      running(replace, readDone)(...membersOf(row), freed === undefined ? "" : keyOf(row.owner, freed), ...before),
    renew: (id, fence, until) => running(renew, readDone)(id, fence, until),
    sweep: (now, limit) => running(sweep, readNumber)(now, limit),
    counts: running(counts, readTally)()
  }
}

/** A claim's key, which no other owner and key make. */
const keyOf = (owner: string, key: string): string => JSON.stringify([owner, key])

/** A row as the scripts take it. */
const membersOf = (row: Row): readonly (string | number)[] => [
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
