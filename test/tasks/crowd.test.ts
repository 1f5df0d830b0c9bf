import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe } from "vitest"
import { isEnded, layerMemory, pollTasks, TaskStore } from "../../src/tasks.ts"
import type { Store } from "./nodes.ts"
import { done, pass, pending, pollOver, upstream } from "./polling.ts"
import { folder, storeAt } from "./sqlite/files.ts"
import { ids, many, minute } from "./tasks.ts"

/** The ids of tasks as their ends were written. */
const journalOf = (store: Store) => {
  const ended: string[] = []
  const save: Store["save"] = (task) =>
    Effect.tap(store.save(task), (saved) => Effect.sync(() => isEnded(saved) && ended.push(saved.id)))
  return { ended, save }
}

describe("very many tasks", () => {
  it.effect(
    "of a hundred keys are each asked about in twice the longest pause",
    () =>
      Effect.gen(function* () {
        const store = yield* TaskStore
        for (let key = 0; key < 100; key++) yield* many(store, 50, "vendor", `key-${key}`)
        const { asked, poll } = upstream(pending)
        yield* Effect.forkChild(pollTasks({ poll: (task) => Effect.delay(poll(task), 300) }))
        yield* pass(2.5 * minute)
        const last = new Map<string, number>()
        let longest = 0
        for (const { id, at } of asked) {
          longest = Math.max(longest, at - (last.get(id) ?? 0))
          last.set(id, at)
        }
        expect(last.size).toBe(5_000)
        expect(longest).toBeLessThanOrEqual(2 * minute)
      }).pipe(Effect.provide(layerMemory)),
    90_000
  )

  it.effect(
    "are all ended, and once each, after a restart in the middle of a poll of a part of them",
    () =>
      Effect.gen(function* () {
        const path = join(yield* folder, "tasks.db")
        const before = yield* Effect.scoped(
          Effect.gen(function* () {
            const store = yield* storeAt(path)
            const tasks = yield* many(store, 1_000)
            const poller = yield* pollOver(store, {}, { poll: () => Effect.never })
            yield* pass(5_000)
            yield* Fiber.interrupt(poller)
            return tasks
          })
        )
        const store = yield* storeAt(path)
        const journal = journalOf(store)
        const { asked, poll } = upstream(pending, done)
        yield* pollOver(store, journal, { poll, perSecond: 50 })
        yield* pass(5 * minute)
        expect(yield* store.counts).toMatchObject({ submitted: 0, running: 0, succeeded: 1_000 })
        expect(journal.ended.toSorted()).toEqual(ids(before))
        expect(asked).toHaveLength(2_000)
      }),
    90_000
  )
})
