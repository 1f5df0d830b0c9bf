import { describe, expect, it } from "vitest"
import { abandonedTask, afterPoll, type PollAnswer, missOf, PollFailed } from "../../src/tasks/steps.ts"
import { firstPause, type TaskIn, pauseAfter, submittedStep, submittingStep, unknownStep } from "../../src/tasks.ts"
import { law } from "../laws/law.ts"
import { made } from "./tasks.ts"

const minute = 60_000

const sent = (): TaskIn<"submitted"> => submittedStep(submittingStep(made()), "up", 2_000)

/** A task after one poll after the other, all at one time. */
const after = (polls: readonly (PollAnswer | PollFailed)[], now = 5_000, chance = 0) => {
  let task: ReturnType<typeof afterPoll> = sent()
  for (const found of polls) {
    if (task.state !== "submitted" && task.state !== "running") break
    task = afterPoll(task, found, now, chance)
  }
  return task
}

const pending: PollAnswer = { kind: "pending", state: "running" }
const status = (status: number, retryAfter?: number) =>
  new PollFailed({ status, ...(retryAfter === undefined ? {} : { retryAfter }) })
const times = <A>(count: number, item: A): readonly A[] => Array.from({ length: count }, () => item)

describe("the pace of polls", () => {
  law(
    "begins after 2 seconds, and goes from 10 to 60",
    (choices) => ({ polls: choices.below(1_000), chance: choices.below(1_001) / 1_000 }),
    ({ polls, chance }) => {
      expect(pauseAfter(polls, chance)).toBeGreaterThanOrEqual(10_000)
      expect(pauseAfter(polls, chance)).toBeLessThanOrEqual(60_000)
      expect(firstPause(chance)).toBeGreaterThanOrEqual(2_000)
      expect(firstPause(chance)).toBeLessThanOrEqual(2_500)
    }
  )

  it("grows by half each time", () => {
    expect([0, 1, 2, 3, 4, 5].map((polls) => pauseAfter(polls, 0))).toEqual([
      10_000, 15_000, 22_500, 33_750, 48_000, 48_000
    ])
  })

  it("is spread by more than a tenth", () => {
    expect(pauseAfter(9, 1) / pauseAfter(9, 0)).toBe(1.25)
  })
})

describe("a poll", () => {
  it.each<readonly [string, readonly (PollAnswer | PollFailed)[], object]>([
    [
      "that found it in line",
      [{ kind: "pending", state: "submitted" }],
      { state: "submitted", polls: 1, nextPollAt: 15_000 }
    ],
    ["that found it running", [{ ...pending, progress: 0.5 }], { state: "running", progress: 0.5 }],
    ["that found it in line again", [pending, { kind: "pending", state: "submitted" }], { state: "running" }],
    ["that says when to ask again", [{ ...pending, retryAfter: 100 }], { nextPollAt: 105_000 }],
    ["that wants to be asked too soon", [{ ...pending, retryAfter: 1 }], { nextPollAt: 15_000 }],
    ["that wants to be asked after the deadline", [{ ...pending, retryAfter: 1e6 }], { nextPollAt: 60 * minute }],
    [
      "that found a result",
      [{ kind: "succeeded", result: { refs: ["r"], expiresAt: 9 } }],
      { state: "succeeded", result: { refs: ["r"] } }
    ],
    [
      "that found a failure",
      [{ kind: "failed", failure: { code: "c", message: "m" } }],
      { state: "failed", failure: { code: "c" } }
    ],
    ["that got no answer", [new PollFailed({})], { state: "submitted", strikes: { failed: 1, missing: 0 } }],
    ["that got too many requests", [status(429, 30)], { state: "submitted", nextPollAt: 35_000 }],
    ["that failed nine times", times(9, status(500)), { state: "submitted", strikes: { failed: 9, missing: 0 } }],
    ["that failed ten times", times(10, status(503)), { state: "failed", failure: { code: "upstream_unreachable" } }],
    ["that failed with pauses", [...times(9, status(502)), pending, ...times(9, status(502))], { state: "running" }],
    ["that found nothing twice", times(2, status(404)), { state: "submitted" }],
    ["that found nothing thrice", times(3, status(404)), { state: "failed", failure: { code: "task_lost" } }],
    ["that found it gone thrice", times(3, status(410)), { state: "failed", failure: { code: "task_lost" } }],
    ["that found nothing now and then", [status(404), status(404), status(500), status(404)], { state: "submitted" }],
    ["whose key was refused often", times(50, status(401)), { state: "submitted", strikes: { failed: 0, missing: 0 } }],
    ["whose key may not ask often", times(50, status(403)), { state: "submitted", strikes: { failed: 0, missing: 0 } }]
  ])("%s", (_, polls, expected) => {
    expect(after(polls)).toMatchObject(expected)
  })

  it.each([undefined, 400, 408, 409, 418, 422, 425, 429, 500, 502, 503, 504, 529])(
    "takes %s for a passing fault",
    (code) => {
      expect(missOf(code)).toBe("transient")
    }
  )

  it.each([pending, status(401), status(500), status(404)])("at the deadline is the last: %j", (found) => {
    expect(after([found], 60 * minute - 1)).toMatchObject({ state: found === pending ? "running" : "submitted" })
    expect(after([found], 60 * minute)).toMatchObject({ state: "failed", failure: { code: "deadline_exceeded" } })
  })

  it("at the deadline may still find the result", () => {
    const found: PollAnswer = { kind: "succeeded", result: { refs: ["r"], expiresAt: 1 } }
    expect(after([found], 61 * minute).state).toBe("succeeded")
  })
})

describe("a task whose submitter is gone", () => {
  it("was never sent where that had not begun", () => {
    expect(abandonedTask(made()).failure.code).toBe("not_submitted")
  })

  it("may have run where it had", () => {
    const sending = submittingStep(made())
    expect(abandonedTask(sending).failure).toMatchObject({
      code: "submit_unknown",
      message: expect.stringContaining("may have run")
    })
    expect(abandonedTask(unknownStep(sending)).failure.code).toBe("submit_unknown")
  })
})
