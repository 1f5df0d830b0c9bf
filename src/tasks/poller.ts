import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { Scope } from "effect/Scope"
import type { GatewayError } from "../words/error.ts"
import { framesOf } from "../words/frames.ts"
import { newTaskId } from "./id.ts"
import { abandoned, afterPoll, type Found, missOf, PollFailed } from "./poll.ts"
import { type Superseded, TaskStore } from "./store.ts"
import type { In, Task } from "./task.ts"

/** How tasks are asked about. Durations are in milliseconds. */
export interface Polling<R = never> {
  /** Asks a task's own upstream, with the key that it was sent with; what it made is kept before this succeeds. */
  readonly poll: (task: In<"submitted" | "running">) => Effect.Effect<Found, PollFailed, R>
  /** How many tasks are asked about at once; 256 by default. */
  readonly atOnce?: number
  /** How often the store is asked what is due; a second by default. */
  readonly every?: number
  /** How long a task is held; who holds it longer renews it. A minute by default. */
  readonly lease?: number
  /** How long asking may take, with keeping what was made; ten minutes by default. */
  readonly longest?: number
}

/** What is taken where nothing else is said. */
const usual = { atOnce: 256, every: 1_000, lease: 60_000, longest: 600_000 } as const

/** How many ended tasks are forgotten at once, and how often, in milliseconds. */
const sweeping = { limit: 1_000, every: 60_000 } as const

/** How often a step that could not be saved is tried again, and after how many milliseconds. */
const again = { times: 20, after: 1_000 } as const

type Store = TaskStore["Service"]

/**
 * Asks about every task that is due, for ever: one of many nodes at a time each, by lease. What fails costs a poll and
 * never a task. Where this ends in the middle, another takes over once its leases have run out.
 */
export const pollTasks = <R>(polling: Polling<R>): Effect.Effect<never, never, TaskStore | R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* TaskStore
      yield* Effect.forkScoped(sweep(store))
      return yield* rounds(store, { ...usual, ...polling })
    })
  )

const sweep = (store: Store): Effect.Effect<never> =>
  Effect.forever(Effect.delay(Effect.ignore(store.sweep(sweeping.limit)), sweeping.every))

const rounds = <R>(store: Store, polling: Required<Polling<R>>): Effect.Effect<never, never, R | Scope> =>
  Effect.gen(function* () {
    const { atOnce, every, lease } = polling
    const holder = newTaskId("node")
    const working = yield* FiberSet.make<void>()
    const round = Effect.gen(function* () {
      const free = atOnce - (yield* FiberSet.size(working))
      const taking = store.take({ holder, duration: lease, limit: free })
      const taken = free > 0 ? yield* Effect.orElseSucceed(taking, () => []) : []
      for (const task of taken) yield* FiberSet.run(working, workOn(store, polling, task))
      if (taken.length < free || free === 0) yield* Effect.sleep(every)
    })
    return yield* Effect.forever(round)
  })

/** Brings a task that was taken one step further. */
const workOn = <R>(store: Store, polling: Required<Polling<R>>, task: Task): Effect.Effect<void, never, R> => {
  switch (task.state) {
    case "accepted":
    case "submitting":
    case "unknown":
      return ended(save(store, abandoned(task)))
    case "submitted":
    case "running":
      return ended(ask(store, polling, task))
    case "succeeded":
    case "failed":
      return Effect.void
  }
}

const ask = <R>(
  store: Store,
  polling: Required<Polling<R>>,
  task: In<"submitted" | "running">
): Effect.Effect<void, GatewayError | Superseded, R> =>
  Effect.gen(function* () {
    const found = yield* Effect.raceFirst(answer(polling, task), hold(store, task, polling.lease))
    if (!("kind" in found) && missOf(found.status) === "barred") {
      yield* Effect.logError("An upstream refuses the key that its tasks were sent with.", task.upstream)
    }
    yield* save(store, afterPoll(task, found, yield* Clock.currentTimeMillis, yield* Random.next))
  })

/** What the upstream said, or that it did not. */
const answer = <R>({ poll, longest }: Required<Polling<R>>, task: In<"submitted" | "running">) =>
  poll(task).pipe(
    Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.fail(new PollFailed({})) }),
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("Asking about a task broke.", ...framesOf(defect)),
        Effect.fail(new PollFailed({}))
      )
    ),
    Effect.catch((why) => Effect.succeed(why))
  )

/** Keeps the lease for as long as it runs; ends only where another has it. */
const hold = (store: Store, task: Task, lease: number): Effect.Effect<never, Superseded> =>
  store.renew(task, lease).pipe(
    Effect.catchTag("GatewayError", () => Effect.void),
    Effect.delay(lease / 3),
    Effect.forever
  )

/** Saves a step, and tries again where the store cannot be reached: what the upstream said is not to be lost. */
const save = (store: Store, task: Task): Effect.Effect<void, GatewayError | Superseded> =>
  Effect.asVoid(
    Effect.retry(store.save(task), {
      while: ({ _tag }) => _tag === "GatewayError",
      schedule: Schedule.spaced(again.after),
      times: again.times
    })
  )

/** What could not be saved is asked again by whoever takes the task next. */
const ended = <R>(work: Effect.Effect<void, GatewayError | Superseded, R>): Effect.Effect<void, never, R> =>
  Effect.catchTag(work, ["GatewayError", "Superseded"], ({ _tag }) =>
    _tag === "Superseded" ? Effect.logWarning("A task was taken over while it was asked about.") : Effect.void
  )
