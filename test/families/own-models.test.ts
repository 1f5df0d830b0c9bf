import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { ListedModels } from "../../src/capabilities/models.ts"
import { Compatible, OpenAI } from "../../src/config/families.ts"
import type { Route } from "../../src/families/families.ts"
import * as Families from "../../src/families/families.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

/** What an upstream says when it is asked for its models, and what was asked. */
interface There {
  answer: () => Response
  readonly asked: string[]
}

const told = (...ids: readonly unknown[]): There => ({
  answer: () => Response.json({ object: "list", data: ids.map((id) => ({ id, object: "model", created: 1_700_000 })) }),
  asked: []
})

/** Runs something with the list that a gateway of a server of one's own has, and OpenAI's beside it. */
const listing = <A>(
  there: There,
  routes: readonly Route[],
  models: readonly string[] | undefined,
  body: (list: Effect.Effect<readonly string[]>) => Effect.Effect<A>
): Promise<A> => {
  const fetch = async (request: Request): Promise<Response> => {
    there.asked.push(`${request.method} ${request.url} ${request.headers.get("authorization")}`)
    return there.answer()
  }
  const families = Families.routed(
    routes,
    OpenAI.layer({ key: "k" }),
    Compatible.layer({ key: "own", url: "http://vllm.test/v1/", ...(models === undefined ? {} : { models }) })
  ).pipe(Layer.provide(layerFetch(fetch)))
  const run = Effect.gen(function* () {
    const { more } = yield* ListedModels
    return yield* body(Effect.map(more, (found) => found.map(({ id, created }) => `${id} ${created}`)))
  })
  return Effect.runPromise(Effect.provide(run, Layer.mergeAll(families, TestClock.layer())))
}

const glob = [{ match: "llama-*", upstream: "compatible" }]

describe("an upstream that lists its models itself", () => {
  it("is asked where a glob sends it ids, and lists those that go there", async () => {
    const there = told("llama-3", "mistral", "llama-4", "gpt-4o")
    expect(await listing(there, glob, undefined, (list) => list)).toEqual(["llama-3 1700000", "llama-4 1700000"])
    expect(there.asked).toEqual(["GET http://vllm.test/v1/models Bearer own"])
  })

  it("is asked where its options say which ids are its", async () =>
    expect(await listing(told("llama-3", "x"), [], ["llama-*"], (list) => list)).toEqual(["llama-3 1700000"]))

  it.each([
    ["the operator names its models", [{ match: "llama-3", upstream: "compatible" }]],
    ["a glob sends all ids under one name", [{ match: "*", upstream: "compatible", model: "llama-3" }]],
    ["nothing goes there", []]
  ])("is not asked where %s", async (_, routes) => {
    const there = told("llama-3")
    expect(await listing(there, routes, undefined, (list) => list)).toEqual([])
    expect(there.asked).toEqual([])
  })

  it("is asked again after five minutes, and no sooner", async () => {
    const there = told("llama-3")
    const seen = await listing(there, glob, undefined, (list) =>
      Effect.gen(function* () {
        yield* Effect.all([list, list], { concurrency: 2 })
        yield* TestClock.adjust("299 seconds")
        yield* list
        const before = there.asked.length
        yield* TestClock.adjust("2 seconds")
        yield* list
        return [before, there.asked.length]
      })
    )
    expect(seen).toEqual([1, 2])
  })

  it("is listed as it was where it does not answer, and asked again after half a minute", async () => {
    const there = told("llama-3")
    const { answer } = there
    const seen = await listing(there, glob, undefined, (list) =>
      Effect.gen(function* () {
        const first = yield* list
        there.answer = () => new Response("no", { status: 500 })
        yield* TestClock.adjust("301 seconds")
        const away = yield* list
        there.answer = answer
        yield* TestClock.adjust("31 seconds")
        return [first, away, yield* list]
      })
    )
    expect(seen).toEqual([["llama-3 1700000"], ["llama-3 1700000"], ["llama-3 1700000"]])
    expect(there.asked).toHaveLength(3)
  })

  it.each([
    ["no JSON", () => new Response("<html>")],
    ["another shape", () => Response.json({ models: [] })],
    ["an error", () => new Response("{}", { status: 404 })],
    ["more bytes than two million", () => Response.json({ data: [{ id: `llama-${"a".repeat(3_000_000)}` }] })]
  ])("lists nothing where it answers with %s", async (_, answer) =>
    expect(await listing({ answer, asked: [] }, glob, undefined, (list) => list)).toEqual([])
  )

  it("lists a thousand models at most, and none without an id", async () => {
    const many = told(1, "", null, "a".repeat(300), ...Array.from({ length: 1200 }, (_, at) => `llama-${at}`))
    expect(await listing(many, glob, undefined, (list) => list)).toHaveLength(996)
  })
})
