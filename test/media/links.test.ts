import { createHmac } from "node:crypto"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { layerLinked, layerMemory, type LinkOptions, MediaLinks } from "../../src/media.ts"
import { day, found, keeping } from "./conformance.ts"

const secret = "a secret of the operator, 32 bytes and more"

const linking = <A, E>(
  body: (links: MediaLinks["Service"]) => Effect.Effect<A, E>,
  options: Partial<LinkOptions> = {}
): Effect.Effect<A, E> => Effect.provide(Effect.flatMap(MediaLinks, body), MediaLinks.layer({ secret, ...options }))

const queryOf = (link: string): URLSearchParams => new URL(link, "http://gateway.test").searchParams

describe("a link", () => {
  it.effect("leads to the operator's own address, says until when, and is signed as HMAC-SHA256 says", () =>
    linking(
      ({ link }) =>
        Effect.gen(function* () {
          const signature = createHmac("sha256", secret).update("isogloss/media\na.b\n86400").digest("base64url")
          expect(yield* link("a.b", day + 999)).toBe(
            `https://media.example/below/v1/media/a.b?expires=86400&signature=${signature}`
          )
        }),
      { publicUrl: "https://media.example/below/" }
    )
  )

  it.effect("is given to nobody where there is no such address", () =>
    linking(({ link }) => Effect.map(link("a.b", day), (given) => expect(given).toBeUndefined()))
  )

  it.effect("opens its medium until its time is over, and not a moment longer", () =>
    linking(({ path, opens }) =>
      Effect.gen(function* () {
        const query = queryOf(yield* path("a.b", day))
        expect(yield* opens("a.b", query)).toBe(true)
        yield* TestClock.adjust(day - 1)
        expect(yield* opens("a.b", query)).toBe(true)
        yield* TestClock.adjust(1)
        expect(yield* opens("a.b", query)).toBe(false)
      })
    )
  )

  it.effect("opens no other medium", () =>
    linking(({ path, opens }) =>
      Effect.gen(function* () {
        const query = queryOf(yield* path("a.b", day))
        for (const ref of ["", "a", "a.c", "a.b ", "a.b\n86400", "A.B"]) expect(yield* opens(ref, query)).toBe(false)
      })
    )
  )

  it.effect.each([
    ["no time", (query: URLSearchParams) => query.delete("expires")],
    ["no signature", (query: URLSearchParams) => query.delete("signature")],
    ["an empty signature", (query: URLSearchParams) => query.set("signature", "")],
    ["a later time", (query: URLSearchParams) => query.set("expires", "86401")],
    ["the same time in other digits", (query: URLSearchParams) => query.set("expires", "086400")],
    ["a time that is none", (query: URLSearchParams) => query.set("expires", "Infinity")],
    ["a time in letters", (query: URLSearchParams) => query.set("expires", "1e9")],
    [
      "half a signature",
      (query: URLSearchParams) => query.set("signature", query.get("signature")?.slice(0, 21) ?? "")
    ],
    ["no base64 for one", (query: URLSearchParams) => query.set("signature", "!".repeat(43))],
    ["another's", (query: URLSearchParams) => query.set("signature", "A".repeat(43))]
  ] as const)("opens nothing with %s", ([, change]) =>
    linking(({ path, opens }) =>
      Effect.gen(function* () {
        const query = queryOf(yield* path("a.b", day))
        change(query)
        expect(yield* opens("a.b", query)).toBe(false)
      })
    )
  )

  it.effect("of another secret opens nothing", () =>
    Effect.gen(function* () {
      const query = queryOf(yield* linking(({ path }) => path("a.b", day), { secret: `${secret}!` }))
      expect(yield* linking(({ opens }) => opens("a.b", query))).toBe(false)
    })
  )

  it.effect("of a secret of before opens it, and is not made any more", () =>
    Effect.gen(function* () {
      const turned = { secret: `${secret}!`, former: [secret] }
      const old = queryOf(yield* linking(({ path }) => path("a.b", day)))
      const made = queryOf(yield* linking(({ path }) => path("a.b", day), turned))
      expect(yield* linking(({ opens }) => opens("a.b", old), turned)).toBe(true)
      expect(yield* linking(({ opens }) => opens("a.b", made), turned)).toBe(true)
      expect(yield* linking(({ opens }) => opens("a.b", made))).toBe(false)
      expect(yield* linking(({ opens }) => opens("a.c", old), turned)).toBe(false)
    })
  )

  it("is not made with a secret of less than 32 bytes", () => {
    expect(() => MediaLinks.layer({ secret: "x".repeat(31) })).toThrow(
      "The secret of links must have at least 32 bytes."
    )
    expect(() => MediaLinks.layer({ secret, former: ["x".repeat(31)] })).toThrow(RangeError)
    expect(() => MediaLinks.layer({ secret: "é".repeat(16) })).not.toThrow()
  })
})

describe("what is kept", () => {
  const linked = (publicUrl: Partial<LinkOptions>) =>
    layerLinked.pipe(Layer.provide(layerMemory()), Layer.provideMerge(MediaLinks.layer({ secret, ...publicUrl })))

  it.effect("comes with a link that opens it until it is forgotten", () =>
    Effect.gen(function* () {
      const ref = yield* keeping("kept")
      const { link = "" } = yield* found(ref)
      const { opens } = yield* MediaLinks
      expect(new URL(link).pathname).toBe(`/v1/media/${ref}`)
      expect(yield* opens(ref, queryOf(link))).toBe(true)
      expect(queryOf(link).get("expires")).toBe("86400")
    }).pipe(Effect.provide(linked({ publicUrl: "https://media.example" })))
  )

  it.effect("comes with none where none are given", () =>
    Effect.gen(function* () {
      expect(yield* found(yield* keeping("kept"))).not.toHaveProperty("link")
    }).pipe(Effect.provide(linked({})))
  )
})
