import { describe, expect, it } from "vitest"
import {
  newTaskId,
  dueAt,
  nextStates,
  isEnded,
  previousStates,
  type TaskState,
  taskStates,
  type Task
} from "../../src/tasks/store.ts"
import {
  acceptedStep,
  failedStep,
  missedStep,
  polledStep,
  defaultSpans,
  submittedStep,
  submittingStep,
  succeededStep,
  unknownStep
} from "../../src/tasks/steps.ts"
import type { Choices } from "../laws/choices.ts"
import { law } from "../laws/law.ts"

const wanted = {
  id: "task_a",
  owner: "someone",
  kind: "video",
  model: "veo",
  upstream: { name: "google", credential: "first", model: "sent" },
  handing: { link: true, download: false },
  asked: {},
  claim: { key: "k", hash: "h" }
}

const begun = () => acceptedStep(wanted, { holder: "one", until: 60_000 }, 1_000)

const failure = { code: "no", message: "No." }

/** One step that the types allow from here, by chance; the task itself where there is none. */
const step = (task: Task, choices: Choices): Task => {
  switch (task.state) {
    case "accepted":
      return choices.pick<Task>([submittingStep(task), failedStep(task, failure)])
    case "submitting":
      return choices.pick<Task>([submittedStep(task, "up", 5), unknownStep(task), failedStep(task, failure)])
    case "unknown":
      return choices.pick<Task>([submittedStep(task, "up", 5), failedStep(task, failure)])
    case "submitted":
    case "running":
      return choices.pick<Task>([
        polledStep(task, { state: "submitted" }, 6),
        polledStep(task, { state: "running", progress: 0.5 }, 7),
        missedStep(task, "missing", 8),
        missedStep(task, "transient", 8),
        missedStep(task, "barred", 8),
        succeededStep(task, { refs: ["r"], expiresAt: 9 }),
        failedStep(task, failure)
      ])
    case "succeeded":
    case "failed":
      return task
  }
}

const walk = (choices: Choices): readonly Task[] => {
  const path: Task[] = [begun()]
  for (let length = choices.below(20); length > 0; length--) {
    const last = path.at(-1)
    if (last !== undefined) path.push(step(last, choices))
  }
  return path
}

const pairs = (path: readonly Task[]): readonly (readonly [Task, Task])[] =>
  path.slice(1).flatMap((after, at) => {
    const before = path[at]
    return before === undefined ? [] : [[before, after] as const]
  })

describe("the states of a task", () => {
  it.each<readonly [TaskState, readonly TaskState[]]>([
    ["accepted", ["accepted"]],
    ["submitting", ["accepted", "submitting"]],
    ["unknown", ["submitting", "unknown"]],
    ["submitted", ["submitting", "unknown", "submitted"]],
    ["running", ["submitted", "running"]],
    ["succeeded", ["submitted", "running"]],
    ["failed", ["accepted", "submitting", "unknown", "submitted", "running"]]
  ])("%s follows on %j alone", (state, before) => {
    expect(previousStates(state)).toEqual(before)
  })

  it("end twice, and for good", () => {
    expect(taskStates.filter((state) => nextStates[state].length === 0)).toEqual(["succeeded", "failed"])
  })

  law("every step goes where it may, and none leaves an end", walk, (path) => {
    for (const [before, after] of pairs(path)) {
      if (isEnded(before)) expect(after).toBe(before)
      else expect(previousStates(after.state)).toContain(before.state)
    }
  })

  law("no step changes whose task it is, where it was sent, and until when it counts", walk, (path) => {
    const first = begun()
    for (const { id, owner, kind, model, upstream, claim, deadlineAt, createdAt, fence } of path) {
      expect({ id, owner, kind, model, claim, deadlineAt, createdAt, fence }).toEqual({
        id: first.id,
        owner: first.owner,
        kind: first.kind,
        model: first.model,
        claim: first.claim,
        deadlineAt: first.deadlineAt,
        createdAt: first.createdAt,
        fence: 1
      })
      expect([upstream.name, upstream.credential]).toEqual(["google", "first"])
    }
  })

  law("a task is due where it has not ended, and never while it is held", walk, (path) => {
    for (const task of path) {
      const due = dueAt(task)
      expect(due === undefined).toBe(isEnded(task))
      expect(due ?? Infinity).toBeGreaterThanOrEqual(task.lease?.until ?? 0)
    }
  })

  it("count an hour, seven days and a day by default", () => {
    expect(begun()).toMatchObject({ deadlineAt: 3_601_000, expiresAt: 604_801_000, claim: { until: 86_401_000 } })
    expect(defaultSpans).toEqual({ deadline: 3_600_000, retention: 604_800_000, claim: 86_400_000 })
  })

  it("keep a task for as long as its result", () => {
    const running = submittedStep(submittingStep(begun()), "up", 5)
    expect(succeededStep(running, { refs: ["r"], expiresAt: 1e12 }).expiresAt).toBe(1e12)
  })

  it("count failed polls in a row", () => {
    const once = missedStep(submittedStep(submittingStep(begun()), "up", 5), "missing", 6)
    expect(missedStep(once, "missing", 7).strikes).toEqual({ failed: 2, missing: 2 })
    expect(missedStep(once, "transient", 7).strikes).toEqual({ failed: 2, missing: 0 })
    expect(missedStep(once, "barred", 7).strikes).toEqual({ failed: 1, missing: 1 })
    expect(polledStep(once, { state: "running" }, 7).strikes).toEqual({ failed: 0, missing: 0 })
  })
})

describe("ids of tasks", () => {
  it("hold 192 random bits behind a prefix", () => {
    expect(newTaskId("video")).toMatch(/^video_[A-Za-z0-9_-]{32}$/)
  })

  it("never repeat, in any of their characters", () => {
    const ids = Array.from({ length: 2_000 }, () => newTaskId("t"))
    expect(new Set(ids).size).toBe(2_000)
    for (let at = 2; at < 34; at++) expect(new Set(ids.map((id) => id[at])).size).toBe(64)
  })
})
