import { setTimeout } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import { type Shared, started } from "./processes.ts"
import { atUpstream, ids } from "./tasks.ts"

const count = 500

/** More polls than these are of leases that nobody looked at. */
const most = count * 1.2

/** Milliseconds for which a poller is stopped: more than twice its lease of 1500. */
const pause = 3500

/** How often a poller is stopped at most. */
const mostStops = 8

/** Stops one poller after the other, each for longer than its leases, and waits until it is over. */
const stopInTurn = async (pollers: readonly ReturnType<typeof started>[], isOver: () => Promise<boolean>) => {
  let stops = 0
  for (; stops < mostStops && !(await isOver()); stops++) {
    const { child } = pollers[stops % pollers.length] ?? {}
    child?.kill("SIGSTOP")
    await setTimeout(pause)
    child?.kill("SIGCONT")
    await setTimeout(100)
  }
  while (!(await isOver())) await setTimeout(100)
  return stops
}

/** Four processes that poll, and are stopped in the middle of it and go on later as if nothing had been. */
export const outlastsStops = ({ name, place, storeAt }: Shared): void => {
  describe(`tasks kept in ${name}, by four processes that poll and are stopped for longer than their leases`, () => {
    it.live(
      "end once each, and are asked about no more than a fifth oftener than one process would",
      () =>
        Effect.gen(function* () {
          const at = yield* place
          const store = yield* storeAt(at)
          const tasks = yield* Effect.forEach(Array.from({ length: count }), () => atUpstream(store), {
            concurrency: 10
          })
          const pollers = Array.from({ length: 4 }, () => started(at, "poll"))
          yield* Effect.addFinalizer(() => Effect.sync(() => pollers.forEach(({ child }) => child.kill("SIGKILL"))))
          yield* Effect.promise(() => Promise.all(pollers.map(({ begun }) => begun)))
          const lines = () => pollers.flatMap((poller) => poller.lines()).map((line) => line.split(" "))
          const asked = () => lines().filter(([, what]) => what === "asked").length
          const isOver = Effect.map(store.counts, ({ succeeded }) => succeeded === count || asked() > most)
          const stops = yield* Effect.promise(() => stopInTurn(pollers, () => Effect.runPromise(isOver)))
          yield* Effect.sleep(pause)
          const ended = lines().filter(([, what]) => what === "succeeded")
          console.log(`${name}: ${stops} stops, ${asked()} polls of ${count} tasks`)
          expect(asked()).toBeLessThanOrEqual(most)
          expect(ended.map(([id = ""]) => id).toSorted()).toEqual(ids(tasks))
          for (const [id = "", , fence] of ended) {
            expect(yield* store.get("ann", id)).toMatchObject({ state: "succeeded", fence: Number(fence) })
          }
          expect(stops).toBeGreaterThanOrEqual(4)
        }),
      120_000
    )
  })
}
