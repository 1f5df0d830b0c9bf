import { afterAll, describe, expect, it } from "vitest"
import { anyVectors, startRig } from "./gateway.ts"

const rig = startRig()
afterAll(() => rig.close())

const google = "https://generativelanguage.googleapis.com/v1beta/models"
const openai = "https://api.openai.com/v1/embeddings"

describe("what reaches an upstream", () => {
  it("is embedContent for one text of a content-style client", async () => {
    const body = { content: { role: "user", parts: [{ text: "Hello" }] }, taskType: "RETRIEVAL_QUERY" }
    const answered = await rig.send({ path: "/v1beta/models/gemini-embedding-001:embedContent", body })
    expect(answered.calls).toMatchObject([{ url: `${google}/gemini-embedding-001:embedContent`, body }])
    expect([answered.status, answered.body]).toEqual([
      200,
      { embedding: { values: [0, 0.5] }, metadata: { usage: { prompt_tokens: 1, total_tokens: 1 } } }
    ])
  })

  it("is a batch whose items name the model each, for several texts of a completion client", async () => {
    const body = { model: "gemini-embedding-001", input: ["a", "b"], dimensions: 768 }
    const answered = await rig.send({ path: "/v1/embeddings", body })
    const item = (text: string) => ({
      model: "models/gemini-embedding-001",
      content: { parts: [{ text }] },
      outputDimensionality: 768
    })
    expect(answered.calls.map(({ url, body: sent }) => [url, sent])).toEqual([
      [`${google}/gemini-embedding-001:batchEmbedContents`, { requests: [item("a"), item("b")] }]
    ])
    expect(answered.body).toEqual({
      object: "list",
      data: [
        { object: "embedding", index: 0, embedding: [0, 0.5] },
        { object: "embedding", index: 1, embedding: [1, 0.5] }
      ],
      model: "gemini-embedding-001",
      usage: { prompt_tokens: 2, total_tokens: 2 }
    })
  })

  it("is one input of the other API for one text of a content-style client", async () => {
    const body = { content: { parts: [{ text: "Hello" }] }, outputDimensionality: 256 }
    const answered = await rig.send({ path: "/v1/models/text-embedding-3-small:embedContent", body })
    expect(answered.calls.map(({ url, body: sent }) => [url, sent])).toEqual([
      [openai, { model: "text-embedding-3-small", input: "Hello", dimensions: 256 }]
    ])
    expect(answered.body).toEqual({
      embedding: { values: [0, 0.5] },
      metadata: { usage: { prompt_tokens: 7, total_tokens: 7 } }
    })
  })

  it.each([
    ["what all of them tell", [50, 5], 55],
    ["an estimate where one of them tells nothing", [50, undefined], 11]
  ])("is more than one call for more texts than one may have, whose usage is %s", async (_, counts, tokens) => {
    const { body, calls } = await rig.send({
      path: "/v1/embeddings",
      body: { model: "text-embedding-v4", input: Array.from({ length: 11 }, () => "a") },
      vendor: (call, index) => {
        const usage = counts[index] === undefined ? undefined : { prompt_tokens: counts[index] }
        return Object.assign({}, anyVectors(call, index), { usage })
      }
    })
    expect([calls.length, body]).toMatchObject([2, { usage: { prompt_tokens: tokens, total_tokens: tokens } }])
  })
})
