import { expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import { arkVideos } from "../../src/formats/ark.ts"
import { openaiVideos } from "../../src/formats/openai-media.ts"
import { veo } from "../../src/formats/veo.ts"
import {
  type PollAnswer,
  layerMemory,
  newTaskId,
  PollFailed,
  type PollerOptions,
  pollTasks,
  TaskStore
} from "../../src/tasks.ts"
import { type JsonObject, JsonText } from "../../src/core/json/json.ts"
import type { VideoFormat } from "../../src/core/video.ts"
import type { Store } from "./nodes.ts"
import { done, pass, pending, upstream } from "./polling.ts"
import { atUpstream, failure, ids, many, minute } from "./tasks.ts"

const run = (name: string, body: (store: Store) => Effect.Effect<void, unknown, TaskStore>): void => {
  it.effect(name, () => Effect.provide(Effect.flatMap(TaskStore, body), layerMemory), 60_000)
}

/** An upstream that says one thing until some time, and another from then. */
const from =
  (time: number, before: PollAnswer, after: PollAnswer): PollerOptions["poll"] =>
  () =>
    Effect.map(Clock.currentTimeMillis, (now) => (now < time ? before : after))

describe("the deadline of a task", () => {
  run("is when its upstream is asked once more, and a result that is there by then counts", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      yield* Effect.forkChild(pollTasks({ poll: from(60 * minute, pending, done) }))
      yield* pass(61 * minute)
      expect(yield* store.get("ann", task.id)).toMatchObject({ state: "succeeded", result: { refs: ["r"] } })
    })
  )

  run("that passed while nobody polled fails nothing that was not asked about once more", (store) =>
    Effect.gen(function* () {
      const [late, lost] = [yield* atUpstream(store), yield* atUpstream(store)]
      yield* pass(90 * minute)
      const asked: string[] = []
      const poll: PollerOptions["poll"] = ({ id }) =>
        Effect.sync(() => (asked.push(id), id === late.id ? done : pending))
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(minute)
      expect((yield* store.get("ann", late.id))?.state).toBe("succeeded")
      expect(yield* store.get("ann", lost.id)).toMatchObject({ failure: { code: "deadline_exceeded" } })
      expect(asked.toSorted()).toEqual(ids([late, lost]))
    })
  )

  run("is waited for where the key is refused all the time, and no longer", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      yield* Effect.forkChild(pollTasks(upstream(new PollFailed({ status: 403 }))))
      yield* pass(59 * minute)
      expect((yield* store.get("ann", task.id))?.state).toBe("submitted")
      yield* pass(2 * minute)
      expect(yield* store.get("ann", task.id)).toMatchObject({ failure: { code: "deadline_exceeded" } })
    })
  )
})

describe("the end of a task", () => {
  run("stays where its upstream finds a result later", (store) =>
    Effect.gen(function* () {
      const task = yield* atUpstream(store)
      const poll: PollerOptions["poll"] = (asked) =>
        Effect.as(Effect.orDie(store.save({ ...asked, state: "failed", failure })), done)
      yield* Effect.forkChild(pollTasks({ poll }))
      yield* pass(5 * minute)
      expect(yield* store.get("ann", task.id)).toMatchObject({ state: "failed", failure })
    })
  )
})

type Saying = readonly [VideoFormat, (state: string) => JsonObject]

/** Where each format says how far a task is. */
const says: readonly [Saying, ...Saying[]] = [
  [arkVideos, (status) => ({ id: "up", status })],
  [openaiVideos, (status) => ({ id: "up", object: "video", status })],
  [veo, (status) => ({ name: "up", metadata: { state: status } })]
]

/** States that some vendor might say: words in every spelling, and texts that are none. */
const strange = (count: number): readonly string[] => {
  const words = ["done", "canceled", "timeout", "paused", "review", "retrying", "__proto__", "", " ", "\u0000", "é"]
  return Array.from({ length: count }, (_, at) => {
    const word = words[at % words.length] ?? ""
    const spelled = at % 3 === 0 ? word.toUpperCase() : word
    return at < words.length ? spelled : `${spelled}${at.toString(36)}`
  })
}

/** What a format takes an answer for, as it is found by a poll. */
const foundIn = (format: VideoFormat, body: JsonText): Effect.Effect<PollAnswer, PollFailed> => {
  const read = format.decodeTask(body)
  if (!read.ok) return Effect.fail(new PollFailed({}))
  const { value } = read
  if (value.state === "succeeded") return Effect.succeed(done)
  if (value.state === "failed") return Effect.succeed({ kind: "failed", failure: value })
  return Effect.succeed({ kind: "pending", state: value.state === "queued" ? "submitted" : "running" })
}

describe("states that nobody knows", () => {
  run("end a task by its deadline, a thousand of them in three formats", (store) =>
    Effect.gen(function* () {
      const answers = new Map<string, Effect.Effect<PollAnswer, PollFailed>>()
      for (const [at, state] of strange(1_000).entries()) {
        const [format, bodyOf] = says[at % says.length] ?? says[0]
        const task = yield* atUpstream(store, {}, -59 * minute)
        answers.set(task.id, foundIn(format, JsonText.source(JSON.stringify(bodyOf(state)))))
      }
      const poll: PollerOptions["poll"] = ({ id }) => answers.get(id) ?? Effect.die("It is no task of ours.")
      yield* Effect.forkChild(pollTasks({ poll, perSecond: 1_000 }))
      yield* pass(2 * minute)
      expect(yield* store.counts).toMatchObject({ submitted: 0, running: 0, failed: 1_000 })
    })
  )
})

describe("a random id", () => {
  run("is none of a thousand tasks'", (store) =>
    Effect.gen(function* () {
      const tasks = new Set(ids(yield* many(store, 1_000)))
      const random = Array.from({ length: 100_000 }, () => newTaskId("task"))
      expect(random.filter((id) => tasks.has(id))).toEqual([])
      expect(yield* Effect.filter(random.slice(0, 10_000), (id) => Effect.map(store.get("ann", id), Boolean))).toEqual(
        []
      )
    })
  )

  run("says nothing of its owner, its upstream, or what the upstream calls it", (store) =>
    Effect.gen(function* () {
      const { id, owner, upstream: place } = yield* atUpstream(store, { owner: "somebody" })
      for (const secret of [owner, place.name, place.credential, place.id ?? ""]) {
        expect(id.slice("task_".length)).not.toContain(secret)
      }
    })
  )
})
