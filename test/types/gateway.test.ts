import * as Endpoints from "../../src/endpoints.ts"
import * as Layer from "effect/Layer"
import { describe, expectTypeOf, it } from "vitest"
import type { ChatModels, ListedModels } from "../../src/capabilities/models.ts"
import { Credentials, Gateway, type RunningGateway } from "../../src/gateway.ts"
import { layerUndici } from "../../src/node.ts"
import { twoModels } from "../shell/models.ts"

const chatModels = Layer.provide(twoModels("http://upstream.invalid"), layerUndici())
const endpoints = Gateway.layer(Endpoints.chatCompletions, Endpoints.models)

/** Never called: what stands here is only compiled. */
const composed = () => {
  Gateway.make(endpoints.pipe(Layer.provide(chatModels), Layer.provide(Credentials.keys("k"))))

  // @ts-expect-error: no credentials
  Gateway.make(endpoints.pipe(Layer.provide(chatModels)))

  // @ts-expect-error: no chat models
  Gateway.make(endpoints.pipe(Layer.provide(Credentials.keys("k"))))

  // @ts-expect-error: neither
  Gateway.make(endpoints)

  const unreachable = endpoints.pipe(Layer.provide(twoModels("http://a.invalid")), Layer.provide(Credentials.keys("k")))
  // @ts-expect-error: models that still need an upstream
  Gateway.make(unreachable)

  // @ts-expect-error: no endpoints
  Gateway.layer()
}

describe("a gateway's type", () => {
  it("says what its endpoints need", () => {
    expectTypeOf(endpoints).toEqualTypeOf<Layer.Layer<Gateway, never, Credentials | ChatModels | ListedModels>>()
  })

  it("runs only when nothing is missing", () => {
    expectTypeOf(composed).toEqualTypeOf<() => void>()
    expectTypeOf<ReturnType<typeof Gateway.make>>().toEqualTypeOf<RunningGateway>()
  })
})
