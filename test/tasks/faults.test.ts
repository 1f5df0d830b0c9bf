import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe } from "vitest"
import { isEnded, layerMemory, submittingStep, type Task, TaskStore } from "../../src/tasks.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import type { Store } from "./nodes.ts"
import { done, pass, pending, pollOver, upstream } from "./polling.ts"
import { ids, made, many, minute } from "./tasks.ts"

const away = Effect.fail(new GatewayError("Overloaded", "It is away."))

/** What may become of an operation on a store that is failing: what its caller is told, and what was done. */
const faults = {
  fails: () => away,
  "fails only after a while": () => Effect.delay(away, 2_000),
  "is done, and told to have failed": <A, E>(operation: Effect.Effect<A, E>) => Effect.andThen(operation, away),
  "is done after a while, and told to have failed": <A, E>(operation: Effect.Effect<A, E>) =>
    Effect.andThen(Effect.delay(operation, 2_000), away)
} as const

type Fault = (typeof faults)[keyof typeof faults]

/** Two of three are struck, beginning with the first, until so many were. */
const striking = (fault: Fault, most: number) => {
  let calls = 0
  let struck = 0
  return <A, E>(operation: Effect.Effect<A, E>): Effect.Effect<A, E | GatewayError> =>
    Effect.suspend(() => {
      if (struck >= most || calls++ % 3 === 2) return operation
      struck += 1
      return fault(operation)
    })
}

/** A store whose one operation is struck, and the ends that were written in it. */
const struckStore = (store: Store, operation: "take" | "save" | "renew" | "sweep", fault: Fault) => {
  const strike = striking(fault, 40)
  const ended: Task[] = []
  const save: Store["save"] = (task) =>
    Effect.tap(store.save(task), (saved) => Effect.sync(() => isEnded(saved) && ended.push(saved)))
  const sound: Store = { ...store, save }
  const struck: Partial<Store> = {
    take: { take: (taking: Parameters<Store["take"]>[0]) => strike(sound.take(taking)) },
    save: { save: <T extends Task>(task: T) => strike(sound.save(task)) },
    renew: { renew: (task: Task, duration: number) => strike(sound.renew(task, duration)) },
    sweep: { sweep: (limit: number) => strike(sound.sweep(limit)) }
  }[operation]
  return { ended, operations: { ...sound, ...struck } }
}

describe("a poller over a store of which an operation", () => {
  for (const operation of ["take", "save", "renew", "sweep"] as const) {
    for (const [name, fault] of Object.entries(faults)) {
      it.effect(`${name}, as ${operation} does, ends each task once, as its upstream did`, () =>
        Effect.gen(function* () {
          const store = yield* TaskStore
          const tasks = yield* many(store, 30)
          const { ended, operations } = struckStore(store, operation, fault)
          const { asked, poll } = upstream(pending, done)
          yield* pollOver(store, operations, { poll: (task) => Effect.delay(poll(task), 25_000), perSecond: 100 })
          yield* pass(12 * minute)
          expect(yield* store.counts).toMatchObject({ submitted: 0, running: 0, succeeded: 30 })
          expect(ids(ended)).toEqual(ids(tasks))
          expect(asked.length).toBeLessThanOrEqual(60 * 1.5)
        }).pipe(Effect.provide(layerMemory))
      )
    }
  }
})

describe("a submitter over a store of which an operation", () => {
  for (const [name, fault] of Object.entries(faults)) {
    it.effect(`${name} has one task for its key, however often it tries`, () =>
      Effect.gen(function* () {
        const store = yield* TaskStore
        const strike = striking(fault, 4)
        const tries = Array.from({ length: 8 }, () =>
          Effect.option(strike(store.create(made({ claim: { key: "k", hash: "h" } }))))
        )
        const fiber = yield* Effect.forkChild(Effect.all(tries))
        yield* pass(20_000)
        const told = (yield* Fiber.join(fiber)).flatMap((one) => (one._tag === "Some" ? [one.value] : []))
        expect(new Set(told.map(({ task }) => task.id)).size).toBe(1)
        expect(yield* store.claimed("ann", "k", "h")).toEqual(told[0]?.task)
        expect((yield* store.counts).accepted).toBe(1)
      }).pipe(Effect.provide(layerMemory))
    )

    it.effect(`${name} leaves a task that comes to an end that says what is known`, () =>
      Effect.gen(function* () {
        const store = yield* TaskStore
        const task = made()
        yield* store.create(task)
        const fiber = yield* Effect.forkChild(Effect.option(fault(store.save(submittingStep(task)))))
        yield* pass(3_000)
        yield* Fiber.join(fiber)
        const { asked, poll } = upstream(done)
        yield* pollOver(store, {}, { poll })
        yield* pass(2 * minute)
        const code = name.startsWith("is done") ? "submit_unknown" : "not_submitted"
        expect(yield* store.get("ann", task.id)).toMatchObject({ state: "failed", failure: { code } })
        expect(asked).toEqual([])
      }).pipe(Effect.provide(layerMemory))
    )
  }
})
