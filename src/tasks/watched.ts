import * as Effect from "effect/Effect"
import { OutageLog } from "../core/outage.ts"
import type { Rows } from "./rows.ts"

/**
 * Rows whose failures are logged once, and once that they are over. Only what writes shows that: what is locked or full
 * may still be read.
 */
export const watched = (rows: Rows): Rows => {
  const outage = new OutageLog()
  const read = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.tapError(done, (why) => Effect.suspend(() => (outage.begins() ? gone(why) : Effect.void)))
  const write = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.tap(read(done), () => Effect.suspend(() => back(outage.ends())))
  return {
    insert: (...args) => write(rows.insert(...args)),
    claimed: (...args) => read(rows.claimed(...args)),
    read: (...args) => read(rows.read(...args)),
    take: (...args) => read(rows.take(...args)),
    replace: (...args) => write(rows.replace(...args)),
    renew: (...args) => write(rows.renew(...args)),
    sweep: (...args) => write(rows.sweep(...args)),
    counts: read(rows.counts)
  }
}

const gone = (why: unknown): Effect.Effect<void> =>
  Effect.logWarning("The task store cannot be reached.", why instanceof Error ? why.message : String(why))

const back = (failures: number): Effect.Effect<void> =>
  failures === 0 ? Effect.void : Effect.logInfo(`The task store is reached again. Calls that failed: ${failures}.`)
