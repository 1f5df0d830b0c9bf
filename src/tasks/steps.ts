import type { IdempotencyClaim, TaskFacts, TaskIn, TaskLease, TaskPlace, TaskResult, TaskFailure } from "./task.ts"

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
