import * as Data from "effect/Data"
import type { TaskIn, TaskResult, Task, TaskFailure } from "./task.ts"
import {
  failedStep,
  type PollMiss,
  missedStep,
  polledStep,
  type PollProgress,
  succeededStep,
  unsentStep
} from "./steps.ts"

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
