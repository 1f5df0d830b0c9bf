import { describe, expect, it } from "vitest"
import { batchEmbedContents, embeddings } from "../../src/endpoints/embeddings.ts"
import { imageEdits } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { numerals } from "./attacks-works.ts"
import { countedWorks } from "./counted.ts"
import { turnsOf, whole } from "./endpoints.ts"
import { contentType, edited, form, named, part } from "./forms.ts"
import { list } from "./list.ts"

const { names, tooDear } = await countedWorks(new URL("./attacks-works.ts", import.meta.url))

const encoder = new TextEncoder()

describe("what once froze a process with one small request costs no more than its size", () => {
  it.each(names)("%s", { timeout: 180_000 }, async (name) => {
    expect(await tooDear(name)).toBeUndefined()
  })
})

it.each(Object.entries(numerals))("a number of zeros, %s, is looked at", (_, work) => {
  expect(work(1)()).not.toEqual({ ok: true, value: { model: expect.anything() } })
})

it("Idempotency-Key: others have their turns while what it stands for is written", () => {
  const body = encoder.encode(`{"model":"veo-3.0-generate-001","prompt":"${"x".repeat(2_000_000)}"}`)
  const turnsWith = (key: string | undefined): number => turnsOf(videoGenerations, { body, key })
  expect(turnsWith("k") - turnsWith(undefined)).toBeGreaterThanOrEqual(5)
})

const outcome = (text: string): unknown => edited(() => text)(1)()

describe("forms", () => {
  it("of a part whose head is long are refused by its length", () => {
    expect(outcome(form(part("X-A: b\r\n".repeat(3000), "x")))).toMatchObject({
      error: { status: 400, message: "The headers of a part of the form are larger than 16384 bytes." }
    })
  })

  it("of a part with many header lines are refused by their number", () => {
    expect(outcome(form(part("X-A: b\r\n".repeat(101), "x")))).toMatchObject({
      error: { status: 400, message: "A part of the form has more than 100 header lines." }
    })
  })

  it("of near boundaries let others have their turns", () => {
    const text = form(named("prompt", "\r\n--".repeat(200_000)))
    const turns = turnsOf(imageEdits, { body: encoder.encode(text), contentType })
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})

describe("more items than a vendor takes are refused by name", () => {
  it("inputs of embeddings", () => {
    const body = `{"model":"text-embedding-3-small","input":[${list(180_000, () => '"x"').join()}]}`
    expect(whole(embeddings, () => body)(1)()).toMatchObject({
      error: { status: 400, message: "There are more than 2048 inputs.", details: { pointer: "/input" } }
    })
  })

  it("requests of a batch", () => {
    const body = `{"requests":[${list(2049, () => '{"content":{"parts":[{"text":"x"}]}}').join()}]}`
    const more = { model: "gemini-embedding-001", verb: "batch", headers: {} }
    expect(whole(batchEmbedContents, () => body, more)(1)()).toMatchObject({
      error: { status: 400, message: "There are more than 2048 requests.", details: { pointer: "/requests" } }
    })
  })

  it("documents of a ranking", () => {
    const body = `{"model":"jina-reranker-v2-base-multilingual","query":"q","documents":[${list(10_001, () => '"x"').join()}]}`
    expect(whole(rerank, () => body)(1)()).toMatchObject({
      error: { status: 400, message: "There are more than 10000 documents.", details: { pointer: "/documents" } }
    })
  })
})
