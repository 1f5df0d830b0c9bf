import { createServer, type IncomingMessage } from "node:http"
import { setImmediate as turn } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import { CallingTenant, Upstream } from "../../src/upstream/upstream.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import { closed, listen } from "../faults/loopback.ts"

/** An upstream whose streams never end, and whose other answers come at once. Tells the connection of each request. */
const scene = async () => {
  const came: { readonly asker: string; readonly socket: IncomingMessage["socket"] }[] = []
  const server = createServer((request, response) => {
    const asker = request.headers["asker"]
    came.push({ asker: String(asker), socket: request.socket })
    if (asker === "flood") response.write("begun")
    else response.end("{}")
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const runtime = ManagedRuntime.make(layerUndici({ retries: 0 }))
  onTestFinished(async () => {
    await runtime.dispose()
    await closed(server)
  })
  const request = (asker: string) => ({ url, method: "POST", headers: { asker }, body: "{}" }) as const
  const as = (tenant: string) => Effect.provideService(CallingTenant, tenant)
  const stream = Effect.flatMap(Upstream, (upstream) => upstream.stream(request("flood")))
  const call = Effect.flatMap(Upstream, (upstream) => upstream.unary(request("another")))
  return {
    came,
    open: (streams: number) => Effect.replicateEffect(as("flood")(stream), streams),
    call: as("another")(call),
    run: <A, E>(test: Effect.Effect<A, E, Upstream>) => runtime.runPromise(test)
  }
}

/** Long enough for a connection to stand idle once its answer has ended. */
const rest = Effect.replicateEffect(
  Effect.promise(() => turn()),
  10
)

it("whoever has many requests under way takes no idle connection of one who has few", async () => {
  const { came, open, call, run } = await scene()
  await run(
    Effect.scoped(
      Effect.gen(function* () {
        yield* open(8)
        for (let n = 0; n < 3; n++) {
          yield* call
          yield* rest
          yield* open(1)
        }
      })
    )
  )
  const sockets = new Set(came.map(({ socket }) => socket))
  const socketsOf = (asker: string) => new Set(came.filter((one) => one.asker === asker).map(({ socket }) => socket))
  expect([socketsOf("flood").size, socketsOf("another").size, sockets.size]).toEqual([11, 1, 12])
})
