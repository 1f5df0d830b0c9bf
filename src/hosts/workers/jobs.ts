import { parentPort } from "node:worker_threads"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inTurns, type Job } from "../../exchange/offload.ts"
import { memoryOf, type Sent, toldOf } from "./crossing.ts"

/** Does jobs on this thread for the pool that started it, one after the other, until that ends it. */
export const serveJobs = <R>(
  jobs: readonly Job<never, unknown, unknown>[],
  services: Promise<Context.Context<R>>
): void => {
  const named = new Map(jobs.map((job) => [job.name, job]))
  parentPort?.on("message", ({ job: name, given }: Sent) => {
    void services.then(async (context) => {
      const work = Effect.suspend(() => {
        const job = named.get(name)
        if (job === undefined) return Effect.die(new Error("There is no such job."))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who sends a job sends what it is given, and these are the services of all endpoints, whose jobs these are
        return inTurns(job.run(given as never, context as Context.Context<unknown>))
      })
      const told = toldOf(await Effect.runPromiseExit(work))
      parentPort?.postMessage(told, [...memoryOf(told)])
    })
  })
}
