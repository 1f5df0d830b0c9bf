import { describe, expect, it } from "vitest"
import { make } from "../../../src/sandbox.ts"
import { alikeEmbeddingRefusals } from "../../../src/sandbox/embeddings/alike-refusals.ts"
import { embedRefusals } from "../../../src/sandbox/embeddings/google-refusals.ts"
import { post } from "../clients.ts"

const sandbox = make({ pace: 0, key: "sandbox" })
const bearer = { authorization: "Bearer sandbox" }
const small = "text-embedding-3-small"

/** The body that is refused, and what of the answer is not a 400. */
type Row = readonly [body: unknown, more?: { readonly headers?: Record<string, string>; readonly status?: number }]

const of = (more: object): unknown => ({ model: small, input: "hello", ...more })

const alike: Record<string, readonly Row[]> = {
  "wrong-key": [[of({}), { headers: {}, status: 401 }]],
  "malformed-json": [["{"], ["[]"]],
  "missing-model": [[{ input: "hello" }]],
  "field-type": [[of({ dimensions: 1.5 })], [of({ input: 5 })], [of({ model: 1 })]],
  "unknown-model": [
    [of({ model: "gpt-4o" }), { status: 404 }],
    [of({ model: "text-embedding-v4" }), { status: 404 }]
  ],
  "unknown-field": [[of({ taskType: "RETRIEVAL_QUERY" })]],
  "missing-input": [[{ model: small }]],
  "bad-input": [[of({ input: "" })], [of({ input: [] })], [of({ input: ["a", ""] })], [of({ input: [1.5] })]],
  "too-many-inputs": [[of({ input: Array.from({ length: 2049 }, () => "a") })]],
  "input-too-long": [[of({ input: "a".repeat(4 * 8192 + 1) })]],
  "bad-encoding": [[of({ encoding_format: "int8" })]],
  "dimensions-unsupported": [[of({ model: "text-embedding-ada-002", dimensions: 256 })]],
  "dimensions-value": [[of({ dimensions: 0 })], [of({ dimensions: 1537 })]]
}

describe("the sandbox's embeddings like OpenAI's", () => {
  it("have a row for each refusal", () =>
    expect(Object.keys(alike)).toEqual(alikeEmbeddingRefusals.map(({ name }) => name)))

  const cases = Object.entries(alike).flatMap(([name, rows]) => rows.map((row) => [name, row] as const))
  it.each(cases)("refuse %s", async (name, [body, { headers = bearer, status = 400 } = {}]) => {
    const answer = await post(sandbox, "/v1/embeddings", body, headers)
    expect([answer.status, answer.headers.get("x-sandbox-refusal")]).toEqual([status, name])
    expect(await answer.json()).toMatchObject({ error: { message: expect.any(String) } })
  })

  it("take ten texts at once at Qwen, and eleven not", async () => {
    const body = (length: number) => ({ model: "text-embedding-v4", input: Array.from({ length }, () => "a") })
    expect((await post(sandbox, "/qwen/v1/embeddings", body(10), bearer)).status).toBe(200)
    const refused = await post(sandbox, "/qwen/v1/embeddings", body(11), bearer)
    expect([refused.status, refused.headers.get("x-sandbox-refusal")]).toEqual([400, "too-many-inputs"])
  })
})

const gemini = "gemini-embedding-001"
const content = { parts: [{ text: "hello" }] }
const item = { model: `models/${gemini}`, content }

const google: Record<string, readonly (readonly [path: string, body: unknown, status?: number])[]> = {
  "malformed-json": [[`${gemini}:embedContent`, "{"]],
  "unknown-model": [["gemini-2.5-flash:embedContent", { content }, 404]],
  "bad-shape": [
    [`${gemini}:embedContent`, { content, dimensions: 5 }],
    [`${gemini}:embedContent`, { content, taskType: "SEARCH" }]
  ],
  "empty-batch": [[`${gemini}:batchEmbedContents`, {}]],
  "too-many-requests": [[`${gemini}:batchEmbedContents`, { requests: Array.from({ length: 101 }, () => item) }]],
  "item-model": [
    [`${gemini}:batchEmbedContents`, { requests: [{ content }] }],
    [`${gemini}:batchEmbedContents`, { requests: [{ ...item, model: "models/text-embedding-004" }] }]
  ],
  "no-content": [[`${gemini}:embedContent`, {}]],
  "empty-content": [[`${gemini}:embedContent`, { content: { parts: [{ text: "" }] } }]],
  "title-without-document": [[`${gemini}:embedContent`, { content, title: "t", taskType: "RETRIEVAL_QUERY" }]],
  "dimensions-value": [
    [`${gemini}:embedContent`, { content, outputDimensionality: 3073 }],
    ["text-embedding-004:embedContent", { content, outputDimensionality: 0 }]
  ]
}

describe("the sandbox's embedContent", () => {
  it("has a row for each refusal", () => expect(Object.keys(google)).toEqual(embedRefusals.map(({ name }) => name)))

  const cases = Object.entries(google).flatMap(([name, rows]) => rows.map((row) => [name, row] as const))
  it.each(cases)("refuses %s", async (name, [path, body, status = 400]) => {
    const answer = await post(sandbox, `/v1beta/models/${path}`, body, { "x-goog-api-key": "sandbox" })
    expect([answer.status, answer.headers.get("x-sandbox-refusal")]).toEqual([status, name])
    expect(await answer.json()).toMatchObject({ error: { code: status, message: expect.any(String) } })
  })

  it("refuses a wrong key", async () => {
    const answer = await post(sandbox, `/v1beta/models/${gemini}:embedContent`, { content }, { "x-goog-api-key": "w" })
    expect([answer.status, answer.headers.get("x-sandbox-refusal")]).toEqual([400, "wrong-key"])
  })
})
