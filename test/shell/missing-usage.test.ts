import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent, streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { valueAt } from "../rows/runner.ts"

const said = { role: "assistant", content: "Sunny up!" }
const chunk = (choice: object): string => `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, ...choice }] })}\n\n`
const candidate = { content: { role: "model", parts: [{ text: "Sunny up!" }] }, finishReason: "STOP", index: 0 }

/** What upstreams answer that tell no usage. */
const answers: Readonly<Record<string, string>> = {
  "/v1/chat/completions": JSON.stringify({ id: "x", choices: [{ index: 0, message: said, finish_reason: "stop" }] }),
  "/v1/chat/completions stream":
    chunk({ delta: { role: "assistant", content: "Sunny" } }) +
    chunk({ delta: { content: " up!" } }) +
    chunk({ delta: {}, finish_reason: "stop" }) +
    "data: [DONE]\n\n",
  "/v1beta/models/gemini-2.5-flash:generateContent": JSON.stringify({ candidates: [candidate] }),
  "/v1beta/models/gemini-2.5-flash:streamGenerateContent": `data: ${JSON.stringify({ candidates: [candidate] })}\n\n`
}

const upstream = async (request: Request): Promise<Response> => {
  const path = new URL(request.url).pathname
  const stream = path.endsWith("streamGenerateContent") || (await request.text()).includes('"stream":true')
  const type = stream ? "text/event-stream" : "application/json"
  return new Response(answers[`${path} stream`] !== undefined && stream ? answers[`${path} stream`] : answers[path], {
    headers: { "content-type": type }
  })
}

const key = "key-of-the-operator"
const metered: MeterEntry[] = []
const gateway = Gateway.make(
  Gateway.layer(chatCompletions, messages, generateContent, streamGenerateContent).pipe(
    Layer.provide(
      Families.of(
        OpenAI.layer({ key, url: "http://upstream.test/v1", models: ["plain-chat"] }),
        Gemini.layer({ key, url: "http://upstream.test" })
      ).pipe(Layer.provide(layerFetch(upstream)))
    ),
    Layer.provide(Credentials.keys("client")),
    Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void metered.push(entry)) }))
  )
)
afterAll(() => gateway.dispose())

const post = async (path: string, body: object): Promise<{ readonly text: string; readonly notes: string }> => {
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await gateway.fetch(new Request(`http://gateway.test${path}`, init))
  return { text: await response.text(), notes: response.headers.get("x-isogloss-notes") ?? "" }
}

const hello = { messages: [{ role: "user", content: "Hello there" }] }
const native = { contents: [{ role: "user", parts: [{ text: "Hello there" }] }] }
const noted = expect.stringContaining("synthesised / usage/estimate")

/** The events of a stream. */
const eventsOf = (text: string): readonly unknown[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]): unknown => JSON.parse(data))

/** A message costs 4 tokens, `Hello there` 2, and the 9 characters of the answer 3: what is begun counts. */
describe("usage that an upstream does not tell is an estimate", () => {
  it("of a whole answer of messages, and a note says so", async () => {
    const { text, notes } = await post("/v1/messages", { model: "plain-chat", max_tokens: 9, ...hello })
    expect(valueAt(JSON.parse(text), "/usage")).toMatchObject({ input_tokens: 6, output_tokens: 3 })
    expect(notes).toEqual(noted)
  })

  it("of a whole answer of generate content", async () => {
    const { text, notes } = await post("/v1beta/models/plain-chat:generateContent", native)
    expect(valueAt(JSON.parse(text), "/usageMetadata")).toMatchObject({
      promptTokenCount: 6,
      candidatesTokenCount: 3,
      totalTokenCount: 9
    })
    expect(notes).toEqual(noted)
  })

  it("of a whole answer of chat completions", async () => {
    const { text, notes } = await post("/v1/chat/completions", { model: "gemini-2.5-flash", ...hello })
    expect(valueAt(JSON.parse(text), "/usage")).toMatchObject({
      prompt_tokens: 6,
      completion_tokens: 3,
      total_tokens: 9
    })
    expect(notes).toEqual(noted)
  })

  it("of a stream of messages", async () => {
    const { text } = await post("/v1/messages", { model: "plain-chat", max_tokens: 9, stream: true, ...hello })
    expect(eventsOf(text).at(-2)).toMatchObject({
      type: "message_delta",
      usage: { input_tokens: 6, output_tokens: 3 }
    })
  })

  it("of a stream of generate content", async () => {
    const { text } = await post("/v1beta/models/plain-chat:streamGenerateContent?alt=sse", native)
    expect(valueAt(eventsOf(text).at(-1), "/usageMetadata")).toMatchObject({
      promptTokenCount: 6,
      candidatesTokenCount: 3
    })
  })

  it("of a stream of chat completions whose client asked for it", async () => {
    const asked = { stream: true, stream_options: { include_usage: true } }
    const { text } = await post("/v1/chat/completions", { model: "gemini-2.5-flash", ...asked, ...hello })
    expect(eventsOf(text).at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 6, completion_tokens: 3 } })
  })

  it("and is not told in a stream of chat completions whose client did not ask", async () => {
    const { text } = await post("/v1/chat/completions", { model: "gemini-2.5-flash", stream: true, ...hello })
    expect(text).not.toContain('"usage"')
  })

  it("and is not metered: no upstream counted it", () => {
    expect(metered.map(({ formats, stream }) => [formats.client, stream])).toEqual([
      ["messages", false],
      ["generate-content", false],
      ["chat-completions", false],
      ["messages", true],
      ["generate-content", true],
      ["chat-completions", true],
      ["chat-completions", true]
    ])
    expect(metered.filter(({ usage }) => usage !== undefined)).toEqual([])
  })
})
