import type {
  IdempotencyClaim,
  TaskFacts,
  TaskIn,
  TaskLease,
  TaskPlace,
  TaskResult,
  TaskFailure,
  Task
} from "./store.ts"
import * as Data from "effect/Data"

const hour = 3_600_000

/** How long a task is worked on, kept, and found by its idempotency key, in milliseconds. */
export interface TaskSpans {
  /** From its creation until it has failed if it has not ended. */
  readonly deadline: number
  /** From its creation until it may be forgotten; longer than any result is kept. */
  readonly retention: number
  /** How long an idempotency key stands for its task. */
  readonly claim: number
}

/** An hour to work, seven days to be remembered, a day for its key. */
export const defaultSpans: TaskSpans = { deadline: hour, retention: 7 * 24 * hour, claim: 24 * hour }

/** What a new task is about. */
export interface NewTask extends Pick<TaskFacts, "id" | "owner" | "kind" | "model" | "handing" | "asked"> {
  readonly upstream: Omit<TaskPlace, "id">
  readonly claim?: Omit<IdempotencyClaim, "until">
}

/**
 * A task of which nothing was sent yet. Its creator holds it by the lease: who does not come to an end of submitting
 * within it has died.
 */
export const acceptedStep = (
  wanted: NewTask,
  lease: TaskLease,
  now: number,
  times: TaskSpans = defaultSpans
): TaskIn<"accepted"> => {
  const { claim, ...about } = wanted
  return {
    ...about,
    ...(claim === undefined ? {} : { claim: { ...claim, until: now + times.claim } }),
    state: "accepted",
    polls: 0,
    strikes: noStrikes,
    nextPollAt: now,
    deadlineAt: now + times.deadline,
    expiresAt: now + times.retention,
    createdAt: now,
    updatedAt: now,
    lease,
    fence: 1
  }
}

const noStrikes = { failed: 0, missing: 0 } as const

/** The upstream is called next; written before it is. */
export const submittingStep = (task: TaskIn<"accepted">): TaskIn<"submitting"> => ({ ...task, state: "submitting" })

/** The upstream was called, and what it answered is lost; nobody holds the task any more. */
export const unknownStep = (task: TaskIn<"submitting">): TaskIn<"unknown"> => ({
  ...withoutLease(task),
  state: "unknown"
})

/** The upstream has given its id; it is asked about the task at `nextPollAt`. */
export const submittedStep = (
  task: TaskIn<"submitting" | "unknown">,
  upstreamId: string,
  nextPollAt: number
): TaskIn<"submitted"> => ({
  ...withoutLease(task),
  state: "submitted",
  upstream: { ...task.upstream, id: upstreamId },
  nextPollAt
})

/** What a poll that found no end has told. */
export interface PollProgress {
  /** Whether the upstream works on it, or still has it in line. */
  readonly state: "submitted" | "running"
  /** From 0 to 1, where it says so. */
  readonly progress?: number
}

/** It was asked about, and has not ended. One that ran does not go back into line. */
export const polledStep = (
  task: TaskIn<"submitted" | "running">,
  { state, progress }: PollProgress,
  nextPollAt: number
): TaskIn<"submitted" | "running"> => ({
  ...withoutLease(task),
  state: task.state === "running" ? "running" : state,
  ...(progress === undefined ? {} : { progress }),
  polls: task.polls + 1,
  strikes: noStrikes,
  nextPollAt
})

/** It is not asked about before `nextPollAt`, and nobody holds it until then. */
export const deferredStep = (
  task: TaskIn<"submitted" | "running">,
  nextPollAt: number
): TaskIn<"submitted" | "running"> => ({
  ...withoutLease(task),
  state: task.state,
  nextPollAt
})

/**
 * Why a poll failed: `missing`, the upstream knew no such task; `barred`, it refused the key, which is no fault of the
 * task's; `unkept`, what it made could not be kept here, which is none either; `transient`, anything else.
 */
export type PollMiss = "transient" | "missing" | "barred" | "unkept"

/** It was asked about, and no answer came. */
export const missedStep = (
  task: TaskIn<"submitted" | "running">,
  miss: PollMiss,
  nextPollAt: number
): TaskIn<"submitted" | "running"> => ({
  ...withoutLease(task),
  state: task.state,
  polls: task.polls + 1,
  strikes: countMiss(task.strikes, miss),
  nextPollAt
})

/** Misses that say nothing against the task. */
const uncountedMisses: ReadonlySet<PollMiss> = new Set(["barred", "unkept"])

const countMiss = (strikes: TaskFacts["strikes"], miss: PollMiss): TaskFacts["strikes"] =>
  uncountedMisses.has(miss)
    ? strikes
    : { failed: strikes.failed + 1, missing: miss === "missing" ? strikes.missing + 1 : 0 }

/** It has come to its result, and is remembered for at least as long. */
export const succeededStep = (task: TaskIn<"submitted" | "running">, result: TaskResult): TaskIn<"succeeded"> => ({
  ...withoutLease(task),
  state: "succeeded",
  result,
  expiresAt: Math.max(task.expiresAt, result.expiresAt)
})

/** It has come to nothing. */
export const failedStep = (
  task: TaskIn<"accepted" | "submitting" | "unknown" | "submitted" | "running">,
  failure: TaskFailure
): TaskIn<"failed"> => ({ ...withoutLease(task), state: "failed", failure })

/** Nothing of it was ever sent: its client may send it again, under the same key. */
export const unsentStep = (task: TaskIn<"accepted" | "submitting">, message: string): TaskIn<"failed"> =>
  failedStep(task, { code: "not_submitted", message, unsent: true })

/** A task that nobody holds. */
const withoutLease = ({ lease: _lease, ...task }: TaskFacts): Omit<TaskFacts, "lease"> => task

/** What an upstream said when it was asked about a task. A state that nobody knows is one in which it runs. */
export type PollAnswer =
  | ({ readonly kind: "pending"; readonly retryAfter?: number } & PollProgress)
  | { readonly kind: "succeeded"; readonly result: TaskResult }
  | { readonly kind: "failed"; readonly failure: TaskFailure }

/** That asking came to no answer; it says nothing of the task itself. */
export class PollFailed extends Data.TaggedError("PollFailed")<{
  /** The upstream's HTTP status; absent where there was none, or its answer could not be read. */
  readonly status?: number
  /** Seconds after which it wants to be asked again. */
  readonly retryAfter?: number
  /** That the task succeeded, and what it made could not be kept here. */
  readonly unkept?: boolean
  /** How a task ends that is missed so too often; that the upstream did not answer, where absent. */
  readonly end?: TaskFailure
}> {}

/** So many polls in a row without an answer, or without a task, and it has failed. */
const mostMisses: Readonly<Record<keyof Task["strikes"], number>> = { failed: 10, missing: 3 }

/** What a status means that is no answer. */
export const missOf = (status: number | undefined): PollMiss => {
  switch (status) {
    case 404:
    case 410:
      return "missing"
    case 401:
    case 403:
      return "barred"
    default:
      return "transient"
  }
}

/**
 * A task after a poll. The next one is as late as the pace or the upstream wants, but no later than the deadline, where
 * a task that has not ended has failed. `chance` is from 0 to 1.
 */
export const afterPoll = (
  task: TaskIn<"submitted" | "running">,
  found: PollAnswer | PollFailed,
  now: number,
  chance: number
): TaskIn<"submitted" | "running" | "succeeded" | "failed"> => {
  if ("kind" in found && found.kind === "succeeded") return succeededStep(task, found.result)
  if ("kind" in found && found.kind === "failed") return failedStep(task, found.failure)
  const pause = Math.max(pauseAfter(task.polls, chance), (found.retryAfter ?? 0) * 1_000)
  const next = Math.min(now + pause, task.deadlineAt)
  const after =
    "kind" in found
      ? polledStep(task, found, next)
      : missedStep(task, found.unkept === true ? "unkept" : missOf(found.status), next)
  const end = endOf(after, now, "kind" in found ? undefined : found.end)
  return end === undefined ? after : failedStep(after, end)
}

const endOf = (
  { strikes, deadlineAt }: Task,
  now: number,
  missed: TaskFailure = ends.unanswered
): TaskFailure | undefined => {
  if (strikes.missing >= mostMisses.missing) return ends.lost
  if (strikes.failed >= mostMisses.failed) return missed
  return now >= deadlineAt ? ends.late : undefined
}

const ends = {
  lost: { code: "task_lost", message: "The upstream no longer knows the task." },
  unanswered: { code: "upstream_unreachable", message: "The upstream did not report the task's result." },
  late: { code: "deadline_exceeded", message: "The task did not end in time." }
} as const satisfies Readonly<Record<string, TaskFailure>>

/**
 * The end of a task whose submitter is gone. Nothing is sent again: what nobody knows to have been sent was not paid
 * for, and what may have been sent may have run.
 */
export const abandonedTask = (task: TaskIn<"accepted" | "submitting" | "unknown">): TaskIn<"failed"> =>
  task.state === "accepted"
    ? unsentStep(task, "The task was never sent to the upstream. Send it again.")
    : failedStep(task, {
        code: "submit_unknown",
        message: "Whether the upstream accepted the task is not known; it may have run."
      })

/** Up to a quarter is added by `chance`, from 0 to 1, so that tasks that began together do not stay together. */
const spread = (pause: number, chance: number): number => Math.round(pause * (1 + chance / 4))

/** From submitting a task until the upstream is first asked about it: 2 s and a little, in milliseconds. */
export const firstPause = (chance: number): number => spread(2_000, chance)

/** From the poll after so many others until the next: 10 s, growing by half each time up to a minute, in milliseconds. */
export const pauseAfter = (polls: number, chance: number): number =>
  spread(Math.min(48_000, 10_000 * 1.5 ** polls), chance)
