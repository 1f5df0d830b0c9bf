import { GoogleGenAI } from "@google/genai"
import OpenAI from "openai"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const openai = () => new OpenAI({ apiKey: clientKey, baseURL: `${served.url}/v1`, maxRetries: 0 })
const google = () => new GoogleGenAI({ apiKey: clientKey, httpOptions: { baseUrl: served.url } })

const texts = ["A cat sat on the mat", "The cat sat on a mat", "Prices fell on Monday"]

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const models = [
  ["text-embedding-3-small", 1536],
  ["gemini-embedding-001", 3072],
  ["text-embedding-004", 768],
  ["text-embedding-v4", 1024]
] as const

describe.each(models)("embeddings of %s by openai", (model, size) => {
  it("are unit vectors in order, near where the texts are, as the SDK asks for them", async () => {
    const { data, usage } = await openai().embeddings.create({ model, input: texts })
    const [first = [], second = [], third = []] = data.map(({ embedding }) => embedding)
    expect(data.map(({ index, embedding }) => [index, embedding.length])).toEqual([0, 1, 2].map((at) => [at, size]))
    expect(Math.sqrt(dot(first, first))).toBeCloseTo(1, 5)
    expect(dot(first, second)).toBeGreaterThan(dot(first, third) + 0.2)
    expect(usage.prompt_tokens).toBeGreaterThan(0)
  })

  it("are the same as numbers and as base64, up to the precision of float32", async () => {
    const packed = await openai().embeddings.create({ model, input: "hello" })
    const plain = await openai().embeddings.create({ model, input: "hello", encoding_format: "float" })
    const [there, here] = [packed, plain].map(({ data }) => data[0]?.embedding ?? [])
    expect(there).toEqual(here?.map(Math.fround))
    expect(there).toHaveLength(size)
  })

  it("have as many dimensions as are asked for", async () => {
    const { data } = await openai().embeddings.create({ model, input: "hello", dimensions: 256 })
    expect(data[0]?.embedding).toHaveLength(256)
  })
})

describe.each(models)("embeddings of %s by @google/genai", (model, size) => {
  it("are vectors in order", async () => {
    const { embeddings = [] } = await google().models.embedContent({ model, contents: texts })
    const [first = [], second = [], third = []] = embeddings.map(({ values }) => values ?? [])
    expect(embeddings.map(({ values }) => values?.length)).toEqual([size, size, size])
    expect(dot(first, second)).toBeGreaterThan(dot(first, third) + 0.2)
  })

  it("are of one text, with a task and fewer dimensions", async () => {
    const config = { taskType: "RETRIEVAL_DOCUMENT", title: "Cats", outputDimensionality: 256 }
    const { embeddings } = await google().models.embedContent({ model, contents: "A cat", config })
    expect(embeddings?.map(({ values }) => values?.length)).toEqual([256])
  })
})

describe("what goes wrong with embeddings", () => {
  beforeEach(() => void served.calls())

  it("is OpenAI's error in its SDK", async () => {
    const failed = openai().embeddings.create({ model: "text-embedding-3-small", input: "" })
    await expect(failed).rejects.toMatchObject({ status: 400, param: "input" })
    expect(served.calls()).toEqual([])
  })

  it("is Google's error in its SDK", async () => {
    const failed = google().models.embedContent({ model: "gemini-embedding-001", contents: "" })
    await expect(failed).rejects.toMatchObject({ status: 400, message: expect.stringContaining("INVALID_ARGUMENT") })
    expect(served.calls()).toEqual([])
  })

  it.each([
    ["text-embedding-3-small-error-429", 429],
    ["gemini-embedding-001-error-500", 500],
    ["gemini-embedding-001-error-429", 429]
  ])("is told as the upstream tells it: %s", async (model, status) => {
    await expect(openai().embeddings.create({ model, input: "hello" })).rejects.toMatchObject({ status })
  })

  it("is a 404 for a model that only chats", async () => {
    await expect(openai().embeddings.create({ model: "gpt-4o", input: "a" })).rejects.toMatchObject({ status: 404 })
  })
})

describe("many texts", () => {
  it("are embedded ten at a time where the vendor takes no more, and come back in order", async () => {
    served.calls()
    const input = Array.from({ length: 25 }, (_, index) => `text number ${index}`)
    const { data } = await openai().embeddings.create({ model: "text-embedding-v4", input, encoding_format: "float" })
    const calls = served.calls().map(({ body }) => (body as { readonly input: readonly string[] }).input)
    expect(calls.map((texts_) => texts_.length).toSorted((a, b) => a - b)).toEqual([5, 10, 10])
    const alone = await openai().embeddings.create({
      model: "text-embedding-v4",
      input: "text number 17",
      encoding_format: "float"
    })
    expect(data[17]?.embedding).toEqual(alone.data[0]?.embedding)
  })
})
