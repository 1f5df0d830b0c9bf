import { setTimeout as after } from "node:timers/promises"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { layerReadiness, readyz } from "../../src/endpoints/monitoring.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerMemory as media } from "../../src/media.ts"
import { layerMemory, TaskStore } from "../../src/tasks.ts"
import { unavailable } from "../tasks/tasks.ts"
import { GatewayError } from "../../src/core/errors/error.ts"

/** A gateway whose store of tasks answers a probe so; how often it was asked. */
const gatewayOf = (answer: Effect.Effect<void, GatewayError>) => {
  const asked = { times: 0 }
  const probe = Effect.suspend(() => {
    asked.times++
    return answer
  })
  const tasks = Layer.effect(TaskStore)(
    Effect.map(Layer.build(layerMemory), (context) => ({ ...Context.get(context, TaskStore), probe }))
  )
  const gateway = Gateway.make(
    Gateway.layer(readyz).pipe(
      Layer.provide(layerReadiness),
      Layer.provide(Layer.mergeAll(tasks, media(), Credentials.keys("k")))
    )
  )
  onTestFinished(() => gateway.dispose())
  const status = async () => (await gateway.fetch(new Request("http://gateway/readyz"))).status
  return { asked, status }
}

it("stores are probed once a second, however many ask whether the gateway is ready", async () => {
  const { asked, status } = gatewayOf(Effect.void)
  expect(await Promise.all(Array.from({ length: 50 }, status))).toEqual(Array.from({ length: 50 }, () => 200))
  expect(asked.times).toBe(1)
  await after(1050)
  expect([await status(), asked.times]).toEqual([200, 2])
})

it("a store that takes no writes is told as a 503", async () => {
  const { status } = gatewayOf(Effect.fail(new GatewayError("Overloaded", "Full.", unavailable.details)))
  expect(await status()).toBe(503)
})

it("a store that does not answer is a 503 within a second, and is not asked again before it has", async () => {
  let answer = (): void => undefined
  const { asked, status } = gatewayOf(Effect.promise(() => new Promise<void>((resolve) => (answer = resolve))))
  const from = performance.now()
  expect(await status()).toBe(503)
  expect(performance.now() - from).toBeLessThan(1500)
  await after(100)
  const again = performance.now()
  expect([await status(), asked.times]).toEqual([503, 1])
  expect(performance.now() - again).toBeLessThan(500)
  answer()
  await after(50)
  const next = status()
  await after(50)
  answer()
  expect([await next, asked.times]).toEqual([200, 2])
})
