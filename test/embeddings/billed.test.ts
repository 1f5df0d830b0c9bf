import { describe, expect, it } from "vitest"
import { anyVectors, startRig, type Vendor } from "./gateway.ts"

const { send } = startRig()

/** A vendor whose calls each count 10 tokens, but for one call. */
const counting =
  (place: number, instead: () => object): Vendor =>
  (call, index) =>
    index === place ? instead() : { ...(anyVectors(call, index) as object), ...counts }

/** As each of the vendors counts them. */
const counts = { usage: { prompt_tokens: 10, total_tokens: 10 }, usageMetadata: { promptTokenCount: 10 } }

const error = { message: "Tired.", type: "server_error", code: 500, status: "INTERNAL" }
const broken = () => Response.json({ error }, { status: 500 })
const refused = () => Response.json({ error: { ...error, code: 400 } }, { status: 400 })
const unreadable = () => ({ object: "list", data: "x", embeddings: "x", ...counts })

const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`)

/** Models whose calls take 10 and 100 items, with items for four calls. */
const models = [
  ["text-embedding-v4", texts(35)],
  ["gemini-embedding-001", texts(350)]
] as const

describe.each(models)("a request of several calls to %s of which one fails", (model, input) => {
  it.each([
    ["broken", broken, 500, 30],
    ["refused", refused, 400, 30],
    ["not to be read", unreadable, 502, 40]
  ] as const)("is metered with what the others cost, and not made again: %s", async (_, instead, status, tokens) => {
    const answer = await send({ path: "/v1/embeddings", body: { model, input }, vendor: counting(2, instead) })
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([status, "false"])
    expect(answer.entries).toMatchObject([{ ended: "failed", usage: { input: tokens } }])
  })

  it("may be asked again where nothing was paid", async () => {
    const answer = await send({ path: "/v1/embeddings", body: { model, input }, vendor: broken })
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([500, null])
    expect(answer.entries).toMatchObject([{ ended: "failed" }])
    expect(answer.entries[0]?.usage).toBeUndefined()
  })
})

describe("calls behind one that failed", () => {
  it("are not begun", async () => {
    const input = texts(100)
    const { calls } = await send({
      path: "/v1/embeddings",
      body: { model: "text-embedding-v4", input },
      vendor: broken
    })
    expect(calls.length).toBeLessThanOrEqual(4)
  })
})

describe("what an upstream did not count", () => {
  it("is told its client as an estimate, and not metered", async () => {
    const uncounted: Vendor = (call, index) => ({ ...(anyVectors(call, index) as object), usage: {} })
    const body = { model: "text-embedding-v4", input: texts(12) }
    const { body: answer, entries } = await send({ path: "/v1/embeddings", body, vendor: uncounted })
    expect(answer).toMatchObject({ usage: { total_tokens: expect.any(Number) as number } })
    expect(entries.map(({ ended, usage }) => [ended, usage])).toEqual([["finished", undefined]])
  })

  it("is paid all the same where another of the calls failed", async () => {
    const uncounted: Vendor = (call, index) =>
      index === 1 ? refused() : { ...(anyVectors(call, index) as object), usage: {} }
    const body = { model: "text-embedding-v4", input: texts(12) }
    const { headers, entries } = await send({ path: "/v1/embeddings", body, vendor: uncounted })
    expect([headers.get("x-should-retry"), entries.map(({ usage }) => usage)]).toEqual(["false", [undefined]])
  })
})

describe("an answer of one call that cannot be read", () => {
  it.each(models)("is metered where it counts tokens, and not made again: %s", async (model) => {
    const answer = await send({ path: "/v1/embeddings", body: { model, input: "text" }, vendor: unreadable })
    expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([502, "false"])
    expect(answer.entries).toMatchObject([{ ended: "failed", usage: { input: 10 } }])
  })
})
