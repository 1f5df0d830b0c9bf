import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import * as Cohere from "../../src/families/cohere.ts"
import * as Families from "../../src/families/families.ts"
import * as Jina from "../../src/families/jina.ts"
import { type RerankProfile, rerankFamily } from "../../src/families/models/unstreamed.ts"
import { decodeResponse } from "../../src/formats/rerank/index.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { law } from "../laws/law.ts"

/** A third vendor is nothing but this (https://docs.voyageai.com/reference/reranker-api). */
const voyage: RerankProfile = {
  family: "voyage",
  models: ["rerank-2*"],
  ids: ["rerank-2.5", "rerank-2.5-lite"],
  url: "https://api.voyageai.com/v1",
  path: "/rerank",
  environment: { key: "VOYAGE_API_KEY", url: "VOYAGE_BASE_URL" },
  dialect: {
    id: "voyage-rerank",
    limit: "top_k",
    returns: true,
    results: "data",
    tokens: ["usage", "total_tokens"],
    others: ["truncation"]
  }
}

let called: { readonly url: string; readonly body: unknown }[] = []
let said: unknown
let entries: MeterEntry[] = []
const gateway = Gateway.make(
  Gateway.layer(rerank).pipe(
    Layer.provide(
      Families.of(Jina.layer({ key: "j" }), Cohere.layer({ key: "c" }), rerankFamily(voyage, { key: "v" }))
    ),
    Layer.provide(
      layerFetch(async (request) => {
        called.push({ url: request.url, body: await request.json() })
        return said instanceof Response ? said.clone() : Response.json(said)
      })
    ),
    Layer.provide(Credentials.keys("k")),
    Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) }))
  )
)
afterAll(() => gateway.dispose())

const ask = async (body: object, answer: unknown) => {
  called = []
  entries = []
  said = answer
  const response = await gateway.fetch(
    new Request("http://gateway/v1/rerank", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer k" },
      body: JSON.stringify(body)
    })
  )
  const notes = response.headers.get("x-isogloss-notes")
  const retry = response.headers.get("x-should-retry")
  return { status: response.status, retry, body: await response.json(), notes, called, entries }
}

const query = "What is the capital of the United States?"
const documents = [
  "Carson City is the capital city of the American state of Nevada.",
  "Washington, D.C. is the capital of the United States.",
  "Capital punishment has existed in the United States since before it was a country."
]

/** Examples as the vendors' documentation gives them, typed by hand. */
describe("the vendors' own examples", () => {
  it("of Jina", async () => {
    const answered = await ask(
      { model: "jina-reranker-v2-base-multilingual", query, documents, top_n: 2, return_documents: true },
      {
        model: "jina-reranker-v2-base-multilingual",
        usage: { total_tokens: 815, prompt_tokens: 815 },
        results: [
          { index: 1, document: { text: documents[1] }, relevance_score: 0.8783142566680908 },
          { index: 0, document: { text: documents[0] }, relevance_score: 0.7624675869941711 }
        ]
      }
    )
    expect(answered.called).toEqual([
      {
        url: "https://api.jina.ai/v1/rerank",
        body: { model: "jina-reranker-v2-base-multilingual", query, documents, top_n: 2, return_documents: true }
      }
    ])
    expect([answered.status, answered.notes, answered.body]).toEqual([
      200,
      null,
      {
        model: "jina-reranker-v2-base-multilingual",
        results: [
          { index: 1, relevance_score: 0.8783142566680908, document: documents[1] },
          { index: 0, relevance_score: 0.7624675869941711, document: documents[0] }
        ],
        usage: { total_tokens: 815, prompt_tokens: 815 }
      }
    ])
  })

  it("of Cohere", async () => {
    const answered = await ask(
      { model: "rerank-v3.5", query, documents, top_n: 3, priority: 1, truncation: true },
      {
        results: [
          { index: 1, relevance_score: 0.999071 },
          { index: 0, relevance_score: 0.32713068 },
          { index: 2, relevance_score: 0.1867867 }
        ],
        id: "07734bd2-2473-4f07-94e1-0d9f0e6843cf",
        meta: { api_version: { version: "2", is_experimental: false }, billed_units: { search_units: 1 } }
      }
    )
    expect(answered.called).toEqual([
      {
        url: "https://api.cohere.com/v2/rerank",
        body: { model: "rerank-v3.5", query, documents, top_n: 3, priority: 1 }
      }
    ])
    expect(answered.notes?.split("; ")).toEqual([
      "count=5",
      "dropped /truncation rerank/unknown-member",
      "synthesised / rerank-answer/usage",
      "dropped /id rerank-answer/unread",
      "dropped /meta/api_version rerank-answer/unread",
      "dropped /meta/billed_units rerank-answer/unread"
    ])
    expect(answered.body).toMatchObject({
      model: "rerank-v3.5",
      results: [{ index: 1 }, { index: 0 }, { index: 2 }],
      usage: { total_tokens: expect.any(Number) }
    })
    expect(JSON.stringify(answered.body)).not.toContain("document")
  })

  it("counts the query and the documents where its vendor counts none: a short word is a token", async () => {
    const answered = await ask(
      { model: "rerank-v3.5", query: "red fox", documents: ["blue sky", "snow"] },
      { results: [{ index: 0, relevance_score: 0.5 }] }
    )
    expect(answered.body).toMatchObject({ usage: { total_tokens: 5 } })
  })

  it("tells its vendor how many tokens of a document to read", async () => {
    const { called: calls } = await ask(
      { model: "rerank-v3.5", query: "q", documents: ["a"], max_tokens_per_doc: 512 },
      { results: [{ index: 0, relevance_score: 0.5 }] }
    )
    expect(calls).toMatchObject([{ body: { max_tokens_per_doc: 512 } }])
  })

  it("of Voyage, which is a value of a test", async () => {
    const answered = await ask(
      { model: "rerank-2.5", query, documents, top_n: 2 },
      {
        object: "list",
        data: [
          { relevance_score: 0.4375, index: 0 },
          { relevance_score: 0.421875, index: 1 }
        ],
        model: "rerank-2.5",
        usage: { total_tokens: 26 }
      }
    )
    expect(answered.called).toEqual([
      {
        url: "https://api.voyageai.com/v1/rerank",
        body: { model: "rerank-2.5", query, documents, top_k: 2, return_documents: false }
      }
    ])
    expect(answered.body).toEqual({
      model: "rerank-2.5",
      results: [
        { index: 0, relevance_score: 0.4375 },
        { index: 1, relevance_score: 0.421875 }
      ],
      usage: { total_tokens: 26 }
    })
  })
})

describe("an upstream's error", () => {
  const body = { model: "jina-reranker-m0", query, documents }
  it.each([
    [422, { detail: "invalid type: top_n" }, 422, "invalid type: top_n"],
    [429, { message: "Please wait." }, 429, "Please wait."],
    [
      401,
      { detail: "Unauthorized" },
      502,
      "The upstream refused the credentials of this service. They are not the client's: only the operator of this service can correct them."
    ],
    [500, "<html>", 500, "The upstream answered with status 500."]
  ])("%i is told in OpenAI's body", async (status, told, expected, message) => {
    const answered = await ask(
      body,
      typeof told === "string" ? new Response(told, { status }) : Response.json(told, { status })
    )
    expect([answered.status, answered.body]).toEqual([
      expected,
      { error: { message, type: expect.any(String), param: null, code: expect.toSatisfy(isCode) } }
    ])
  })

  it.each([[{}], [[]], [{ results: 5 }]])("an answer without results is a 502: %j", async (answer) =>
    expect((await ask(body, answer)).status).toBe(502)
  )
})

const isCode = (code: unknown): boolean => code === null || typeof code === "string"

describe("results, whatever an upstream answers", () => {
  law(
    "are of documents that are there, each once, within 0 and 1, the nearest first, no more than asked",
    (choices) => ({
      most: 1 + choices.below(5),
      results: choices.list(12, () =>
        choices.one<unknown>([
          () => ({ index: choices.below(8) - 1, relevance_score: (choices.below(2001) - 500) / 1000 }),
          () => ({ index: choices.below(5) + 0.5, relevance_score: 0.5 }),
          () => ({ index: choices.below(5), relevance_score: "high" }),
          () => choices.pick([null, 5, "index", [], {}])
        ])
      )
    }),
    ({ most, results }) => {
      const request = {
        model: "m",
        query: "q",
        documents: ["a", "b", "c", "d", "e"].map((text, index) => ({ text, at: `/documents/${index}` })),
        most,
        withDocuments: false
      }
      const decoded = decodeResponse(JSON.stringify({ results }), request, Jina.profile.dialect)
      if (!decoded.ok) throw new Error("not read")
      const ranked = decoded.value.value.results
      const indices = ranked.map(({ index }) => index)
      const scores = ranked.map(({ score }) => score)
      expect(new Set(indices).size).toBe(indices.length)
      expect(indices.every((index) => [0, 1, 2, 3, 4].includes(index))).toBe(true)
      expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true)
      expect(scores).toEqual(scores.toSorted((x, y) => y - x))
      expect(ranked.length).toBeLessThanOrEqual(most)
    }
  )
})

describe("an answer that cannot be read", () => {
  it.each([
    ["jina-reranker-v2-base-multilingual", { usage: { total_tokens: 815 } }, 815],
    ["rerank-v3.5", { meta: { tokens: { input_tokens: 9 } } }, 9],
    ["rerank-v3.5", { meta: { billed_units: { search_units: 1 } } }, undefined]
  ])("is metered where it says what it cost, and not made again: %s %j", async (model, cost, input) => {
    const answered = await ask({ model, query, documents }, { results: "x", ...cost })
    expect([answered.status, answered.retry]).toEqual([502, "false"])
    expect(answered.entries).toMatchObject([{ ended: "failed" }])
    expect(answered.entries[0]?.usage?.input).toBe(input)
  })

  it("may be asked for again where it does not say so", async () => {
    const answered = await ask({ model: "rerank-v3.5", query, documents }, { results: "x" })
    expect([answered.status, answered.retry]).toEqual([502, null])
    expect(answered.entries).toMatchObject([{ ended: "failed" }])
    expect(answered.entries[0]?.usage).toBeUndefined()
  })
})

describe("an answer whose tokens nobody counted", () => {
  it("is metered without any", async () => {
    const results = [{ index: 0, relevance_score: 0.5 }]
    const answered = await ask({ model: "rerank-v3.5", query, documents: ["one"] }, { id: "1", results })
    expect(answered.status).toBe(200)
    expect(answered.entries.map(({ ended, usage }) => [ended, usage])).toEqual([["finished", undefined]])
  })
})
