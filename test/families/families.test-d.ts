import * as Layer from "effect/Layer"
import { expectTypeOf, it } from "vitest"
import type { ChatModels, EmbeddingModels, ListedModels } from "../../src/capabilities/models.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { messages } from "../../src/endpoints/messages.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import type { Upstream } from "../../src/upstream/upstream.ts"

const claude = Claude.layer({ key: "a" })
const openai = OpenAI.layer({ key: "b" })
const upstream = layerFetch(() => Promise.reject(new Error("not called")))
const credentials = Credentials.keys("sandbox")

it("derives the services from what families serve", () => {
  expectTypeOf(Families.of(claude, openai)).toEqualTypeOf<
    Layer.Layer<ChatModels | EmbeddingModels | ListedModels, never, Upstream>
  >()
})

it("makes a gateway of families that were merged as families, and of none that were merged as Layers", () => {
  const served = Gateway.layer(messages).pipe(Layer.provide(Families.of(claude, openai)))
  const merged = Gateway.layer(messages).pipe(Layer.provide(Layer.mergeAll(claude, openai)))
  const supplied = Layer.mergeAll(credentials, upstream)
  expectTypeOf(() => Gateway.make(served.pipe(Layer.provide(supplied)))).toBeFunction()
  // @ts-expect-error families that are merged as Layers give no service
  expectTypeOf(() => Gateway.make(merged.pipe(Layer.provide(supplied)))).toBeFunction()
})

it("makes no gateway without a way to vendors", () => {
  const served = Gateway.layer(messages).pipe(Layer.provide(Families.of(claude)), Layer.provide(credentials))
  expectTypeOf(() => Gateway.make(served.pipe(Layer.provide(upstream)))).toBeFunction()
  // @ts-expect-error an upstream is missing
  expectTypeOf(() => Gateway.make(served)).toBeFunction()
})

it("takes the Layers of families alone", () => {
  expectTypeOf(() => Families.of(claude)).toBeFunction()
  // @ts-expect-error an upstream is no family
  expectTypeOf(() => Families.of(upstream)).toBeFunction()
})
