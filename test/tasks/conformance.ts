import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import {
  failedStep,
  polledStep,
  submittedStep,
  submittingStep,
  succeededStep,
  unknownStep,
  unsentStep
} from "../../src/tasks.ts"
import type { Kind, Store } from "./nodes.ts"
import { atUpstream, day, failure, ids, made, minute, running, stale, taking } from "./tasks.ts"

/** Every promise of a task store, as tests of one kind of it, with two nodes on the same storage. */
export const conforms = ({ name, fresh }: Kind): void => {
  const holds = (
    promise: string,
    body: (one: Store, two: Store) => Effect.Effect<void, unknown, Scope.Scope>
  ): void => {
    it.effect(promise, () =>
      Effect.gen(function* () {
        const open = yield* fresh
        yield* body(yield* open, yield* open)
      })
    )
  }

  describe(`tasks kept in ${name}: what is created`, () => {
    holds("is there for its owner, whole, at every node", (one, two) =>
      Effect.gen(function* () {
        const task = made({ claim: { key: "k", hash: "h" }, kind: 'kind "é" \u2028' })
        expect(yield* one.create(task)).toEqual({ task, isNew: true })
        expect(yield* two.get("ann", task.id)).toEqual(task)
      })
    )

    holds("is for others what is not there at all", (one) =>
      Effect.gen(function* () {
        const task = made()
        yield* one.create(task)
        expect(yield* one.get("bob", task.id)).toBeUndefined()
        expect(yield* one.get("ann", `${task.id}x`)).toBeUndefined()
        expect(yield* one.get("", task.id)).toBeUndefined()
      })
    )

    holds("is two tasks where nobody said that they are one", (one) =>
      Effect.gen(function* () {
        const [first, second] = [made(), made()]
        yield* one.create(first)
        expect((yield* one.create(second)).isNew).toBe(true)
        expect(yield* one.get("ann", first.id)).toEqual(first)
        expect(yield* one.get("ann", second.id)).toEqual(second)
      })
    )

    holds("is the first task again under its idempotency key, as it is by then", (one, two) =>
      Effect.gen(function* () {
        const claim = { key: "k", hash: "h" }
        const first = yield* atUpstream(one, { claim })
        expect(yield* two.create(made({ claim }))).toEqual({ task: first, isNew: false })
      })
    )

    holds("is a conflict where the key stands for another body, and leaves nothing", (one) =>
      Effect.gen(function* () {
        yield* one.create(made({ claim: { key: "k", hash: "h" } }))
        const other = made({ claim: { key: "k", hash: "another" } })
        const refusal = yield* Effect.flip(one.create(other))
        expect(refusal).toMatchObject({ reason: "Conflict", status: 422 })
        expect(yield* one.get("ann", other.id)).toBeUndefined()
        expect((yield* one.counts).accepted).toBe(1)
      })
    )

    holds("is found by its owner's key before anything is created, as it is by then", (one, two) =>
      Effect.gen(function* () {
        expect(yield* one.claimed("ann", "k", "h")).toBeUndefined()
        const task = yield* atUpstream(one, { claim: { key: "k", hash: "h" } })
        expect(yield* two.claimed("ann", "k", "h")).toEqual(task)
        expect(yield* two.claimed("ann", "k2", "h")).toBeUndefined()
        const ended = yield* one.save(failedStep(task, failure))
        expect(yield* two.claimed("ann", "k", "h")).toEqual(ended)
      })
    )

    holds("is found by no other owner under the same key", (one) =>
      Effect.gen(function* () {
        yield* one.create(made({ owner: 'ann","k', claim: { key: "", hash: "h" } }))
        yield* one.create(made({ claim: { key: "__proto__", hash: "h" } }))
        expect(yield* one.claimed("bob", "__proto__", "h")).toBeUndefined()
        expect(yield* one.claimed("ann", 'k","', "h")).toBeUndefined()
        expect(yield* one.claimed("bob", "__proto__", "another")).toBeUndefined()
      })
    )

    holds("is a conflict to find where its key stands for another body", (one) =>
      Effect.gen(function* () {
        yield* one.create(made({ claim: { key: "k", hash: "h" } }))
        expect(yield* Effect.flip(one.claimed("ann", "k", "another"))).toMatchObject({
          reason: "Conflict",
          status: 422
        })
      })
    )

    holds("is found by its key until the key's day is over, or the task is forgotten", (one) =>
      Effect.gen(function* () {
        yield* one.create(made({ claim: { key: "k", hash: "h" } }))
        const short = made({ claim: { key: "short", hash: "h" } }, -7 * day + 1)
        yield* one.create({ ...short, claim: { key: "short", hash: "h", until: day } })
        yield* one.save(failedStep(short, failure))
        yield* TestClock.adjust(1)
        yield* one.sweep(10)
        expect(yield* one.claimed("ann", "short", "h")).toBeUndefined()
        yield* TestClock.adjust(day - 2)
        expect(yield* one.claimed("ann", "k", "h")).toMatchObject({ state: "accepted" })
        yield* TestClock.adjust(1)
        expect(yield* one.claimed("ann", "k", "h")).toBeUndefined()
        expect(yield* one.claimed("ann", "k", "another")).toBeUndefined()
      })
    )

    holds("is new under its key again once the first has ended unsent, whatever is asked then", (one, two) =>
      Effect.gen(function* () {
        const claim = { key: "k", hash: "h" }
        const first = made({ claim })
        yield* one.create(first)
        const ended = yield* one.save(unsentStep(first, "It was not sent."))
        expect(yield* two.claimed("ann", "k", "h")).toBeUndefined()
        expect(yield* two.claimed("ann", "k", "another")).toBeUndefined()
        const next = made({ claim: { key: "k", hash: "another" } })
        expect(yield* two.create(next)).toEqual({ task: next, isNew: true })
        expect(yield* one.get("ann", first.id)).toEqual(ended)
        expect(yield* one.claimed("ann", "k", "another")).toEqual(next)
      })
    )

    holds("is new under its key once the first, already at its call, was not sent", (one) =>
      Effect.gen(function* () {
        const claim = { key: "k", hash: "h" }
        const first = made({ claim })
        yield* one.create(first)
        yield* one.save(unsentStep(yield* one.save(submittingStep(first)), "It was not sent."))
        expect((yield* one.create(made({ claim }))).isNew).toBe(true)
      })
    )

    holds("keeps its key from one who ended unsent and had it before", (one) =>
      Effect.gen(function* () {
        const claim = { key: "k", hash: "h" }
        const first = made({ claim })
        yield* one.create(first)
        yield* TestClock.adjust(day)
        const second = made({ claim }, day)
        yield* one.create(second)
        yield* one.save(unsentStep(first, "It was not sent."))
        expect(yield* one.claimed("ann", "k", "h")).toEqual(second)
      })
    )

    holds("keeps its key where the step that would free it is refused", (one, two) =>
      Effect.gen(function* () {
        const first = made({ claim: { key: "k", hash: "h" } })
        yield* one.create(first)
        yield* TestClock.adjust(minute)
        const [held] = yield* two.take(taking("poller"))
        expect(yield* Effect.flip(one.save(unsentStep(first, "It was not sent.")))).toEqual(stale(first))
        expect(yield* one.claimed("ann", "k", "h")).toEqual(held)
      })
    )

    holds("is new once, whoever asks while the first ends unsent", (one, two) =>
      Effect.gen(function* () {
        const claim = { key: "k", hash: "h" }
        const first = made({ claim })
        yield* one.create(first)
        const create = (at: number) =>
          Effect.map((at % 2 === 0 ? one : two).create(made({ claim })), ({ task, isNew }) => ({ id: task.id, isNew }))
        const all = yield* Effect.all(
          Array.from({ length: 41 }, (_, at) =>
            at === 20
              ? Effect.as(one.save(unsentStep(first, "It was not sent.")), [])
              : Effect.map(create(at), (made) => [made])
          ),
          { concurrency: "unbounded" }
        )
        const last = yield* one.create(made({ claim }))
        const came = [...all.flat(), { id: last.task.id, isNew: last.isNew }]
        expect(came.filter(({ isNew }) => isNew)).toHaveLength(1)
        expect(came.map(({ id }) => id).filter((id) => id !== first.id && id !== last.task.id)).toEqual([])
        expect((yield* one.counts).accepted).toBe(1)
      })
    )

    holds("is another's own task under the same key", (one) =>
      Effect.gen(function* () {
        const keys = ["k", "__proto__", 'a","b', "é:*\n"]
        for (const key of keys) yield* one.create(made({ claim: { key, hash: "h" } }))
        for (const key of keys) {
          const own = made({ owner: "bob", claim: { key, hash: "another" } })
          expect(yield* one.create(own)).toEqual({ task: own, isNew: true })
        }
        const apart = made({ owner: 'ann","k', claim: { key: "", hash: "h" } })
        expect((yield* one.create(apart)).isNew).toBe(true)
      })
    )

    holds("is a new task once the key's day is over, and not before", (one) =>
      Effect.gen(function* () {
        const claim = { key: "k", hash: "h" }
        yield* one.create(made({ claim }))
        yield* TestClock.adjust(day - 1)
        expect((yield* one.create(made({ claim }, day - 1))).isNew).toBe(false)
        yield* TestClock.adjust(1)
        const next = made({ claim: { key: "k", hash: "another" } }, day)
        expect(yield* one.create(next)).toEqual({ task: next, isNew: true })
        expect((yield* one.create(made({ claim: { key: "k", hash: "another" } }, day))).task).toEqual(next)
      })
    )

    holds("is one task when many nodes create it at once", (one, two) =>
      Effect.gen(function* () {
        const create = (at: number) => (at % 2 === 0 ? one : two).create(made({ claim: { key: "k", hash: "h" } }))
        const all = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, at) => at),
          create,
          { concurrency: "unbounded" }
        )
        expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
        expect(new Set(all.map(({ task }) => task.id)).size).toBe(1)
        expect((yield* one.counts).accepted).toBe(1)
      })
    )
  })

  describe(`tasks kept in ${name}: a lease`, () => {
    holds("is its creator's, until it runs out", (one, two) =>
      Effect.gen(function* () {
        const task = made()
        yield* one.create(task)
        yield* TestClock.adjust(minute - 1)
        expect(yield* two.take(taking("poller"))).toEqual([])
        yield* TestClock.adjust(1)
        expect(yield* two.take(taking("poller"))).toEqual([
          { ...task, fence: 2, lease: { holder: "poller", until: 2 * minute } }
        ])
      })
    )

    holds("is given to one node alone", (one, two) =>
      Effect.gen(function* () {
        const all = yield* Effect.forEach(Array.from({ length: 40 }), () => atUpstream(one))
        const polls = Array.from({ length: 16 }, (_, at) =>
          (at % 2 === 0 ? one : two).take(taking(`${at}`, { limit: 5 }))
        )
        const taken = (yield* Effect.all(polls, { concurrency: "unbounded" })).flat()
        expect(ids(taken)).toEqual(ids(all))
        expect(yield* one.take(taking("late"))).toEqual([])
      })
    )

    holds("is of the longest due first, and of no more than were asked for", (one) =>
      Effect.gen(function* () {
        const due = (at: number) =>
          Effect.flatMap(atUpstream(one), (task) => one.save(polledStep(task, { state: "running" }, at)))
        const third = yield* due(30)
        const first = yield* due(10)
        const second = yield* due(20)
        yield* due(1_000)
        yield* TestClock.adjust(999)
        const oldest = yield* one.take(taking("a", { limit: 2 }))
        expect(ids(oldest)).toEqual(ids([first, second]))
        expect(ids(yield* one.take(taking("b", { limit: 2 })))).toEqual([third.id])
      })
    )

    holds("is over when it is not renewed", (one, two) =>
      Effect.gen(function* () {
        yield* atUpstream(one)
        const [held] = yield* one.take(taking("a"))
        if (held === undefined) return yield* Effect.die("Nothing was due.")
        yield* TestClock.adjust(minute - 1)
        yield* one.renew(held, minute)
        yield* TestClock.adjust(minute - 1)
        expect(yield* two.take(taking("b"))).toEqual([])
        yield* TestClock.adjust(1)
        expect(ids(yield* two.take(taking("b")))).toEqual([held.id])
        expect(yield* Effect.flip(one.renew(held, minute))).toEqual(stale(held))
      })
    )

    holds("cannot be renewed once the task has ended", (one) =>
      Effect.gen(function* () {
        const task = yield* atUpstream(one)
        yield* one.save(failedStep(task, failure))
        expect(yield* Effect.flip(one.renew(task, minute))).toEqual(stale(task))
        yield* TestClock.adjust(day)
        expect(yield* one.take(taking("a"))).toEqual([])
      })
    )

    holds("is given up with the step that is saved", (one, two) =>
      Effect.gen(function* () {
        yield* atUpstream(one)
        const [held] = yield* one.take(taking("a"))
        if (held === undefined) return yield* Effect.die("Nothing was due.")
        const saved = yield* one.save(polledStep(running(held), { state: "running", progress: 0.25 }, 5_000))
        expect(saved).not.toHaveProperty("lease")
        yield* TestClock.adjust(4_999)
        expect(yield* two.take(taking("b"))).toEqual([])
        yield* TestClock.adjust(1)
        expect(yield* two.take(taking("b"))).toEqual([
          { ...saved, updatedAt: 0, fence: 3, lease: { holder: "b", until: 5_000 + minute } }
        ])
      })
    )
  })

  describe(`tasks kept in ${name}: a step`, () => {
    holds("is written whole, with its time, and seen by every node", (one, two) =>
      Effect.gen(function* () {
        const task = yield* atUpstream(one)
        yield* TestClock.adjust(7)
        const ended = yield* one.save(succeededStep(task, { refs: ["a", "b"], expiresAt: day }))
        expect(ended.updatedAt).toBe(7)
        expect(yield* two.get("ann", task.id)).toEqual(ended)
        expect(ended.upstream).toEqual({ name: "vendor", credential: "first-key", model: "sent", id: "operations/1" })
      })
    )

    holds("is refused to one whose lease another has", (one, two) =>
      Effect.gen(function* () {
        yield* atUpstream(one)
        const [slow] = yield* one.take(taking("slow"))
        if (slow === undefined) return yield* Effect.die("Nothing was due.")
        yield* TestClock.adjust(minute)
        const [quick] = yield* two.take(taking("quick"))
        if (quick === undefined) return yield* Effect.die("The lease did not run out.")
        expect(yield* Effect.flip(one.save(failedStep(running(slow), failure)))).toEqual(stale(slow))
        const ended = yield* two.save(succeededStep(running(quick), { refs: ["r"], expiresAt: day }))
        expect(yield* Effect.flip(one.save(failedStep(running(slow), failure)))).toEqual(stale(slow))
        expect(yield* one.get("ann", slow.id)).toEqual(ended)
      })
    )

    holds("never follows on an end", (one) =>
      Effect.gen(function* () {
        const task = yield* atUpstream(one)
        const ended = yield* one.save(failedStep(task, failure))
        const after = [
          succeededStep(task, { refs: ["r"], expiresAt: day }),
          polledStep(task, { state: "running" }, 1),
          failedStep(task, { ...failure, message: "Another." })
        ]
        for (const next of after) expect(yield* Effect.flip(one.save(next))).toEqual(stale(task))
        expect(yield* one.get("ann", task.id)).toEqual(ended)
      })
    )

    holds(
      "is the one that was written, with its time, for one who saves it once more, for its answer was lost",
      (one, two) =>
        Effect.gen(function* () {
          const task = yield* atUpstream(one)
          const end = succeededStep(task, { refs: ["r"], expiresAt: day })
          const ended = yield* one.save(end)
          yield* TestClock.adjust(minute)
          expect(yield* two.save(end)).toEqual(ended)
          expect(yield* one.get("ann", task.id)).toEqual(ended)
          expect((yield* one.counts).succeeded).toBe(1)
        })
    )

    holds("goes only where it may", (one) =>
      Effect.gen(function* () {
        const task = made()
        yield* one.create(task)
        const sent = submittingStep(task)
        for (const next of [unknownStep(sent), submittedStep(sent, "up", 0)]) {
          expect(yield* Effect.flip(one.save(next))).toEqual(stale(task))
        }
        yield* one.save(sent)
        yield* one.save(unknownStep(sent))
        expect(yield* Effect.flip(one.save(sent))).toEqual(stale(task))
      })
    )

    holds("of a task that is not there is refused", (one) =>
      Effect.gen(function* () {
        const task = submittingStep(made())
        expect(yield* Effect.flip(one.save(task))).toEqual(stale(task))
        expect(yield* one.get("ann", task.id)).toBeUndefined()
      })
    )

    holds("ends a task once, whoever tries at the same time", (one, two) =>
      Effect.gen(function* () {
        const task = yield* atUpstream(one)
        const tries = Array.from({ length: 30 }, (_, at) =>
          Effect.result((at % 2 === 0 ? one : two).save(failedStep(task, { code: `${at}`, message: "" })))
        )
        const ends = (yield* Effect.all(tries, { concurrency: "unbounded" })).flatMap((end) =>
          end._tag === "Success" ? [end.success] : []
        )
        expect(ends).toHaveLength(1)
        expect(yield* one.get("ann", task.id)).toEqual(ends[0])
      })
    )
  })

  describe(`tasks kept in ${name}: what is over`, () => {
    holds("is swept, the oldest first, and no more than asked", (one, two) =>
      Effect.gen(function* () {
        const end = (now: number) =>
          Effect.flatMap(atUpstream(one, {}, now), (task) => one.save(failedStep(task, failure)))
        const [third, first, second] = [yield* end(3), yield* end(1), yield* end(2)]
        yield* TestClock.adjust(7 * day + 2)
        expect(yield* two.sweep(1)).toBe(1)
        expect(yield* one.get("ann", first.id)).toBeUndefined()
        expect(yield* one.get("ann", second.id)).toEqual(second)
        expect(yield* two.sweep(10)).toBe(1)
        expect(yield* one.get("ann", third.id)).toEqual(third)
        expect(yield* two.sweep(10)).toBe(0)
      })
    )

    holds("is not swept before its result, nor before it has ended", (one) =>
      Effect.gen(function* () {
        const kept = yield* one.save(succeededStep(yield* atUpstream(one), { refs: ["r"], expiresAt: 30 * day }))
        const open = yield* atUpstream(one)
        yield* TestClock.adjust(29 * day)
        expect(yield* one.sweep(10)).toBe(0)
        expect(yield* one.get("ann", kept.id)).toEqual(kept)
        expect(yield* one.get("ann", open.id)).toEqual(open)
        yield* TestClock.adjust(day)
        expect(yield* one.sweep(10)).toBe(1)
      })
    )

    holds("is not in the counts, and all else is, by state", (one, two) =>
      Effect.gen(function* () {
        const none = { accepted: 0, submitting: 0, unknown: 0, submitted: 0, running: 0, succeeded: 0, failed: 0 }
        expect(yield* one.counts).toEqual(none)
        const task = made()
        yield* one.create(task)
        yield* one.save(submittingStep(task))
        yield* one.save(unknownStep(submittingStep(task)))
        yield* one.create(made())
        yield* one.save(failedStep(yield* atUpstream(one), failure))
        yield* one.save(polledStep(yield* atUpstream(one), { state: "running" }, 0))
        yield* one.take(taking("a"))
        expect(yield* two.counts).toEqual({ ...none, accepted: 1, unknown: 1, running: 1, failed: 1 })
        yield* TestClock.adjust(8 * day)
        yield* one.sweep(10)
        expect(yield* two.counts).toEqual({ ...none, accepted: 1, unknown: 1, running: 1 })
      })
    )
  })
}
