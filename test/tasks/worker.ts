import { writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import {
  acceptedStep,
  isEnded,
  newTaskId,
  polledStep,
  pollTasks,
  submittedStep,
  submittingStep,
  succeededStep,
  type Task,
  TaskStore,
  type NewTask
} from "../../src/tasks.ts"
import { layerRedis } from "../../src/tasks-redis.ts"
import { layerSqlite } from "../../src/tasks-sqlite.ts"

// A process that works on a store until it is killed, or polls it, or creates one task many times, and says each thing
// that it knows to be done in a line of its own.

const [place = "", job = "", count = "0"] = process.argv.slice(2)

const layer = place.startsWith("redis:") ? layerRedis({ url: place }) : layerSqlite({ path: place })

const now = (): number => Date.now()

/** When a result may be forgotten: no test lasts as long. */
const expiry = (): number => now() + 3_600_000

const say = (line: string): Effect.Effect<void> => Effect.sync(() => void writeSync(1, `${line}\n`))

const made = (claim: NonNullable<NewTask["claim"]>) =>
  acceptedStep(
    {
      id: newTaskId("task"),
      owner: "ann",
      kind: "video",
      model: "a-model",
      upstream: { name: "vendor", credential: "first-key", model: "sent" },
      handing: { link: true, download: false },
      asked: { seconds: "4" },
      claim
    },
    { holder: "creator", until: now() + 200 },
    now()
  )

const told = ({ id, state, claim }: Task) => say(`${id} ${state} ${claim?.key ?? ""}`)

/** Brings one new task to its upstream. */
const submit = Effect.gen(function* () {
  const store = yield* TaskStore
  const task = made({ key: newTaskId("key"), hash: "h" })
  yield* store.create(task)
  yield* told(task)
  const sent = yield* store.save(submittingStep(task))
  yield* told(sent)
  yield* told(yield* store.save(submittedStep(sent, "up", now())))
})

/** Brings tasks that are due a step further. */
const advance = Effect.gen(function* () {
  const store = yield* TaskStore
  for (const task of yield* store.take({ holder: `${process.pid}`, duration: 200, limit: 5 })) {
    if (task.state === "submitted") yield* told(yield* store.save(polledStep(task, { state: "running" }, now())))
    if (task.state === "running") {
      yield* told(yield* store.save(succeededStep(task, { refs: ["r"], expiresAt: expiry() })))
    }
  }
})

/** What is refused was another's by then, and what failed is done again. */
const work = Effect.forever(Effect.andThen(Effect.ignore(submit), Effect.ignore(advance)))

const create = Effect.gen(function* () {
  const store = yield* TaskStore
  yield* say("ready")
  yield* Effect.promise(() => new Promise((resolve) => process.stdin.once("data", resolve)))
  const creates = Array.from({ length: Number(count) }, () => store.create(made({ key: "one key", hash: "h" })))
  for (const { task, isNew } of yield* Effect.all(creates, { concurrency: "unbounded" })) {
    yield* say(`${task.id} ${isNew}`)
  }
})

/** Asks about tasks that end at once, and says when one was asked about, and when its end was written. */
const poll = Effect.gen(function* () {
  const store = yield* TaskStore
  const save: typeof store.save = (task) =>
    Effect.tap(store.save(task), ({ id, state, fence }) =>
      isEnded(task) ? say(`${id} ${state} ${fence}`) : Effect.void
    )
  const ask = ({ id }: Task) =>
    Effect.as(Effect.delay(say(`${id} asked`), 20), {
      kind: "succeeded",
      result: { refs: [`${process.pid}`], expiresAt: expiry() }
    } as const)
  const polling = { poll: ask, perSecond: 8, atOnce: 4, every: 20, lease: 1500 }
  return yield* Effect.provideService(pollTasks(polling), TaskStore, { ...store, save })
})

const jobs = new Map([
  ["work", work],
  ["poll", poll],
  ["create", create]
])

await Effect.runPromise(Effect.provide(jobs.get(job) ?? Effect.die("There is no such job."), layer))
process.stdin.destroy()
