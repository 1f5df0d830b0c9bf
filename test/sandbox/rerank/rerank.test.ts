import { describe, expect, it } from "vitest"
import { make } from "../../../src/sandbox.ts"
import { rerankRefusals } from "../../../src/sandbox/rerank/refusals.ts"
import { relevancesOf } from "../../../src/sandbox/rerank/relevance.ts"
import { post } from "../clients.ts"

const sandbox = make({ pace: 0, key: "sandbox" })
const bearer = { authorization: "Bearer sandbox" }

const documents = ["Berlin is the capital of Germany.", "Paris is the capital of France.", "Bread needs flour."]

describe("relevance", () => {
  it("is from 0 to 1, and highest where the query's rare words stand", () => {
    const scores = relevancesOf("capital of France", documents)
    expect(scores.every((score) => score >= 0 && score < 1)).toBe(true)
    expect(scores.indexOf(Math.max(...scores))).toBe(1)
    expect(scores[2]).toBe(0)
  })

  it("is of the text alone: order changes nothing", () =>
    expect(relevancesOf("capital of France", documents.toReversed())).toEqual(
      relevancesOf("capital of France", documents).toReversed()
    ))

  it("weighs a word more that fewer documents have", () => {
    const [common = 0, rare = 0] = relevancesOf("common rare", ["common x", "rare x", "common y", "common z"])
    expect(rare).toBeGreaterThan(common)
  })

  it("grows with a repeated word, and shrinks with the length of a text", () => {
    const [once = 0, twice = 0, long = 0] = relevancesOf("flour", ["flour x", "flour flour", "flour x y z u v w"])
    expect(twice).toBeGreaterThan(once)
    expect(once).toBeGreaterThan(long)
  })
})

const of = (more: object): object => ({
  model: "jina-reranker-v2-base-multilingual",
  query: "capital of France",
  documents,
  ...more
})
const ofCohere = (more: object = {}): object => ({ model: "rerank-v3.5", query: "flour", documents, ...more })

const rows: Record<string, readonly (readonly [body: unknown, status?: number, headers?: Record<string, string>])[]> = {
  "wrong-key": [[of({}), 401, {}]],
  "malformed-json": [["{"]],
  "unknown-model": [
    [of({ model: "gpt-4o" }), 404],
    [of({ model: "rerank-v3.5" }), 404]
  ],
  "unknown-field": [[of({ top_k: 1 })]],
  "missing-query": [[of({ query: undefined })], [of({ query: " " })]],
  "missing-documents": [[of({ documents: [] })], [of({ documents: undefined })]],
  "too-many-documents": [[of({ documents: Array.from({ length: 2049 }, () => "a") })]],
  "bad-document": [[of({ documents: [1] })], [of({ documents: [{ title: "a" }] })]],
  "bad-limit": [[of({ top_n: 0 })], [of({ top_n: 1.5 })]],
  "bad-flag": [[of({ return_documents: "yes" })]]
}

describe("the sandbox's rerankers", () => {
  it("have a row for each refusal", () => expect(Object.keys(rows)).toEqual(rerankRefusals.map(({ name }) => name)))

  const cases = Object.entries(rows).flatMap(([name, list]) => list.map((row) => [name, row] as const))
  it.each(cases)("refuse %s", async (name, [body, status = 422, headers = bearer]) => {
    const answer = await post(sandbox, "/jina/v1/rerank", body, headers)
    expect([answer.status, answer.headers.get("x-sandbox-refusal")]).toEqual([status, name])
    expect(await answer.json()).toEqual({ detail: expect.any(String) })
  })

  it("refuse objects as documents where the vendor does, in its words", async () => {
    const answer = await post(sandbox, "/cohere/v2/rerank", ofCohere({ documents: [{ text: "a" }] }), bearer)
    expect([answer.status, await answer.json()]).toEqual([400, { id: expect.any(String), message: expect.any(String) }])
  })

  it("return documents unless they are told not to, where the vendor does so", async () => {
    const answer = await post(sandbox, "/jina/v1/rerank", of({ top_n: 1 }), bearer)
    expect(await answer.json()).toEqual({
      model: "jina-reranker-v2-base-multilingual",
      usage: { total_tokens: expect.any(Number) },
      results: [{ index: 1, relevance_score: expect.any(Number), document: { text: documents[1] } }]
    })
  })

  it("count units instead of tokens where the vendor does so", async () => {
    const answer = await post(sandbox, "/cohere/v2/rerank", ofCohere(), bearer)
    expect(await answer.json()).toMatchObject({
      results: [{ index: 2 }, { index: 0 }, { index: 1 }],
      meta: { billed_units: { search_units: 1 } }
    })
  })
})
