import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { GatewayError } from "../core/errors/error.ts"
import { rowOf, taskOf } from "./document.ts"
import type { Claimed, Kept, Replacing, Rows } from "./rows.ts"
import { type Created, Superseded, type Taking, type TaskStore } from "./store.ts"
import { watched } from "./watched.ts"
import { type In, isEnded, precede, type State, type Task } from "./task.ts"

/** A task store over a kind of storage. */
export const keptIn = (storage: Rows): TaskStore["Service"] => keeping(watched(storage))

const keeping = (rows: Rows): TaskStore["Service"] => ({
  create: (task) => create(rows, task),
  claimed: (owner, key, hash) =>
    Clock.currentTimeMillis.pipe(
      Effect.flatMap((now) => reaching(rows.claimed(owner, key, now))),
      Effect.flatMap((found) => (found === undefined ? Effect.undefined : sameOf(found, hash)))
    ),
  get: (owner, id) =>
    Effect.flatMap(reaching(rows.read(id)), (row) =>
      row === undefined || row.owner !== owner ? Effect.undefined : readable(row)
    ),
  take: (taking) => take(rows, taking),
  save: (task) => save(rows, task),
  renew: (task, duration) =>
    Clock.currentTimeMillis.pipe(
      Effect.flatMap((now) => reaching(rows.renew(task.id, task.fence, now + duration))),
      Effect.flatMap((done) => (done ? Effect.void : Effect.fail(new Superseded({ id: task.id }))))
    ),
  sweep: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => reaching(rows.sweep(now, limit))),
  counts: Effect.map(reaching(rows.counts), counted)
})

const create = (rows: Rows, task: In<"accepted">): Effect.Effect<Created, GatewayError> =>
  Effect.gen(function* () {
    const first = yield* reaching(rows.insert(rowOf(task), task.claim, yield* Clock.currentTimeMillis))
    return first === undefined ? { task, isNew: true } : { task: yield* sameOf(first, task.claim?.hash), isNew: false }
  })

/** The task that a key stands for, for one who asked for the same. */
const sameOf = (first: Claimed, hash: string | undefined): Effect.Effect<Task, GatewayError> =>
  first.hash === hash ? readable(first.row) : Effect.fail(reused())

/** A row that cannot be read is left out, so that it holds up no other. */
const take = (rows: Rows, { holder, duration, limit }: Taking): Effect.Effect<readonly Task[], GatewayError> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const taken = yield* reaching(rows.take({ now, holder, until: now + duration, limit }))
    const tasks = taken.map(taskOf).filter((task) => task !== undefined)
    if (tasks.length < taken.length) yield* Effect.logError("Tasks in the store cannot be read by this version.")
    return tasks.toSorted((a, b) => a.nextPollAt - b.nextPollAt)
  })

const save = <T extends Task>(rows: Rows, task: T): Effect.Effect<T, GatewayError | Superseded> =>
  Effect.gen(function* () {
    const saved = { ...task, updatedAt: yield* Clock.currentTimeMillis }
    const done = yield* reaching(rows.replace(rowOf(saved), replacingBy(task)))
    return done ? saved : yield* Effect.fail(new Superseded({ id: task.id }))
  })

const replacingBy = (task: Task): Replacing => ({
  before: precede(task.state),
  isLasting: isToLast(task),
  ...(task.claim !== undefined && task.state === "failed" && task.failure.unsent === true
    ? { freed: task.claim.key }
    : {})
})

/**
 * What its creator writes, for a client is told or an upstream called on the strength of it, and how a task ended. What
 * a poll in between found, the next one finds again.
 */
const isToLast = (task: Task): boolean => task.fence === 1 || isEnded(task)

const counted = (of: ReadonlyMap<string, number>): Readonly<Record<State, number>> => ({
  accepted: of.get("accepted") ?? 0,
  submitting: of.get("submitting") ?? 0,
  unknown: of.get("unknown") ?? 0,
  submitted: of.get("submitted") ?? 0,
  running: of.get("running") ?? 0,
  succeeded: of.get("succeeded") ?? 0,
  failed: of.get("failed") ?? 0
})

/** What the storage does, or the one error for whatever it says. */
const reaching = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, GatewayError> =>
  Effect.mapError(done, unreachable)

const readable = (row: Kept): Effect.Effect<Task, GatewayError> => {
  const task = taskOf(row)
  return task === undefined ? Effect.fail(unreadable()) : Effect.succeed(task)
}

const unreachable = (): GatewayError =>
  new GatewayError("Overloaded", "Tasks cannot be kept at the moment. Try again shortly.", {
    code: "task_store_unavailable",
    retryAfter: 1
  })

const unreadable = (): GatewayError => new GatewayError("Internal", "The task was kept in a way that cannot be read.")

const reused = (): GatewayError =>
  new GatewayError("Conflict", "The Idempotency-Key was used with another request.", {
    status: 422,
    code: "idempotency_key_reused"
  })
