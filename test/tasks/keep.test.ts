import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { tasksIn } from "../../src/tasks/store-from-rows.ts"
import { failedStep, submittedStep, submittingStep, succeededStep, type Task } from "../../src/tasks.ts"
import { polledStep } from "../../src/tasks/steps.ts"
import type { TaskRows } from "../../src/tasks/store.ts"
import { failure, made } from "./tasks.ts"

/** Whether a step is written to last even when the power fails. */
const lasts = async (task: Task): Promise<boolean> => {
  const asked: boolean[] = []
  const none = Effect.die("It is not used.")
  const rows: TaskRows = {
    insert: () => none,
    claimed: () => none,
    read: () => none,
    take: () => none,
    replace: (_row, { isLasting }) => Effect.sync(() => asked.push(isLasting) > 0),
    renew: () => none,
    sweep: () => none,
    counts: none,
    probe: none
  }
  await Effect.runPromise(tasksIn(rows).save(task))
  return asked.at(-1) === true
}

const sent = submittedStep(submittingStep(made()), "operations/1", 0)
const taken = { ...sent, fence: 2 }

describe("what is written to last when the power fails", () => {
  it.each<readonly [string, Task, boolean]>([
    ["that the upstream is called next", submittingStep(made()), true],
    ["what the upstream calls the task", sent, true],
    ["that a task succeeded", succeededStep(taken, { refs: ["r"], expiresAt: 1 }), true],
    ["that a task failed", failedStep(taken, failure), true],
    ["how far a task is", polledStep(taken, { state: "running", progress: 0.5 }, 1), false]
  ])("%s: %#", async (_, task, expected) => {
    expect(await lasts(task)).toBe(expected)
  })
})
