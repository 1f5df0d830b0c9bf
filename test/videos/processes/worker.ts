import { writeSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { MediaStore } from "../../../src/media.ts"
import type { TaskStore } from "../../../src/tasks.ts"
import type { Meeting, Between } from "./node.ts"
import { nodeAt, submitted } from "./node.ts"
import type { Step } from "./steps.ts"

// A node that submits videos, says the id of each once it was told it, and dies at a step of its work as by `kill -9`.

const [step = "", name = "", text = "{}"] = process.argv.slice(2)
const meeting: Meeting = JSON.parse(text)

const say = (line: string): void => void writeSync(1, `${line}\n`)

const dieAt = (at: Step): void => {
  if (at !== step) return
  say(`dies ${at}`)
  process.kill(process.pid, "SIGKILL")
}

const dyingAfter = <A, E>(work: Effect.Effect<A, E>, stepOf: (done: A) => Step | undefined): Effect.Effect<A, E> =>
  Effect.tap(work, (done) =>
    Effect.sync(() => {
      const at = stepOf(done)
      if (at !== undefined) dieAt(at)
    })
  )

const saved = { submitting: "submitting", submitted: "submitted", succeeded: "saved" } as const satisfies Record<
  string,
  Step
>

const tasks = (store: TaskStore["Service"]): TaskStore["Service"] => ({
  ...store,
  create: (task) => dyingAfter(store.create(task), () => "accepted"),
  take: (taking) =>
    dyingAfter(store.take(taking), (taken) => (taken.some(({ state }) => state === "submitted") ? "taken" : undefined)),
  save: (task) =>
    dyingAfter(store.save(task), ({ state }) =>
      state === "submitting" || state === "submitted" || state === "succeeded" ? saved[state] : undefined
    )
})

const media = (store: MediaStore["Service"]): MediaStore["Service"] => ({
  ...store,
  keep: (bytes, about) => {
    const half = Stream.tap(
      Stream.flatMap(bytes, (piece) =>
        Stream.make(piece.subarray(0, piece.length / 2), piece.subarray(piece.length / 2))
      ),
      () =>
        Effect.andThen(
          Effect.sleep(1),
          Effect.sync(() => dieAt("downloading"))
        )
    )
    return dyingAfter(store.keep(half, about), () => "kept")
  }
})

/** Waits until the vendor has written a submit that it does not answer down. */
const taken = async (): Promise<void> => {
  for (;;) {
    const ledger: unknown = await (await fetch(`${meeting.vendor}/ledger`)).json()
    if (Array.isArray(ledger) && ledger.some((prompt) => String(prompt).startsWith(name))) return dieAt("called")
  }
}

const call: Between["fetch"] = async (request) => {
  const { method, url } = request
  if (method === "POST" && step === "called") void taken()
  const answer = await fetch(request)
  if (method === "POST") dieAt("answered")
  else if (!url.endsWith("/content")) dieAt("asked")
  return answer
}

/** Another node may be the one that works on a task: then this one submits another. */
const pause = 2_000

const gateway = nodeAt(meeting, { tasks, media, fetch: call })
for (let round = 1; ; round += 1) {
  const prompt = `${name}, ${round}`
  say(`sends ${prompt}`)
  const [status, id] = await submitted(gateway, prompt)
  say(`told ${status} ${id} ${prompt}`)
  dieAt("told")
  await setTimeout(pause)
}
