import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import { describe } from "vitest"
import { layerMemory, PollFailed, pollTasks, submittingStep, SupersededTask, TaskStore } from "../../src/tasks.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import type { Store } from "./nodes.ts"
import { done, pass, pending, pollOver, upstream } from "./polling.ts"
import { atUpstream, day, failure, ids, made, minute } from "./tasks.ts"

const run = (name: string, body: (store: Store) => Effect.Effect<void, unknown, TaskStore>): void => {
  it.effect(name, () => Effect.provide(Effect.flatMap(TaskStore, body), layerMemory))
}

describe("a poller", () => {
  run("asks until the task has ended, ever more seldom, and no more then", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      const { asked, poll } = upstream(pending, pending, pending, pending, pending, pending, done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(60 * minute)
      expect(yield* store.get("ann", task.id)).toMatchObject({ state: "succeeded", polls: 6, result: { refs: ["r"] } })
      const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))
      expect(gaps).toHaveLength(6)
      for (const gap of gaps) {
        expect(gap).toBeGreaterThanOrEqual(10_000)
        expect(gap).toBeLessThanOrEqual(61_000)
      }
      expect(Math.max(...gaps)).toBeGreaterThanOrEqual(48_000)
    })
  )

  run("asks about a task that never ends until its deadline, where it has failed", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      const { asked, poll } = upstream(pending)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(62 * minute)
      expect(yield* store.get("ann", task.id)).toMatchObject({ failure: { code: "deadline_exceeded" } })
      expect(asked.at(-1)?.at).toBeGreaterThanOrEqual(60 * minute)
      expect(asked.at(-1)?.at).toBeLessThanOrEqual(60 * minute + 1_000)
    })
  )

  run("goes on asking where a key is refused, and where the upstream is down now and then", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      const down = new PollFailed({ status: 503 })
      const { poll } = upstream(new PollFailed({ status: 401 }), down, down, pending, down, done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(10 * minute)
      expect((yield* store.get("ann", task.id))?.state).toBe("succeeded")
    })
  )

  run("takes what breaks for an answer that did not come", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      yield* Effect.forkChild(pollTasks({ poll: () => Effect.die("broken") }))
      yield* pass(1_000)
      expect(yield* store.get("ann", task.id)).toMatchObject({ state: "submitted", strikes: { failed: 1 } })
    })
  )

  run("takes an answer that takes too long for one that did not come", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      yield* Effect.forkChild(pollTasks({ poll: () => Effect.never, longest: 5_000 }))
      yield* pass(6_000)
      expect(yield* store.get("ann", task.id)).toMatchObject({ polls: 1, strikes: { failed: 1 } })
    })
  )

  run("ends what was never submitted to its end, and asks nobody about it", (store) =>
    Effect.gen(function* () {
      const [unsent, sending] = [made(), made()]
      yield* store.create(unsent)
      yield* store.create(sending)
      yield* store.save(submittingStep(sending))
      const { asked, poll } = upstream(done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(minute - 1_000)
      expect(yield* store.counts).toMatchObject({ accepted: 1, submitting: 1 })
      yield* pass(2_000)
      expect(yield* store.get("ann", unsent.id)).toMatchObject({ failure: { code: "not_submitted" } })
      expect(yield* store.get("ann", sending.id)).toMatchObject({ failure: { code: "submit_unknown" } })
      expect(asked).toEqual([])
    })
  )

  run("keeps a task to itself for as long as an answer takes", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      let asked = 0
      const poll = () =>
        Effect.delay(
          Effect.sync(() => (asked++, done)),
          5 * minute
        )
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(6 * minute)
      expect((yield* store.get("ann", task.id))?.state).toBe("succeeded")
      expect(asked).toBe(1)
    })
  )

  run("stops where another has the task, and saves nothing", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      let stopped = false
      const poll = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => (stopped = true)))
      const renew = ({ id }: { readonly id: string }) => Effect.fail(new SupersededTask({ id }))
      yield* pollOver(store, { renew, save: () => Effect.die("It was saved.") }, { poll })
      yield* pass(30_000)
      expect(stopped).toBe(true)
      expect((yield* store.get("ann", task.id))?.state).toBe("submitted")
    })
  )

  run("is followed by another when it ends in the middle", (store) =>
    Effect.gen(function* () {
      const all = yield* Effect.forEach(Array.from({ length: 300 }), () => atUpstream(store))
      const first = yield* Effect.forkChild(pollTasks({ poll: () => Effect.never }))
      yield* pass(5_000)
      yield* Fiber.interrupt(first)
      const { asked, poll } = upstream(done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(2 * minute)
      expect((yield* store.counts).succeeded).toBe(300)
      expect(asked.map(({ id }) => id).toSorted()).toEqual(ids(all))
    })
  )

  run("saves what it was told, however long the store is away", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      const { asked, poll } = upstream(done)
      let away = 5
      const gone = Effect.fail(new GatewayError("Overloaded", "It is away."))
      const save: Store["save"] = (saved) => Effect.suspend(() => (away-- > 0 ? gone : store.save(saved)))
      yield* pollOver(store, { save }, { poll })
      yield* pass(10_000)
      expect((yield* store.get("ann", task.id))?.state).toBe("succeeded")
      expect(asked).toHaveLength(1)
    })
  )

  run("comes back when the store does", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      let away = 5
      const gone = Effect.fail(new GatewayError("Overloaded", "It is away."))
      const take: Store["take"] = (taking) => Effect.suspend(() => (away-- > 0 ? gone : store.take(taking)))
      yield* pollOver(store, { take }, upstream(done))
      yield* pass(10_000)
      expect((yield* store.get("ann", task.id))?.state).toBe("succeeded")
    })
  )

  run("asks about no more tasks at once than it may", (store) =>
    Effect.gen(function* () {
      yield* Effect.forEach(Array.from({ length: 50 }), () => atUpstream(store))
      let now = 0
      let most = 0
      const poll = () =>
        Effect.suspend(() => {
          most = Math.max(most, ++now)
          return Effect.delay(
            Effect.sync(() => (now--, done)),
            500
          )
        })
      yield* Effect.forkChild(pollTasks({ poll, atOnce: 8, perSecond: 1_000 }))
      yield* pass(20_000)
      expect(most).toBe(8)
      expect((yield* store.counts).succeeded).toBe(50)
    })
  )

  run("tells how many tasks are in each state, once a minute", (store) =>
    Effect.gen(function* () {
      yield* store.create(made())
      yield* store.create(made())
      yield* Effect.forkChild(pollTasks(upstream(done)))
      yield* pass(1_000)
      const counted = Effect.map(Metric.snapshot, (all) =>
        all.flatMap((one) =>
          one.id === "isogloss_tasks" && one.type === "Gauge" ? [[one.attributes?.["state"], one.state.value]] : []
        )
      )
      expect(yield* counted).toContainEqual(["accepted", 2])
      yield* pass(5 * minute)
      expect(yield* counted).toEqual([
        ["accepted", 0],
        ["submitting", 0],
        ["unknown", 0],
        ["submitted", 0],
        ["running", 0],
        ["succeeded", 0],
        ["failed", 2]
      ])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )

  run("forgets what is over", (store) =>
    Effect.gen(function* () {
      const task = made({}, -7 * day)
      yield* store.create(task)
      yield* store.save({ ...submittingStep(task), state: "failed", failure })
      yield* Effect.forkChild(pollTasks(upstream(done)))
      yield* pass(minute)
      expect(yield* store.get("ann", task.id)).toBeUndefined()
    })
  )
})
