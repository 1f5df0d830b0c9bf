import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import {
  type PollAnswer,
  type PollerOptions,
  type PollFailed,
  pollTasks,
  type Task,
  TaskStore
} from "../../src/tasks.ts"
import type { Store } from "./nodes.ts"
import { day } from "./tasks.ts"

export const pending: PollAnswer = { kind: "pending", state: "running" }
export const done: PollAnswer = { kind: "succeeded", result: { refs: ["r"], expiresAt: day } }

/** Lets time pass, a second after the other. */
export const pass = (milliseconds: number) =>
  Effect.forEach(Array.from({ length: Math.ceil(milliseconds / 1_000) }), () => TestClock.adjust(1_000), {
    discard: true
  })

/** That an upstream was asked about a task. */
export interface Asked {
  readonly id: string
  /** The upstream's name and the credential. */
  readonly key: string
  readonly at: number
}

/** What stands for a key in a journal. */
export const keyOf = ({ upstream: { name, credential } }: Task): string => `${name} ${credential}`

/** An upstream that says one thing after the other of each task, the last for ever; and what it was asked when. */
export const upstream = (...says: readonly (PollAnswer | PollFailed)[]) => {
  const asked: Asked[] = []
  const counts = new Map<string, number>()
  const poll: PollerOptions["poll"] = (task) =>
    Effect.flatMap(Clock.currentTimeMillis, (at) => {
      const count = counts.get(task.id) ?? 0
      counts.set(task.id, count + 1)
      asked.push({ id: task.id, key: keyOf(task), at })
      const said = says[count] ?? says.at(-1) ?? pending
      return "kind" in said ? Effect.succeed(said) : Effect.fail(said)
    })
  return { asked, poll }
}

/** A poller over a store some of whose operations are others. */
export const pollOver = (store: Store, other: Partial<Store>, polling: PollerOptions) =>
  Effect.forkChild(Effect.provideService(pollTasks(polling), TaskStore, { ...store, ...other }))
