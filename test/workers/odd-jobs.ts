import * as Context from "effect/Context"
import { getPriority } from "node:os"
import { workerData } from "node:worker_threads"
import type { Job } from "../../src/exchange/offload.ts"
import { serveJobs } from "../../src/hosts/workers/thread.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { fail, succeed } from "../../src/core/errors/invalid.ts"

const job = <Given, Made>(name: string, run: (given: Given) => Made): Job<Given, Made> => ({
  name,
  *run(given) {
    yield
    return succeed(run(given))
  }
})

let done = 0

// What a thread of the tests can do.
serveJobs(
  [
    job("data", () => workerData),
    job("count", () => ++done),
    job("niceness", () => getPriority()),
    job("reverse", ({ body }: { readonly body: Uint8Array }) => ({ body: body.toReversed() })),
    job("break", () => {
      throw new TypeError(`no "place" in "a secret of the body"`)
    }),
    job("exit", () => process.exit(3)),
    job("hang", () => {
      for (;;) done++
    }),
    {
      name: "refuse",
      *run() {
        yield
        return fail(new GatewayError("InvalidRequest", "No.", { pointer: "/a", status: 422 }))
      }
    }
  ],
  Promise.resolve(Context.empty())
)
