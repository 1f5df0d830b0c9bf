import * as Effect from "effect/Effect"
import { type PollAnswer, pauseAfter, pollTasks } from "../../src/tasks.ts"
import { spread } from "./measure.ts"
import type { Row } from "./table.ts"
import { type Kind, kinds, type Open, openTask } from "./task-stores.ts"

/** How many tasks are open. */
const open = 10_000

/** How many rounds there are, and for how many milliseconds each polls. */
export interface Watching {
  readonly rounds: number
  readonly window: number
}

/** What one window of polling cost, and how late each task was asked about, both in milliseconds. */
interface Watched {
  /** CPU for each second. */
  readonly cpu: number
  readonly late: readonly number[]
}

/** Measures what asking about 10,000 open tasks costs, and how late it is, by kind of store and by bare timers. */
export const benchTasks = async ({ rounds, window }: Watching): Promise<readonly Row[]> => {
  const watched = new Map<string, Watched[]>([bare, ...kinds.map(({ name }) => name)].map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    watched.get(bare)?.push(await Effect.runPromise(watchTimers(window)))
    for (const kind of kinds) watched.get(kind.name)?.push(await Effect.runPromise(watchPoller(kind, window)))
  }
  return [...watched].flatMap(([name, rounds]) => rowsOf(name, rounds, watched.get(bare) ?? []))
}

const bare = "bare timers"

const rowsOf = (name: string, rounds: readonly Watched[], bases: readonly Watched[]): readonly Row[] => {
  const late = rounds.map((one) => one.late.toSorted((a, b) => a - b))
  const at = (share: number) => spread(late.map((times) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN))
  const row = (what: string, figure: ReturnType<typeof spread>, limit: number): Row => ({
    kind: "figure",
    label: { case: what, who: name },
    figure,
    unit: "ms",
    ...(name === bare ? {} : { goal: { limit } })
  })
  return [
    row("10,000 open tasks, CPU a second", spread(rounds.map(({ cpu }) => cpu)), limits.cpu),
    {
      kind: "figure",
      label: { case: "10,000 open tasks, CPU against bare timers", who: name },
      figure: spread(rounds.map(({ cpu }, round) => cpu / (bases[round]?.cpu ?? Number.NaN))),
      unit: "x"
    },
    row("10,000 open tasks, late, the half", at(0.5), limits.half),
    row("10,000 open tasks, late, 99 of 100", at(0.99), limits.most),
    row("10,000 open tasks, late, the last", at(1), limits.last)
  ]
}

/** In milliseconds: a quarter of a core; and late by no more than it takes to look twice, or four times. */
const limits = { cpu: 250, half: 1_000, most: 2_000, last: 4_000 } as const

/** How long filling a store may take, in milliseconds, before its first task is due. */
const head = 5_000

/** Ten thousand tasks, of which as many are due in each moment as when all have been asked about for long. */
const tasksAt = (now: number): readonly Open[] =>
  Array.from({ length: open }, (_, at) => openTask(at, now, now + pauseAfter(9, 1) * (at / open)))

const pending: PollAnswer = { kind: "pending", state: "running" }

/** An upstream that answers at once; how late it was asked, and would be at the earliest where it was not asked yet. */
const stub = (tasks: readonly Open[]) => {
  const late: number[] = []
  const due = new Map(tasks.map(({ id, nextPollAt }) => [id, nextPollAt]))
  const poll = ({ id }: { readonly id: string }) =>
    Effect.sync(() => {
      const now = Date.now()
      late.push(now - (due.get(id) ?? now))
      due.delete(id)
      return pending
    })
  const lateness = (now: number): readonly number[] => [
    ...late,
    ...[...due.values()].filter((at) => at <= now).map((at) => now - at)
  ]
  return { lateness, poll }
}

/** Lets a window pass; what it cost and how late the upstream was asked. */
const watch = (window: number, { lateness }: ReturnType<typeof stub>): Effect.Effect<Watched> =>
  Effect.gen(function* () {
    const before = process.cpuUsage()
    yield* Effect.sleep(window)
    const { user, system } = process.cpuUsage(before)
    return { cpu: (user + system) / window, late: lateness(Date.now()) }
  })

/** What ten thousand timers cost that call the same upstream and do nothing else. */
const watchTimers = (window: number): Effect.Effect<Watched> =>
  Effect.suspend(() => {
    const tasks = tasksAt(Date.now() + 2_000)
    const upstream = stub(tasks)
    const timers = tasks.map((task) =>
      setTimeout(() => Effect.runSync(upstream.poll(task)), task.nextPollAt - Date.now())
    )
    return Effect.ensuring(
      Effect.andThen(untilDue(tasks), watch(window, upstream)),
      Effect.sync(() => timers.forEach(clearTimeout))
    )
  })

const untilDue = ([first]: readonly Open[]): Effect.Effect<void> =>
  Effect.suspend(() => Effect.sleep(Math.max(0, (first?.nextPollAt ?? 0) - Date.now())))

/** The schedule begins once the store is full: none of its tasks is late from the start. */
const watchPoller = ({ filled }: Kind, window: number): Effect.Effect<Watched, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const tasks = tasksAt(Date.now() + head)
      const store = yield* filled(tasks)
      const upstream = stub(tasks)
      yield* untilDue(tasks)
      yield* Effect.forkChild(Effect.provide(pollTasks({ poll: upstream.poll }), store))
      return yield* watch(window, upstream)
    })
  )
