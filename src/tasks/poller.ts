import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import * as Semaphore from "effect/Semaphore"
import * as Metric from "effect/Metric"
import type { Scope } from "effect/Scope"
import { type GatewayError, aboutDefect } from "../core/errors/error.ts"
import {
  type SupersededTask,
  TaskStore,
  newTaskId,
  type TaskIn,
  isEnded,
  type TaskPlace,
  type Task,
  taskStates
} from "./store.ts"
import { deferredStep, abandonedTask, afterPoll, type PollAnswer, missOf, PollFailed } from "./steps.ts"

/**
 * How tasks are asked about. Durations are in milliseconds. A key is one credential of one upstream; what is said of it
 * holds for each node: so many nodes ask so many times as often.
 */
export interface PollerOptions<R = never> {
  /** Asks a task's own upstream, with the key that it was sent with; what it made is kept before this succeeds. */
  readonly poll: (task: TaskIn<"submitted" | "running">) => Effect.Effect<PollAnswer, PollFailed, R>
  /** How many tasks of one key are asked about in a second, at even distances; 5 by default. */
  readonly perSecond?: number
  /** How many tasks of one key are asked about at once; 64 by default. */
  readonly atOnce?: number
  /** How often the store is asked what is due; a second by default. */
  readonly every?: number
  /** How long a task is held; who holds it longer renews it. A minute by default. */
  readonly lease?: number
  /** How long asking may take, with keeping what was made; ten minutes by default. */
  readonly longest?: number
}

/** What is taken where nothing else is said. */
const usual = { perSecond: 5, atOnce: 64, every: 1_000, lease: 60_000, longest: 600_000 } as const

/** How many tasks are taken from the store at one stroke. */
const batch = 256

/** How many ended tasks are forgotten at once, and how often, in milliseconds. */
const sweeping = { limit: 1_000, every: 60_000 } as const

/** How often a step that could not be saved is tried again, and after how many milliseconds. */
const saveRetry = { times: 20, after: 1_000 } as const

type Store = TaskStore["Service"]

/**
 * Asks about every task that is due, for ever: one of many nodes at a time each, by lease. What fails costs a poll and
 * never a task. Where this ends in the middle, another takes over once its leases have run out. A key that has more
 * tasks than turns asks about each in its order, later than it would, and no other key's tasks wait for it.
 * How many tasks are in each state is the gauge `isogloss_tasks`, set once a minute.
 */
export const pollTasks = <R>(polling: PollerOptions<R>): Effect.Effect<never, never, TaskStore | R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const store = yield* TaskStore
      yield* Effect.forkScoped(keepHouse(store))
      return yield* rounds(store, { ...usual, ...polling })
    })
  )

const keepHouse = (store: Store): Effect.Effect<never> =>
  Effect.forever(
    Effect.andThen(
      Effect.ignore(gaugeTasks(store)),
      Effect.delay(Effect.ignore(store.sweep(sweeping.limit)), sweeping.every)
    )
  )

/** One node, which asks about tasks. */
interface Node<R> extends Required<PollerOptions<R>> {
  readonly store: Store
  readonly turnsOf: (key: TaskPlace) => Turns
}

const rounds = Effect.fnUntraced(function* <R>(
  store: Store,
  polling: Required<PollerOptions<R>>
): Effect.fn.Return<never, never, R | Scope> {
  const { every, lease } = polling
  const node = { ...polling, store, turnsOf: turnsOf({ ...polling, patience: lease / 12 }) }
  const holder = newTaskId("node")
  const working = yield* FiberSet.make<void>()
  const round = Effect.gen(function* () {
    const taking = store.take({ holder, duration: lease, limit: batch })
    const taken = yield* Effect.orElseSucceed(taking, () => [])
    const now = yield* Clock.currentTimeMillis
    for (const task of taken) yield* FiberSet.run(working, workOn(node, task, now))
    if (taken.length < batch) yield* Effect.sleep(every)
  })
  return yield* Effect.forever(round)
})

/** Brings a task that was taken one step further. */
const workOn = <R>(node: Node<R>, task: Task, now: number): Effect.Effect<void, never, R> => {
  switch (task.state) {
    case "accepted":
    case "submitting":
    case "unknown":
      return ended(save(node, abandonedTask(task)))
    case "submitted":
    case "running":
      return inTurn(node, task, now)
    case "succeeded":
    case "failed":
      return Effect.void
  }
}

/** Asks about a task in a turn of its key's; where too many wait for one it is given back until there may be. */
const inTurn = <R>(node: Node<R>, task: TaskIn<"submitted" | "running">, now: number): Effect.Effect<void, never, R> =>
  Effect.suspend(() => {
    const turns = node.turnsOf(task.upstream)
    if (!turns.enter()) return Effect.ignore(node.store.save(deferredStep(task, turns.comeBack(now))))
    return Effect.ensuring(ended(ask(node, task, turns)), Effect.sync(turns.leave))
  })

const ask = Effect.fnUntraced(function* <R>(
  node: Node<R>,
  task: TaskIn<"submitted" | "running">,
  turns: Turns
): Effect.fn.Return<void, GatewayError | SupersededTask, R> {
  const found = yield* Effect.raceFirst(turns.take(answer(node, task)), keepLease(node, task))
  if (!("kind" in found) && missOf(found.status) === "barred") {
    yield* Effect.logError("An upstream refuses the key with which its tasks were sent.", task.upstream)
  }
  const after = afterPoll(task, found, yield* Clock.currentTimeMillis, yield* Random.next)
  yield* save(node, isEnded(after) ? after : deferredStep(after, turns.comeAt(after.nextPollAt)))
})

/** What the upstream said, or that it did not. */
const answer = <R>({ poll, longest }: Node<R>, task: TaskIn<"submitted" | "running">) =>
  poll(task).pipe(
    Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.fail(new PollFailed({})) }),
    Effect.catchDefect((defect) =>
      Effect.andThen(
        Effect.logError("A task could not be asked about.", ...aboutDefect(defect)),
        Effect.fail(new PollFailed({}))
      )
    ),
    Effect.catch((why) => Effect.succeed(why))
  )

/** Keeps the lease for as long as it runs; ends only where another has it. */
const keepLease = <R>({ store, lease }: Node<R>, task: Task): Effect.Effect<never, SupersededTask> =>
  store.renew(task, lease).pipe(
    Effect.catchTag("GatewayError", () => Effect.void),
    Effect.delay(lease / 3),
    Effect.forever
  )

/** Saves a step, and tries again where the store cannot be reached: what the upstream said is not to be lost. */
const save = <R>({ store }: Node<R>, task: Task): Effect.Effect<void, GatewayError | SupersededTask> =>
  Effect.asVoid(
    Effect.retry(store.save(task), {
      while: ({ _tag }) => _tag === "GatewayError",
      schedule: Schedule.spaced(saveRetry.after),
      times: saveRetry.times
    })
  )

/** What could not be saved is asked again by whoever takes the task next. */
const ended = <R>(work: Effect.Effect<void, GatewayError | SupersededTask, R>): Effect.Effect<void, never, R> =>
  Effect.catchTag(work, ["GatewayError", "Superseded"], ({ _tag }) =>
    _tag === "Superseded" ? Effect.logWarning("A task was taken over while it was asked about.") : Effect.void
  )

/** How often tasks of one key are asked about, and how many of them at once. */
interface Rate {
  readonly perSecond: number
  readonly atOnce: number
  /** How many milliseconds' worth of turns may be waited for. */
  readonly patience: number
}

/** Whose turn it is to ask an upstream with one of its keys. */
interface Turns {
  /** Comes in, to wait for a turn; false where too many wait. Whoever came in leaves. */
  readonly enter: () => boolean
  readonly leave: () => void
  /** Does something in a turn of its own. Turns begin at even distances, in the order in which they are asked for. */
  readonly take: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** When one who could not come in is to come again: as many at a time as there are turns, in their order. */
  readonly comeBack: (now: number) => number
  /** When one is to come who wants to at some time: not before those who could not come in. */
  readonly comeAt: (wanted: number) => number
}

/** The turns of each key; no key waits for another's. There are as many as upstreams have keys. */
const turnsOf = (rate: Rate): ((key: TaskPlace) => Turns) => {
  const known = new Map<string, Turns>()
  return ({ name, credential }) => {
    const key = JSON.stringify([name, credential])
    const turns = known.get(key) ?? makeTurns(rate)
    known.set(key, turns)
    return turns
  }
}

const makeTurns = ({ perSecond, atOnce, patience }: Rate): Turns => {
  const gap = 1_000 / perSecond
  const most = atOnce + patience / gap
  const places = Semaphore.makeUnsafe(atOnce)
  let inside = 0
  let next = 0
  let last = 0
  const turn = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const begins = Math.max(now, next)
    next = begins + gap
    return begins > now ? Effect.sleep(begins - now) : Effect.void
  })
  return {
    enter: () => {
      if (inside >= most) return false
      inside += 1
      return true
    },
    leave: () => {
      inside -= 1
    },
    take: (work) => Semaphore.withPermit(places, Effect.andThen(turn, work)),
    comeBack: (now) => (last = Math.max(now + patience, last + gap)),
    comeAt: (wanted) => (wanted > last ? wanted : (last += gap))
  }
}

const gauge = Metric.gauge("isogloss_tasks", { description: "Tasks in the store, by state." })

const gauges = taskStates.map((state) => [state, Metric.withAttributes(gauge, { state })] as const)

/** Sets the gauge of each state, in the registry of whoever runs this, to how many tasks the store has in it. */
const gaugeTasks = (store: TaskStore["Service"]): Effect.Effect<void, GatewayError> =>
  Effect.flatMap(store.counts, (counts) =>
    Effect.forEach(gauges, ([state, one]) => Metric.update(one, counts[state]), { discard: true })
  )
