import { createServer } from "node:http"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { Credentials } from "../../src/credentials/credentials.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import * as Cohere from "../../src/families/cohere.ts"
import * as Families from "../../src/families/families.ts"
import * as Jina from "../../src/families/jina.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { closed, listen } from "../faults/loopback.ts"

let sent: readonly [path: string, body: string] = ["", ""]
let said = ""
const gateway = Gateway.make(
  Gateway.layer(rerank).pipe(
    Layer.provide(Families.of(Jina.layer({ key: "j" }), Cohere.layer({ key: "c" }))),
    Layer.provide(
      layerFetch(async (request) => {
        sent = [new URL(request.url).pathname, await request.text()]
        return new Response(said, { headers: { "content-type": "application/json" } })
      })
    ),
    Layer.provide(Credentials.keys("k"))
  )
)
const server = createServer(toNodeHandler(gateway))
let base = ""
beforeAll(async () => void (base = `http://127.0.0.1:${await listen(server)}`))
afterAll(async () => {
  await gateway.dispose()
  await closed(server)
})

/** As `cohere.v2.rerank` of the vendor's SDK and the AI SDK's `cohere.reranking` post it. */
const ask = async (body: string, upstream: string) => {
  said = upstream
  const headers = { "content-type": "application/json", authorization: "Bearer k", "x-request-id": "r-1" }
  const answer = await fetch(`${base}/v2/rerank`, { method: "POST", headers, body })
  return { status: answer.status, body: await answer.text(), notes: answer.headers.get("x-isogloss-notes") }
}

/** What the AI SDK's provider reads (packages/cohere/src/reranking/cohere-reranking-api.ts at its older, stricter state). */
const read = z.object({
  id: z.string(),
  results: z.array(z.object({ index: z.number(), relevance_score: z.number() })),
  meta: z.object({ api_version: z.object({ version: z.string() }), tokens: z.object({ input_tokens: z.number() }) })
})

const request = `{ "model": "rerank-v3.5", "query": "q", "documents": ["a",  "b"], "top_n": 2, "max_tokens_per_doc": 4096.0, "new": [] }`
const reply = `{"id": "c-1", "results": [{"index": 1, "relevance_score": 0.50}, {"index": 0, "relevance_score": 0.10}],
 "meta": {"api_version": {"version": "2"}, "billed_units": {"search_units": 1}}}`

describe("POST /v2/rerank", () => {
  it("tells once that there are results of no document, and of what nobody reads no more than is kept", async () => {
    const stranger = '{"index":7,"relevance_score":0.5,"odd":1}'
    const results = `[{"index":0,"relevance_score":0.5},${Array.from({ length: 2000 }, () => stranger).join()}]`
    const { notes } = await ask(request.replace("rerank-v3.5", "jina-reranker-v3"), `{"results":${results}}`)
    expect(notes?.split("rerank/stranger")).toHaveLength(2)
    expect(notes).toMatch(/^count=10\d;/)
  })

  it("passes both bodies to and from the vendor whose format it is, byte for byte", async () => {
    const { body } = await ask(request, reply)
    expect([sent, body]).toEqual([["/v2/rerank", request], reply])
  })

  it("does not ask the vendor for documents, which its API does not know", async () => {
    await ask(request.replace(`"new": []`, `"return_documents": true`), reply)
    expect(sent[1]).not.toContain("return_documents")
  })

  it("clamps a score and keeps all else", async () => {
    const { body } = await ask(request, reply.replace("0.50", "1.50"))
    expect(body).toBe(reply.replace("0.50", "1"))
  })

  it("is answered in the shape of its clients by another vendor's model", async () => {
    const { status, body } = await ask(
      request.replace("rerank-v3.5", "jina-reranker-m0"),
      `{"model": "jina-reranker-m0", "usage": {"total_tokens": 15}, "results": [{"index": 1, "relevance_score": 0.5}]}`
    )
    expect([status, read.parse(JSON.parse(body))]).toEqual([
      200,
      {
        id: "r-1",
        results: [{ index: 1, relevance_score: 0.5 }],
        meta: { api_version: { version: "2" }, tokens: { input_tokens: 15 } }
      }
    ])
  })
})

describe("the URL of Cohere's API", () => {
  it.each(["http://c.test", "http://c.test/", "http://c.test/v2", "http://c.test/v2/"])(
    "is called with its version once, as its SDK does: %s",
    async (url) => {
      const urls: string[] = []
      const own = Gateway.make(
        Gateway.layer(rerank).pipe(
          Layer.provide(Families.of(Cohere.layer({ key: "c", url }))),
          Layer.provide(
            layerFetch((asked) => {
              urls.push(asked.url)
              return Promise.resolve(new Response(reply, { headers: { "content-type": "application/json" } }))
            })
          ),
          Layer.provide(Credentials.keys("k"))
        )
      )
      const headers = { "content-type": "application/json", authorization: "Bearer k" }
      const answer = await own.fetch(new Request("http://g.test/v2/rerank", { method: "POST", headers, body: request }))
      await own.dispose()
      expect([answer.status, urls]).toEqual([200, ["http://c.test/v2/rerank"]])
    }
  )
})
