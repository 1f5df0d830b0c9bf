import * as Layer from "effect/Layer"
import { afterAll, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import * as Cohere from "../../src/families/cohere.ts"
import * as Families from "../../src/families/families.ts"
import * as Jina from "../../src/families/jina.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

let sent = ""
let answer = ""
const gateway = Gateway.make(
  Gateway.layer(rerank).pipe(
    Layer.provide(Families.of(Jina.layer({ key: "j" }), Cohere.layer({ key: "c" }))),
    Layer.provide(
      layerFetch(async (request) => {
        sent = await request.text()
        return new Response(answer, { headers: { "content-type": "application/json" } })
      })
    ),
    Layer.provide(Credentials.keys("k"))
  )
)
afterAll(() => gateway.dispose())

const ask = async (body: string, upstream: string) => {
  answer = upstream
  const headers = { "content-type": "application/json", authorization: "Bearer k" }
  const response = await gateway.fetch(new Request("http://gateway/v1/rerank", { method: "POST", headers, body }))
  return { sent, body: await response.text(), notes: response.headers.get("x-isogloss-notes") }
}

/** Spaces, numerals that JavaScript prints otherwise, members that nobody knows: none of it is the gateway's. */
const request = `{ "query": "q", "documents": ["a",  "b"], "weight": 1.0,
 "model": "jina-reranker-m0", "return_documents": false, "extra": {"b": 1, "2": []} }`
const reply = `{"results": [{"index": 1, "relevance_score": 0.50, "note": 1}, {"index": 0, "relevance_score": 0.10}],
 "model": "jina-reranker-m0", "usage": {"total_tokens": 3, "prompt_tokens": 3}, "id": "r-1"}\n`

it("both bodies pass byte for byte", async () => {
  expect(await ask(request, reply)).toEqual({ sent: request, body: reply, notes: null })
})

it("that no documents are wanted is said, more results than documents are not, documents become texts", async () => {
  const body = request
    .replace(`"return_documents": false`, `"top_n": "9"`)
    .replace(`"b"]`, `{ "text": "b" }]`)
    .replace(`"b": 1`, `"c": 1`)
  const asked = await ask(body, reply)
  expect(asked.sent).toBe(
    body.replace(`"9"`, "2").replace(`{ "text": "b" }]`, `"b"]`).replace(/ \}$/, `,"return_documents":false }`)
  )
})

it("scores beyond 0 to 1 are clamped, documents are texts, usage is added, and nothing else changes", async () => {
  const vendor = `{"results": [{"index": 1, "relevance_score": 1.5, "document": {"text": "b"}, "note": 1.0},
    {"index": 0, "document": "a", "relevance_score": 0.10}], "model": "m", "usage": {"prompt_tokens": 3}}`
  const { body, notes } = await ask(request.replace("false", "true"), vendor)
  const count = /"total_tokens":(\d+)/.exec(body)?.[1]
  expect(body).toBe(
    vendor.replace("1.5", "1").replace(`{"text": "b"}`, `"b"`).replace(`: 3}`, `: 3,"total_tokens":${count}}`)
  )
  expect(notes).toBe("count=2; clamped /documents/1 rerank/score; synthesised / rerank-answer/usage")
})

it("results in another order are written anew, with a note of each member that is left out", async () => {
  const vendor = `{"results": [{"index": 0, "relevance_score": 0.1, "note": 1}, {"index": 1, "relevance_score": 0.5}],
    "model": "m", "usage": {"total_tokens": 3, "prompt_tokens": 3}}`
  const { body, notes } = await ask(request, vendor)
  expect(body).toBe(
    `{"model":"m","results":[{"index":1,"relevance_score":0.5},{"index":0,"relevance_score":0.1}],` +
      `"usage":{"total_tokens":3}}`
  )
  expect(notes).toBe(
    "count=2; dropped /results/0/note rerank-answer/unread; dropped /usage/prompt_tokens rerank-answer/unread"
  )
})

it("each member that only the upstream's own format knows has a note", async () => {
  const vendor = `{"results": [{"index": 1, "relevance_score": 0.5}, {"index": 0, "relevance_score": 0.1}], "id": "r",
    "meta": {"api_version": {"version": "2"}, "tokens": {"input_tokens": 3, "output_tokens": 0}}}`
  const { notes } = await ask(request.replace("jina-reranker-m0", "rerank-v3.5").replace(/"weight".*\n/, "\n"), vendor)
  expect(notes?.split("; ").slice(1)).toEqual([
    "dropped /extra rerank/unknown-member",
    "dropped /id rerank-answer/unread",
    "dropped /meta/api_version rerank-answer/unread",
    "dropped /meta/tokens/output_tokens rerank-answer/unread"
  ])
})
