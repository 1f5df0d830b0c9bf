import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { Claude, Credentials, Families, type FetchFunction, Gateway, layerFetch, OpenAI } from "../../src/index.ts"

const encoder = new TextEncoder()

/** A gateway before vendors that answer with the same events; `open`: the connection stays open behind the last. */
const before = (events: readonly object[], open = false) => {
  const body = () =>
    new ReadableStream<Uint8Array>({
      start: (to) => {
        for (const event of events) to.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
        if (!open) to.close()
      }
    })
  const fetch: FetchFunction = () =>
    Promise.resolve(new Response(body(), { headers: { "content-type": "text/event-stream" } }))
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, responses, streamGenerateContent).pipe(
      Layer.provide(Families.of(OpenAI.chat({ key: "key", format: responsesApi }), Claude.layer({ key: "key" }))),
      Layer.provide(layerFetch(fetch, { heartbeat: 30 })),
      Layer.provide(Credentials.keys("client"))
    )
  )
  onTestFinished(() => gateway.dispose())
  return gateway
}

/** How each kind of client asks for a stream. */
const clients = {
  "chat completions": (model: string) =>
    ["/v1/chat/completions", { model, messages: [{ role: "user", content: "Hi" }], stream: true }] as const,
  messages: (model: string) =>
    ["/v1/messages", { model, max_tokens: 9, messages: [{ role: "user", content: "Hi" }], stream: true }] as const,
  responses: (model: string) => ["/v1/responses", { model, input: "Hi", stream: true }] as const,
  "generate content": (model: string) =>
    [
      `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
      { contents: [{ role: "user", parts: [{ text: "Hi" }] }] }
    ] as const
}

type Client = keyof typeof clients

const asked = (gateway: ReturnType<typeof before>, client: Client, model: string): Promise<Response> => {
  const [path, body] = clients[client](model)
  return gateway.fetch(
    new Request(`http://gateway.test${path}`, {
      method: "POST",
      headers: { authorization: "Bearer client", "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  )
}

const head = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5.1", output: [], status: "in_progress" }
const begun = [
  { type: "response.created", response: head },
  { type: "response.in_progress", response: head }
]
const limited = { code: "rate_limit_exceeded", message: "Slow down." }

/**
 * @see https://github.com/openai/codex/issues/2255 a `response.failed` behind the beginning (read 2026-11)
 * @see https://platform.openai.com/docs/api-reference/responses-streaming/error the event `error` (read 2026-11)
 */
const failures: readonly object[] = [
  { type: "response.failed", response: { ...head, status: "failed", error: limited } },
  { type: "error", param: null, ...limited }
]

const message = { id: "m", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [] }
const started = {
  type: "message_start",
  message: { ...message, stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } }
}

/** @see https://platform.claude.com/docs/en/api/errors an error may come behind a 200 (read 2026-11) */
const refused = { type: "error", error: { type: "rate_limit_error", message: "Slow down." } }

const translated = ["chat completions", "messages", "generate content"] as const

describe("a stream that fails before it says anything of its answer", () => {
  it.each(failures.flatMap((failure) => translated.map((client) => [client, failure] as const)))(
    "of the Responses API has its error's status for clients of %s: %o",
    async (client, failure) => {
      const answer = await asked(before([...begun, failure]), client, "gpt-5.1")
      expect([answer.status, answer.headers.get("content-type")]).toEqual([429, "application/json"])
      expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("Slow down.") } })
    }
  )

  it.each(["chat completions", "responses", "generate content"] as const)(
    "of the Messages API has its error's status for clients of %s",
    async (client) => {
      const answer = await asked(before([started, refused]), client, "claude-sonnet-4-5")
      expect([answer.status, answer.headers.get("content-type")]).toEqual([429, "application/json"])
      expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining("Slow down.") } })
    }
  )

  it("passes as its vendor's own clients know it", async () => {
    const answer = await asked(before([...begun, ...failures.slice(0, 1)]), "responses", "gpt-5.1")
    expect([answer.status, (await answer.text()).includes('"type":"response.failed"')]).toEqual([200, true])
  })
})

describe("a stream that has begun and says nothing for a while", () => {
  it.each([
    ["messages", "gpt-5.1", begun, "event: message_start\n"],
    ["responses", "claude-sonnet-4-5", [started], "event: response.created\n"]
  ] as const)("tells clients of %s that its answer begins", async (client, model, events, first) => {
    const answer = await asked(before(events, true), client, model)
    const reader = answer.body?.getReader()
    const piece = await reader?.read()
    await reader?.cancel()
    expect(answer.status).toBe(200)
    expect(new TextDecoder().decode(piece?.value).startsWith(first)).toBe(true)
  })
})
