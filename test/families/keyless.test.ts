import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import * as families from "../../src/config/families.ts"
import { familyNames, layerOf, listings } from "../../src/config/known-families.ts"
import { Claude, Credentials, Families, Gateway, layerFetch, type Upstream, Endpoints } from "../../src/index.ts"

const upstream = layerFetch(() => Promise.reject(new Error("nobody is called")))

const built = (family: (typeof familyNames)[number], key: string | undefined) => {
  const layer: Layer.Layer<never, never, Upstream> = layerOf(family)({ key })
  return Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(layer, upstream))))
}

describe("a family without a key", () => {
  it.each(familyNames)("is not built, and its error names the family and the variable: %s", async (family) => {
    const variable = listings.find((listing) => listing.family === family)?.environment?.key ?? "wants none"
    await expect(built(family, undefined)).rejects.toThrow(`\`${family}\` has no key`)
    await expect(built(family, "")).rejects.toThrow(variable)
    await expect(built(family, "a-key")).resolves.toBeDefined()
  })

  it.each(
    Object.entries(families).flatMap(([name, members]) =>
      Object.entries(members).flatMap(([member, make]) =>
        ["layer", "chat", "embeddings", "images"].includes(member) ? [[name, member, make] as const] : []
      )
    )
  )("says the same where it is given nothing at all: %s.%s", async (name, _, make) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that nothing is given is what is tested
    const layer = (make as () => Layer.Layer<never, never, Upstream>)()
    const building = Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(layer, upstream))))
    await expect(building).rejects.toThrow(`\`${name.toLowerCase()}\` has no key: \`key\` is empty.`)
  })

  it("makes a gateway that is never ready", async () => {
    const gateway = Gateway.make(
      Gateway.layer(Endpoints.messages).pipe(
        Layer.provide(Families.of(Claude.layer({ key: Redacted.make("") }))),
        Layer.provide(upstream),
        Layer.provide(Credentials.keys("client-key-1"))
      )
    )
    await expect(gateway.ready).rejects.toThrow("Is ANTHROPIC_API_KEY set?")
    await gateway.dispose()
  })
})
