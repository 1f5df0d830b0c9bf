import * as Layer from "effect/Layer"
import { afterAll, describe, expect } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import * as Cohere from "../../src/families/cohere.ts"
import * as Families from "../../src/families/families.ts"
import * as Jina from "../../src/families/jina.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { keeps } from "./promises.ts"

const calls: unknown[] = []
let twice = false
let scores: readonly number[] = [0.2, 0.9, 0.5]

/** An upstream that scores documents as it is told, and returns them where it is asked to. */
const upstream = async (request: Request): Promise<Response> => {
  const body = (await request.json()) as { readonly documents: readonly string[]; readonly return_documents?: boolean }
  calls.push(body)
  const results = body.documents.map((text, index) => ({
    index,
    relevance_score: scores[index] ?? 0,
    ...(body.return_documents === true ? { document: { text } } : {})
  }))
  if (twice) results.push({ index: 0, relevance_score: 1 })
  return Response.json({ model: "m", results, usage: { total_tokens: 12 } })
}

const gateway = Gateway.make(
  Gateway.layer(rerank).pipe(
    Layer.provide(
      Families.of(Jina.layer({ key: "j" }), Cohere.layer({ key: "c" })).pipe(Layer.provide(layerFetch(upstream)))
    ),
    Layer.provide(Credentials.keys("k"))
  )
)
afterAll(() => gateway.dispose())

const model = "jina-reranker-v2-base-multilingual"
const documents = ["a", "b", "c"]

const ask = async (more: object) => {
  calls.length = 0
  const response = await gateway.fetch(
    new Request("http://gateway/v1/rerank", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer k" },
      body: JSON.stringify({ model, query: "q", documents, ...more })
    })
  )
  const body: unknown = await response.json()
  return { status: response.status, body, notes: response.headers.get("x-isogloss-notes"), calls: [...calls] }
}

const base = { model, query: "q", documents }

describe("POST /v1/rerank", () => {
  for (const [when, more, param] of [
    ["no model", { model: undefined }, "model"],
    ["a model that is no text", { model: 1 }, "model"],
    ["no query", { query: undefined }, "query"],
    ["an empty query", { query: " " }, "query"],
    ["a query that is no text", { query: ["q"] }, "query"],
    ["no documents", { documents: undefined }, "documents"],
    ["an empty list of documents", { documents: [] }, "documents"],
    ["documents that are no list", { documents: "a" }, "documents"],
    ["a document that is a number", { documents: ["a", 1] }, "documents[1]"],
    ["a document without a text", { documents: [{ title: "a" }] }, "documents[0]"],
    ["top_n 0", { top_n: 0 }, "top_n"],
    ["top_n 1.5", { top_n: 1.5 }, "top_n"],
    ["top_n as the text of no integer", { top_n: "4.5" }, "top_n"],
    ["top_n null", { top_n: null }, "top_n"],
    ["return_documents as a text", { return_documents: "true" }, "return_documents"],
    ["return_documents null", { return_documents: null }, "return_documents"]
  ] as const) {
    keeps("rerank.refused", when, async () => {
      const { status, body, calls: made } = await ask(more)
      expect([status, made]).toEqual([400, []])
      expect(body).toMatchObject({ error: { type: "invalid_request_error", message: expect.any(String), param } })
    })
  }

  keeps("rerank.documents.default", "the upstream is told false, and no result has its document", async () => {
    const { calls: made, body } = await ask({})
    expect(made).toEqual([{ ...base, return_documents: false }])
    expect(body).toEqual({
      model: "m",
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 2, relevance_score: 0.5 },
        { index: 0, relevance_score: 0.2 }
      ],
      usage: { total_tokens: 12 }
    })
  })

  keeps("rerank.documents.returned", "objects are sent as texts and come back as texts", async () => {
    const {
      calls: made,
      body,
      notes
    } = await ask({
      documents: [{ text: "a", id: 7 }, { text: "b" }, "c"],
      return_documents: true
    })
    expect([made, notes]).toEqual([
      [{ ...base, return_documents: true }],
      "count=1; dropped /documents/0/id rerank/document-member"
    ])
    expect(body).toMatchObject({ results: [{ document: "b" }, { document: "c" }, { document: "a" }] })
  })

  keeps("rerank.documents.returned", "an upstream that returns none is helped out from the request", async () => {
    const { calls: made, body } = await ask({ model: "rerank-v3.5", return_documents: true })
    expect(made).toEqual([{ ...base, model: "rerank-v3.5" }])
    expect(body).toMatchObject({ results: [{ document: "b" }, { document: "c" }, { document: "a" }] })
  })

  for (const [top_n, sent, count, notes] of [
    [1, 1, 1, null],
    [3, 3, 3, null],
    [99, 3, 3, "count=1; clamped /top_n rerank/limit"],
    ["2", 2, 2, "count=1; approximated /top_n parameters/number-as-text"]
  ] as const) {
    keeps("rerank.top-n", `${JSON.stringify(top_n)} of three`, async () => {
      const answered = await ask({ top_n })
      expect(answered.calls).toEqual([{ ...base, top_n: sent, return_documents: false }])
      expect([(answered.body as { readonly results: unknown[] }).results.length, answered.notes]).toEqual([
        count,
        notes
      ])
    })
  }

  keeps("rerank.scores", "scores beyond 0 and 1 are brought there with a note", async () => {
    scores = [-2, 1.5, 0]
    const { body, notes } = await ask({})
    scores = [0.2, 0.9, 0.5]
    expect(body).toMatchObject({
      results: [
        { index: 1, relevance_score: 1 },
        { index: 0, relevance_score: 0 },
        { index: 2, relevance_score: 0 }
      ]
    })
    expect(notes).toBe("count=2; clamped /documents/0 rerank/score; clamped /documents/1 rerank/score")
  })

  keeps("rerank.scores", "of a document that is ranked twice the first score counts, with a note", async () => {
    twice = true
    const { body, notes } = await ask({})
    twice = false
    expect(body).toMatchObject({ results: [{ index: 1 }, { index: 2 }, { index: 0, relevance_score: 0.2 }] })
    expect(notes).toBe("count=1; dropped /documents rerank/stranger")
  })

  keeps(
    "rerank.unknown",
    "members of tomorrow go on to an API of the same shape, and are noted elsewhere",
    async () => {
      expect((await ask({ truncation: true })).calls).toEqual([{ ...base, return_documents: false, truncation: true }])
      const elsewhere = await ask({ model: "rerank-v3.5", truncation: true })
      expect(elsewhere.calls).toEqual([{ ...base, model: "rerank-v3.5" }])
      expect(elsewhere.notes).toContain("dropped /truncation")
    }
  )

  keeps("rerank.unknown-model", "is not found", async () => expect((await ask({ model: "gpt-4o" })).status).toBe(404))
})
