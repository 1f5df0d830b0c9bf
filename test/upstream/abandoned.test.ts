import { createServer } from "node:http"
import { setTimeout as after } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { expect, it, onTestFinished } from "vitest"
import { Upstream } from "../../src/index.ts"
import { layerUndici } from "../../src/node.ts"
import { closed, listen } from "../faults/loopback.ts"

it("a call that is over before there is a connection is never sent", async () => {
  let arrived = 0
  const server = createServer((_, response) => {
    arrived += 1
    response.end("{}")
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const runtime = ManagedRuntime.make(layerUndici({ retries: 0 }))
  onTestFinished(async () => {
    await runtime.dispose()
    await closed(server)
  })
  const call = Effect.flatMap(Upstream, ({ unary }) => unary({ url, method: "POST", headers: {}, body: "{}" }))
  await runtime.runPromise(Effect.void)
  const left = runtime.runFork(call)
  await Promise.resolve()
  await Effect.runPromise(Fiber.interrupt(left))
  await after(200)
  expect(arrived).toBe(0)
  await runtime.runPromise(call)
  expect(arrived).toBe(1)
})
