import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { GatewayError, OutageLog } from "../core/errors/error.ts"
import {
  type CreateOutcome,
  SupersededTask,
  type LeaseRequest,
  type TaskStore,
  type ClaimedRow,
  type KeptTask,
  type RowUpdate,
  type TaskRows,
  type TaskRow,
  type TaskIn,
  isEnded,
  previousStates,
  type TaskState,
  type Task,
  dueAt
} from "./store.ts"

/** A task store over a kind of storage. */
export const tasksIn = (storage: TaskRows): TaskStore["Service"] => keeping(watched(storage))

const keeping = (rows: TaskRows): TaskStore["Service"] => ({
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
  take: (taking) => leaseTasks(rows, taking),
  save: (task) => save(rows, task),
  renew: (task, duration) =>
    Clock.currentTimeMillis.pipe(
      Effect.flatMap((now) => reaching(rows.renew(task.id, task.fence, now + duration))),
      Effect.flatMap((done) => (done ? Effect.void : Effect.fail(new SupersededTask({ id: task.id }))))
    ),
  sweep: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => reaching(rows.sweep(now, limit))),
  counts: Effect.map(reaching(rows.counts), counted),
  probe: reaching(rows.probe)
})

const create = Effect.fnUntraced(function* (
  rows: TaskRows,
  task: TaskIn<"accepted">
): Effect.fn.Return<CreateOutcome, GatewayError> {
  const first = yield* reaching(rows.insert(rowOf(task), task.claim, yield* Clock.currentTimeMillis))
  return first === undefined ? { task, isNew: true } : { task: yield* sameOf(first, task.claim?.hash), isNew: false }
})

/** The task that a key stands for, for one who asked for the same. */
const sameOf = (first: ClaimedRow, hash: string | undefined): Effect.Effect<Task, GatewayError> =>
  first.hash === hash ? readable(first.row) : Effect.fail(reused())

/** A row that cannot be read is left out, so that it holds up no other. */
const leaseTasks = Effect.fnUntraced(function* (
  rows: TaskRows,
  { holder, duration, limit }: LeaseRequest
): Effect.fn.Return<readonly Task[], GatewayError> {
  const now = yield* Clock.currentTimeMillis
  const taken = yield* reaching(rows.take({ now, holder, until: now + duration, limit }))
  const tasks = taken.map(taskOf).filter((task) => task !== undefined)
  if (tasks.length < taken.length) yield* Effect.logError("Tasks in the store cannot be read by this version.")
  return tasks.toSorted((a, b) => a.nextPollAt - b.nextPollAt)
})

const save = Effect.fnUntraced(function* <T extends Task>(
  rows: TaskRows,
  task: T
): Effect.fn.Return<T, GatewayError | SupersededTask> {
  const saved = { ...task, updatedAt: yield* Clock.currentTimeMillis }
  if (yield* reaching(rows.replace(rowOf(saved), replacingBy(task)))) return saved
  const earlier = earlierWrite(yield* reaching(rows.read(task.id)), task)
  return earlier ?? (yield* Effect.fail(new SupersededTask({ id: task.id })))
})

/** What a row keeps of this very step: it was written, its answer was lost on the way, and it is saved once more. */
const earlierWrite = <T extends Task>(row: KeptTask | undefined, task: T): T | undefined => {
  if (row?.fence !== task.fence) return undefined
  const written = { ...task, updatedAt: taskOf(row)?.updatedAt ?? task.updatedAt }
  return rowOf(written).document === row.document ? written : undefined
}

const replacingBy = (task: Task): RowUpdate => ({
  before: previousStates(task.state),
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

const counted = (of: ReadonlyMap<string, number>): Readonly<Record<TaskState, number>> => ({
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

const readable = (row: KeptTask): Effect.Effect<Task, GatewayError> => {
  const task = taskOf(row)
  return task === undefined ? Effect.fail(unreadable()) : Effect.succeed(task)
}

const unreachable = (): GatewayError =>
  new GatewayError("Overloaded", "Tasks cannot be stored at the moment. Try again shortly.", {
    code: "task_store_unavailable",
    retryAfter: 1
  })

const unreadable = (): GatewayError => new GatewayError("Internal", "The stored task cannot be read.")

const reused = (): GatewayError =>
  new GatewayError("Conflict", "The `Idempotency-Key` was used with another request.", {
    status: 422,
    code: "idempotency_key_reused"
  })

/**
 * Rows whose failures are logged once, and once that they are over. Only what has written something new shows that: what
 * is locked or full may still be read, and what is full may be swept.
 */
const watched = (rows: TaskRows): TaskRows => {
  const outage = new OutageLog()
  const read = <A>(done: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
    Effect.tapError(done, (why) => Effect.suspend(() => (outage.begins() ? logOutage(why) : Effect.void)))
  const write = <A>(done: Effect.Effect<A, unknown>, hasWritten: (done: A) => boolean): Effect.Effect<A, unknown> =>
    Effect.tap(read(done), (done) =>
      hasWritten(done) ? Effect.suspend(() => logRecovery(outage.ends())) : Effect.void
    )
  return {
    insert: (...args) => write(rows.insert(...args), (first) => first === undefined),
    claimed: (...args) => read(rows.claimed(...args)),
    read: (...args) => read(rows.read(...args)),
    take: (...args) => read(rows.take(...args)),
    replace: (...args) => write(rows.replace(...args), isTrue),
    renew: (...args) => write(rows.renew(...args), isTrue),
    sweep: (...args) => read(rows.sweep(...args)),
    counts: read(rows.counts),
    probe: write(rows.probe, () => true)
  }
}

const isTrue = (done: boolean): boolean => done

const logOutage = (why: unknown): Effect.Effect<void> =>
  Effect.logWarning("The task store cannot be reached.", why instanceof Error ? why.message : String(why))

const logRecovery = (failures: number): Effect.Effect<void> =>
  failures === 0 ? Effect.void : Effect.logInfo(`The task store is reached again. Calls that failed: ${failures}.`)

/** Milliseconds since 1970. */
const time = Schema.Finite

const facts = {
  id: Schema.String,
  owner: Schema.String,
  kind: Schema.String,
  model: Schema.String,
  upstream: Schema.Struct({
    name: Schema.String,
    credential: Schema.String,
    model: Schema.String,
    id: Schema.optionalKey(Schema.String)
  }),
  handing: Schema.Struct({ link: Schema.Boolean, download: Schema.Boolean }),
  asked: Schema.Record(Schema.String, Schema.String),
  claim: Schema.optionalKey(Schema.Struct({ key: Schema.String, hash: Schema.String, until: time })),
  polls: Schema.Int,
  strikes: Schema.Struct({ failed: Schema.Int, missing: Schema.Int }),
  nextPollAt: time,
  deadlineAt: time,
  expiresAt: time,
  createdAt: time,
  updatedAt: time,
  progress: Schema.optionalKey(Schema.Finite)
}

const open = <S extends TaskState>(state: S) => Schema.Struct({ ...facts, state: Schema.Literal(state) })

/** A task without what a lease changes, which stands beside it. */
const Written = Schema.Union([
  open("accepted"),
  open("submitting"),
  open("unknown"),
  open("submitted"),
  open("running"),
  Schema.Struct({
    ...facts,
    state: Schema.Literal("succeeded"),
    result: Schema.Struct({
      refs: Schema.Array(Schema.String),
      expiresAt: time,
      withheld: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String }))
    })
  }),
  Schema.Struct({
    ...facts,
    state: Schema.Literal("failed"),
    failure: Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      unsent: Schema.optionalKey(Schema.Literal(true))
    })
  })
])

const isWritten = Schema.is(Written)

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A task as a store keeps it. */
export const rowOf = (task: Task): TaskRow => {
  const { lease, fence, ...written } = task
  return {
    id: task.id,
    owner: task.owner,
    state: task.state,
    due: dueAt(task) ?? null,
    holder: lease?.holder ?? null,
    until: lease?.until ?? null,
    fence,
    expires: task.expiresAt,
    document: JSON.stringify(written)
  }
}

/**
 * The task that a row keeps, with what a later version may have written beside it; undefined where it is none that this
 * version can read.
 */
const taskOf = ({ document, fence, holder, until }: KeptTask): Task | undefined => {
  const written = Option.getOrUndefined(Option.filter(parse(document), isWritten))
  if (written === undefined) return undefined
  return { ...written, fence, ...(holder === null || until === null ? {} : { lease: { holder, until } }) }
}
