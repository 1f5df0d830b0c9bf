import * as Effect from "effect/Effect"
import {
  acceptedStep,
  type TaskIn,
  newTaskId,
  submittedStep,
  submittingStep,
  SupersededTask,
  type Task,
  type NewTask
} from "../../src/tasks.ts"
import type { GatewayError } from "../../src/core/errors/error.ts"
import type { Store } from "./nodes.ts"

export const minute = 60_000
export const day = 1_440 * minute

/** A new task of `ann`, held by its creator for a minute; all clocks begin at 0. */
export const made = (more: Partial<NewTask> = {}, now = 0): TaskIn<"accepted"> =>
  acceptedStep(
    {
      id: newTaskId("task"),
      owner: "ann",
      kind: "video",
      model: "a-model",
      upstream: { name: "vendor", credential: "first-key", model: "sent" },
      handing: { link: true, download: false },
      asked: { seconds: "4" },
      ...more
    },
    { holder: "creator", until: now + minute },
    now
  )

/** Why a task failed in a test. */
export const failure = { code: "made_up", message: "It was made up." }

/** Writes a new task that is at its upstream, and due at once. */
export const atUpstream = (store: Store, more: Partial<NewTask> = {}, now = 0) =>
  Effect.gen(function* () {
    const { task } = yield* store.create(made(more, now))
    if (task.state !== "accepted") return yield* Effect.die("The task is not new.")
    const sent = yield* store.save(submittingStep(task))
    return yield* store.save(submittedStep(sent, "operations/1", now))
  })

/** Writes so many new tasks that are at one upstream, sent with one key, and due at once. */
export const many = (store: Store, count: number, name = "vendor", credential = "first-key") =>
  Effect.forEach(Array.from({ length: count }), () =>
    atUpstream(store, { upstream: { name, credential, model: "sent" } })
  )

/** A task that must be at its upstream. */
export const running = (task: Task): TaskIn<"submitted" | "running"> => {
  if (task.state === "submitted" || task.state === "running") return task
  throw new Error(`The task is ${task.state}.`)
}

/** Takes all that is due, for a minute. */
export const taking = (holder: string, more: { readonly duration?: number; readonly limit?: number } = {}) => ({
  holder,
  duration: minute,
  limit: 100,
  ...more
})

/** The ids of tasks, in an order of their own. */
export const ids = (tasks: readonly Task[]): readonly string[] => tasks.map(({ id }) => id).toSorted()

/** What is told to one whose step of a task is refused. */
export const stale = (task: Task) => new SupersededTask({ id: task.id })

/** What everybody is told who needs a store that cannot be reached. */
export const unavailable = { reason: "Overloaded", status: 503, details: { code: "task_store_unavailable" } }

/** All that a store does, with one task. */
export const everything = (
  store: Store,
  task: TaskIn<"accepted">
): readonly Effect.Effect<unknown, GatewayError | SupersededTask>[] => [
  store.create(task),
  store.claimed(task.owner, "k", "h"),
  store.get(task.owner, task.id),
  store.take(taking("a")),
  store.save(submittingStep(task)),
  store.renew(task, minute),
  store.sweep(1),
  store.counts,
  store.probe ?? Effect.void
]
