import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import { layerMemory, type PollerOptions, PollFailed, pollTasks, TaskStore } from "../../src/tasks.ts"
import type { Store } from "./nodes.ts"
import { type Asked, done, keyOf, pass, pending, pollOver, upstream } from "./polling.ts"
import { many, minute } from "./tasks.ts"

const run = (name: string, body: (store: Store) => Effect.Effect<void, unknown, TaskStore>): void => {
  it.effect(name, () => Effect.provide(Effect.flatMap(TaskStore, body), layerMemory), 30_000)
}

/** The shortest time between two of some times. */
const closest = (asked: readonly Asked[]): number =>
  Math.min(...asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0)))

/** An upstream of which tasks with one key are never answered. */
const deafTo =
  (key: string, { poll }: Pick<PollerOptions, "poll">): PollerOptions["poll"] =>
  (task) =>
    keyOf(task) === key ? Effect.never : poll(task)

describe("the turns of a key", () => {
  run("are five a second, at even distances", (store) =>
    Effect.gen(function* () {
      yield* many(store, 300)
      const { asked, poll } = upstream(done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(62_000)
      expect(new Set(asked.map(({ id }) => id)).size).toBe(300)
      expect(closest(asked)).toBe(200)
    })
  )

  run("are as many as were asked for", (store) =>
    Effect.gen(function* () {
      yield* many(store, 100)
      const { asked, poll } = upstream(done)
      yield* Effect.forkChild(pollTasks({ poll, perSecond: 0.5 }))
      yield* pass(100_000)
      expect(asked.length).toBeGreaterThanOrEqual(49)
      expect(closest(asked)).toBe(2_000)
    })
  )

  run("are its own, whatever other upstreams and other keys have", (store) =>
    Effect.gen(function* () {
      const keys = [
        ["one", "a"],
        ["one", "b"],
        ["two", "a"],
        ['one","a', ""]
      ] as const
      for (const [name, credential] of keys) yield* many(store, 50, name, credential)
      const { asked, poll } = upstream(done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(12_000)
      expect(asked).toHaveLength(200)
      for (const [name, credential] of keys) {
        expect(closest(asked.filter(({ key }) => key === `${name} ${credential}`))).toBe(200)
      }
    })
  )

  run("are not waited for by tasks of other keys, however many tasks an upstream is slow to answer for", (store) =>
    Effect.gen(function* () {
      yield* many(store, 2_000, "slow")
      yield* many(store, 20, "quick")
      const { asked, poll } = upstream(done)
      yield* Effect.forkChild(pollTasks({ poll: deafTo("slow first-key", { poll }) }))
      yield* pass(6_000)
      expect(asked.filter(({ key }) => key.startsWith("quick"))).toHaveLength(20)
      yield* many(store, 20, "quick")
      yield* pass(6_000)
      expect(asked.filter(({ key }) => key.startsWith("quick"))).toHaveLength(40)
    })
  )

  run("are not lost where its upstream limits them and all others run", (store) =>
    Effect.gen(function* () {
      yield* many(store, 100, "limited")
      const limited = upstream(new PollFailed({ status: 429, retryAfter: 20 }), done)
      yield* Effect.forkChild(pollTasks(limited))
      yield* pass(2 * minute)
      expect(yield* store.counts).toMatchObject({ succeeded: 100 })
    })
  )

  run("come in the order of the tasks: but for the very first, none has two before all have one", (store) =>
    Effect.gen(function* () {
      yield* many(store, 1_000)
      const { asked, poll } = upstream(pending)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(204_000)
      expect(asked.length).toBeGreaterThanOrEqual(1_000)
      expect(new Set(asked.slice(0, 1_000).map(({ id }) => id)).size).toBeGreaterThanOrEqual(995)
    })
  )

  run("are waited for under a lease that is renewed", (store) =>
    Effect.gen(function* () {
      yield* many(store, 5)
      let asked = 0
      const poll = () =>
        Effect.delay(
          Effect.sync(() => (asked++, done)),
          2 * minute
        )
      yield* Effect.forkChild(pollTasks({ poll, atOnce: 1 }))
      yield* Effect.forkChild(pollTasks({ poll, atOnce: 1 }))
      yield* pass(11 * minute)
      expect(yield* store.counts).toMatchObject({ succeeded: 5 })
      expect(asked).toBe(5)
    })
  )

  run("are waited for by few: nobody holds the other tasks", (store) =>
    Effect.gen(function* () {
      const tasks = yield* many(store, 1_000)
      yield* Effect.forkChild(pollTasks({ poll: () => Effect.never }))
      yield* pass(10_000)
      const now = yield* Effect.forEach(tasks, ({ id }) => store.get("ann", id))
      expect(now.filter((task) => task?.lease !== undefined)).toHaveLength(64 + 25)
    })
  )

  run("that none was left for is for another time, even where the store does not learn of it", (store) =>
    Effect.gen(function* () {
      yield* many(store, 200)
      let lost = 0
      const save: Store["save"] = (task) =>
        task.state === "submitted" && lost++ < 50 ? Effect.die("It is away.") : store.save(task)
      yield* pollOver(store, { save }, upstream(done))
      yield* pass(3 * minute)
      expect(lost).toBeGreaterThanOrEqual(50)
      expect(yield* store.counts).toMatchObject({ succeeded: 200 })
    })
  )
})
