import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import * as families from "../../src/config/families.ts"
import { familyNames, layerOf, listings } from "../../src/config/known-families.ts"
import {
  Claude,
  Compatible,
  Credentials,
  Families,
  Gateway,
  layerFetch,
  type Upstream,
  Endpoints
} from "../../src/index.ts"

const upstream = layerFetch(() => Promise.reject(new Error("nobody is called")))

const built = (
  family: (typeof familyNames)[number],
  key: string | undefined,
  more: { readonly url?: string } = { url: "https://host.test/v1" }
) => {
  const layer: Layer.Layer<never, never, Upstream> = layerOf(family)({ key, ...more })
  return Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(layer, upstream))))
}

describe("a family without a URL", () => {
  const own = listings.filter(({ needsUrl }) => needsUrl !== true).map(({ family }) => family)

  it.each(["compatible", "vertexveo"] as const)("is not built where no vendor has one for it: %s", async (family) => {
    const why = `\`${family}\` has no URL: \`url\` must be an absolute http or https URL`
    await expect(built(family, "a-key", {})).rejects.toThrow(why)
    expect(own).not.toContain(family)
  })

  it("is not built whichever of its models are meant, unless what is known of the API says it", async () => {
    const build = (layer: Layer.Layer<never, never, Upstream>) =>
      Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(layer, upstream))))
    for (const make of [Compatible.layer, Compatible.chat, Compatible.embeddings]) {
      await expect(build(make({ key: "k" }))).rejects.toThrow("`compatible` has no URL")
      await expect(build(make({ key: "k" }, { url: "http://127.0.0.1:8000/v1" }))).resolves.toBeDefined()
    }
  })

  it.each(familyNames.filter((name) => own.includes(name)))("is at its vendor's: %s", async (family) => {
    await expect(built(family, "a-key", {})).resolves.toBeDefined()
  })
})

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
  )("says the same where it is given nothing at all, or null: %s.%s", async (name, _, make) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that nothing is given is what is tested
    const layerOfNothing = make as (...given: readonly null[]) => Layer.Layer<never, never, Upstream>
    for (const layer of [layerOfNothing(), layerOfNothing(null)]) {
      const building = Effect.runPromise(Effect.scoped(Layer.build(Layer.provide(layer, upstream))))
      await expect(building).rejects.toThrow(`\`${name.toLowerCase()}\` has no key: \`key\` is empty.`)
    }
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
