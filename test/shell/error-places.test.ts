import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const error = { message: "No.", type: "invalid_request_error", param: "messages[0].role", code: null }

/** Refuses all: with a status, and in the middle of a stream. */
const upstream = async (request: Request): Promise<Response> => {
  const text = JSON.stringify({ error })
  return (await request.text()).includes('"stream":true')
    ? new Response(`data: ${text}\n\n`, { headers: { "content-type": "text/event-stream" } })
    : new Response(text, { status: 400, headers: { "content-type": "application/json" } })
}

const gateway = Gateway.make(
  Gateway.layer(chatCompletions, messages, generateContent).pipe(
    Layer.provide(
      Families.of(OpenAI.layer({ key: "operator", url: "http://upstream.test/v1", models: ["plain-chat"] })).pipe(
        Layer.provide(layerFetch(upstream))
      )
    ),
    Layer.provide(Credentials.keys("client"))
  )
)
afterAll(() => gateway.dispose())

const answered = async (path: string, body: object): Promise<string> => {
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  return (await gateway.fetch(new Request(`http://gateway.test${path}`, init))).text()
}

const chat = { model: "plain-chat", messages: [{ role: "user", content: "Hello" }], max_tokens: 9 }

describe("the place that an upstream's error names", () => {
  it("reaches the client whose own bytes were refused", async () => {
    expect(JSON.parse(await answered("/v1/chat/completions", chat))).toMatchObject({
      error: { param: "messages[0].role" }
    })
  })

  it.each([
    ["messages", "/v1/messages", chat],
    ["messages, streamed", "/v1/messages", { ...chat, stream: true }],
    [
      "generate content",
      "/v1beta/models/plain-chat:generateContent",
      { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
    ]
  ])("is not told to a client that wrote another body: %s", async (_, path, body) => {
    const text = await answered(path, body)
    expect(text).toContain("No.")
    expect(text).not.toContain("role")
  })
})
