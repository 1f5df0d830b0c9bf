import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { embedContent, embeddings } from "../../src/endpoints/embeddings.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const sent: string[] = []
let answer = ""
const gateway = Gateway.make(
  Gateway.layer(embeddings, embedContent).pipe(
    Layer.provide(Families.of(OpenAI.layer({ key: "o" }), Gemini.layer({ key: "g" }))),
    Layer.provide(
      layerFetch(async (request) => {
        sent.push(await request.text())
        return new Response(answer, { headers: { "content-type": "application/json" } })
      })
    ),
    Layer.provide(Credentials.keys("k"))
  )
)
afterAll(() => gateway.dispose())

const ask = async (body: string, upstream: string, path = "/v1/embeddings") => {
  sent.length = 0
  answer = upstream
  const headers = { "content-type": "application/json", authorization: "Bearer k" }
  const response = await gateway.fetch(new Request(`http://gateway${path}`, { method: "POST", headers, body }))
  return { body: await response.text(), sent: [...sent], notes: response.headers.get("x-isogloss-notes") }
}

/** Spaces, a numeral that JavaScript prints otherwise, members that nobody knows: all of it is the client's. */
const request = `{ "input": ["a"],\n "weight": 1.0, "model": "text-embedding-3-small", "extra": {"b": 1, "2": []} }`
const reply = `{"id":"e-1", "object":"list", "data":[{"index":0,"object":"embedding","embedding":[1.0, 0.50],"note":1}],
 "model":"m", "usage":{"prompt_tokens":1,"total_tokens":1,"prompt_tokens_details":{"text_tokens":1}}}\n`

describe("between client and model of one format", () => {
  it("both bodies pass byte for byte", async () => {
    expect(await ask(request, reply)).toEqual({ sent: [request], body: reply, notes: null })
  })

  it("dimensions that are a text become the number that it writes, and nothing else changes", async () => {
    const body = request.replace('"weight": 1.0', '"weight": 1.0, "dimensions": "256"')
    const asked = await ask(body, reply)
    expect(asked.sent).toEqual([body.replace('"256"', "256")])
    expect(asked.notes).toBe("count=1; approximated /dimensions parameters/number-as-text")
  })

  it("usage that the upstream does not count is added to its answer", async () => {
    const bare = `{"data": [{"embedding": [0.50], "more": 1}], "model": "m"}`
    expect((await ask(request, bare)).body).toBe(
      `{"data": [{"embedding": [0.50], "more": 1}], "model": "m","usage":{"prompt_tokens":1,"total_tokens":1}}`
    )
  })

  it("numbers become base64 where the client asked for that and the upstream did not mind", async () => {
    const body = request.replace("{ ", '{ "encoding_format": "base64", ')
    expect((await ask(body, reply)).body).toBe(reply.replace("[1.0, 0.50]", '"AACAPwAAAD8="'))
  })

  it("an item of Google's has the usage of the table beside all that the vendor says", async () => {
    const one = `{ "content": {"parts": [{"text": "a"}]}, "later": 1.0 }`
    const vendor = `{"embedding": {"values": [0.50], "shape": [1]}, "usageMetadata": {"promptTokenCount": 3, "x": 1}}`
    expect(await ask(one, vendor, "/v1beta/models/gemini-embedding-001:embedContent")).toEqual({
      sent: [one],
      body: vendor.replace(/\}$/, ',"metadata":{"usage":{"prompt_tokens":3,"total_tokens":3}}}'),
      notes: null
    })
  })
})

describe("between two formats", () => {
  it("each member of an answer that is left out has a note", async () => {
    const one = `{ "content": {"parts": [{"text": "a"}]} }`
    const { notes } = await ask(one, reply, "/v1beta/models/text-embedding-3-small:embedContent")
    expect(notes?.split("; ")).toEqual([
      "count=3",
      "dropped /id embeddings-answer/unread",
      "dropped /data/0/note embeddings-answer/unread",
      "dropped /usage/prompt_tokens_details embeddings-answer/unread"
    ])
  })
})
