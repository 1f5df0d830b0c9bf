import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { describe } from "vitest"
import { acceptedStep, failedStep, isEnded, taskStates, type Task } from "../../src/tasks.ts"
import { nextStates } from "../../src/tasks/store.ts"
import type { Store } from "./nodes.ts"
import { failure, made } from "./tasks.ts"

/** A kind of store that many processes share. */
export interface Shared {
  readonly name: string
  /** A new and empty place of the kind. */
  readonly place: Effect.Effect<string, never, Scope.Scope>
  readonly storeAt: (place: string) => Effect.Effect<Store, never, Scope.Scope>
}

const worker = fileURLToPath(new URL("./worker.ts", import.meta.url))

/** A process that works on a place, and the lines that it has said so far. */
export const started = (place: string, ...job: readonly string[]) => {
  const child = spawn(process.execPath, [worker, place, ...job], { stdio: ["pipe", "pipe", "inherit"] })
  const exit = once(child, "close")
  const said: string[] = []
  child.stdout.setEncoding("utf8").on("data", (piece: string) => said.push(piece))
  return {
    child,
    exit,
    /** Whole lines: a line that the end cut short was not said. */
    lines: () => said.join("").split("\n").slice(0, -1),
    begun: Promise.race([once(child.stdout, "data"), exit])
  }
}

/** Two processes that work, are killed after so many milliseconds, and what they said until then. */
const killedAfter = async (place: string, pauses: readonly number[]) => {
  const all = pauses.map(async (pause) => {
    const { child, exit, lines, begun } = started(place, "work")
    await begun
    await setTimeout(pause)
    child.kill("SIGKILL")
    await exit
    return { landed: child.signalCode === "SIGKILL", lines: lines() }
  })
  return Promise.all(all)
}

/** How often processes are killed, two at a time. */
const rounds = 6

/** The last state in which each task was said to be, and the key that it was created with. */
const saidOf = (lines: readonly string[]) => {
  const last = new Map<string, { readonly rank: number; readonly key: string }>()
  for (const line of lines) {
    const [id = "", state = "", key = ""] = line.split(" ")
    const rank = taskStates.findIndex((known) => known === state)
    if (rank >= (last.get(id)?.rank ?? 0)) last.set(id, { rank, key })
  }
  return last
}

const rankOf = (task: Task | undefined): number => (task === undefined ? -1 : taskStates.indexOf(task.state))

/** Ends every task that is open, as whoever takes over does; each that was ended here. */
const endAll = (store: Store) =>
  Effect.gen(function* () {
    const ended: string[] = []
    const open = Effect.map(store.counts, (counts) =>
      taskStates.filter((state) => nextStates[state].length > 0).reduce((sum, state) => sum + counts[state], 0)
    )
    while ((yield* open) > 0) {
      for (const task of yield* store.take({ holder: "heir", duration: 60_000, limit: 1_000 })) {
        if (!isEnded(task)) ended.push((yield* store.save(failedStep(task, failure))).id)
      }
      yield* Effect.sleep(50)
    }
    return ended
  })

/** What a store keeps when processes share it, and are killed. */
export const survives = ({ name, place, storeAt }: Shared): void => {
  describe(`tasks kept in ${name}, by processes that are killed`, () => {
    it.live(
      "are all there in the state that was acknowledged, or a later one, and come to one end",
      () =>
        Effect.gen(function* () {
          const at = yield* place
          const said: string[] = []
          let landed = 0
          for (let round = 0; round < rounds; round++) {
            const pauses = [Math.random() * 300, Math.random() * 300]
            for (const killed of yield* Effect.promise(() => killedAfter(at, pauses))) {
              if (killed.landed && killed.lines.length > 0) landed += 1
              said.push(...killed.lines)
            }
          }
          const acknowledged = saidOf(said)
          console.log(`${name}: ${landed} kills landed, ${acknowledged.size} tasks were acknowledged`)
          expect(landed).toBeGreaterThanOrEqual(10)
          const store = yield* storeAt(at)
          for (const [id, { rank, key }] of acknowledged) {
            const kept = yield* store.get("ann", id)
            expect(rankOf(kept)).toBeGreaterThanOrEqual(rank)
            const again = yield* store.create(
              acceptedStep({ ...made(), claim: { key, hash: "h" } }, { holder: "", until: 0 }, Date.now())
            )
            expect(again).toEqual({ task: kept, isNew: false })
          }
          const ended = yield* endAll(store)
          expect(new Set(ended).size).toBe(ended.length)
        }),
      180_000
    )
  })

  describe(`tasks kept in ${name}, by two processes at once`, () => {
    it.live(
      "are one where 200 creates have one key",
      () =>
        Effect.gen(function* () {
          const at = yield* place
          const store = yield* storeAt(at)
          yield* store.counts
          const both = [started(at, "create", "100"), started(at, "create", "100")]
          yield* Effect.promise(() => Promise.all(both.map(({ begun }) => begun)))
          for (const { child } of both) child.stdin.write("go\n")
          yield* Effect.promise(() => Promise.all(both.map(({ exit }) => exit)))
          const lines = both.flatMap(({ lines }) => lines()).filter((line) => line !== "ready")
          expect(lines).toHaveLength(200)
          expect(new Set(lines.map((line) => line.split(" ")[0])).size).toBe(1)
          expect(lines.filter((line) => line.endsWith(" true"))).toHaveLength(1)
          expect((yield* store.counts).accepted).toBe(1)
        }),
      60_000
    )
  })
}
