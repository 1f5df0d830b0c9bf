import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import { failedStep, type TaskIn, isEnded, type Task } from "../../src/tasks.ts"
import type { Kind, Store } from "./nodes.ts"
import { atUpstream } from "./tasks.ts"

const tasks = 200
const lease = 40

/** What four pollers did: when leases end, the fences of every lease, and of every end that was written, by task. */
interface Journal {
  readonly held: Map<string, Lease>
  readonly taken: Map<string, readonly number[]>
  readonly ended: Map<string, readonly number[]>
  refused: number
}

interface Lease {
  readonly until: number
  readonly fence: number
}

const note = (
  journal: Map<string, readonly number[]>,
  { id, fence }: { readonly id: string; readonly fence: number }
) => journal.set(id, [...(journal.get(id) ?? []), fence])

/** A lease that begins before the last one has ended; both stand in the store's own clock. */
const isHeld = ({ held }: Journal, { id, lease: next, fence }: Task): boolean => {
  const last = held.get(id)
  if (next === undefined) return true
  if (last === undefined || last.fence < fence) held.set(id, { until: next.until, fence })
  return last !== undefined && last.fence < fence && next.until - lease < last.until
}

/** Works until every task has ended; one of three pauses is longer than the lease, and nothing renews it. */
const poll = (store: Store, holder: string, journal: Journal) =>
  Effect.gen(function* () {
    while (journal.ended.size < tasks) {
      for (const task of yield* store.take({ holder, duration: lease, limit: 8 })) {
        if (isEnded(task)) return yield* Effect.die("A task that has ended was due.")
        if (isHeld(journal, task)) return yield* Effect.die("A task that another held was due.")
        note(journal.taken, task)
        yield* Effect.sleep(Math.random() * lease * 0.3)
        if (Math.random() < 0.3) yield* Effect.sleep(lease * 2)
        yield* Effect.matchEffect(store.save(failedStep(task, { code: holder, message: "" })), {
          onFailure: (why) =>
            why._tag === "Superseded" ? Effect.sync(() => void (journal.refused += 1)) : Effect.fail(why),
          onSuccess: (end: TaskIn<"failed">) => Effect.sync(() => note(journal.ended, end))
        })
      }
      yield* Effect.sleep(5)
    }
  })

/** Four pollers that are often paused for longer than their leases. */
export const outlived = ({ name, fresh }: Kind): void => {
  describe(`tasks kept in ${name}, by four pollers that pause for longer than their leases`, () => {
    it.live(
      "end once each, and by the hand of the last that had the lease",
      () =>
        Effect.gen(function* () {
          const open = yield* fresh
          const stores = yield* Effect.all([open, open, open, open])
          const [first] = stores
          yield* Effect.forEach(Array.from({ length: tasks }), () => atUpstream(first), { concurrency: 10 })
          const journal: Journal = { held: new Map(), taken: new Map(), ended: new Map(), refused: 0 }
          yield* Effect.all(
            stores.map((store, at) => poll(store, `poller-${at}`, journal)),
            { concurrency: "unbounded" }
          )
          console.log(`${name}: ${journal.refused} steps of outlived leases were refused`)
          expect(journal.refused).toBeGreaterThan(0)
          for (const [id, fences] of journal.taken) {
            expect(new Set(fences).size).toBe(fences.length)
            expect(journal.ended.get(id)).toEqual([Math.max(...fences)])
          }
          expect(journal.taken.size).toBe(tasks)
        }),
      60_000
    )
  })
}
