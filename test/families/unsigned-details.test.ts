import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { messages, responses } from "../../src/endpoints.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenRouter from "../../src/families/openrouter.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

/** What OpenRouter tells of a thought of OpenAI's: a summary that nobody signed, and the thought itself, sealed. */
const details = [
  { type: "reasoning.summary", format: "openai-responses-v1", index: 0, summary: "Look it up." },
  { type: "reasoning.encrypted", format: "openai-responses-v1", index: 1, id: "rs_1", data: "gAAAAA==" }
]

const head = { id: "c", created: 1, model: "openai/gpt-5.1" }
const said = { role: "assistant", content: "It is 12.", reasoning: "Look it up.", reasoning_details: details }
const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] })}\n\n`

const sent: { readonly messages?: readonly object[] }[] = []

const upstream = async (request: Request): Promise<Response> => {
  const body = JSON.parse(await request.text())
  sent.push(body)
  if (body.stream !== true) {
    const choices = [{ index: 0, message: said, finish_reason: "stop" }]
    return Response.json({ ...head, object: "chat.completion", choices })
  }
  const stream = [
    chunk({
      delta: {
        role: "assistant",
        content: "",
        reasoning: "Look it",
        reasoning_details: [{ ...details[0], summary: "Look it" }]
      }
    }),
    chunk({ delta: { content: "", reasoning: " up.", reasoning_details: [{ ...details[0], summary: " up." }] } }),
    chunk({ delta: { content: "", reasoning_details: [details[1]] } }),
    chunk({ delta: { content: "It is 12." } }),
    chunk({ delta: {}, finish_reason: "stop" }),
    "data: [DONE]\n\n"
  ]
  return new Response(stream.join(""), { headers: { "content-type": "text/event-stream" } })
}

const gateway = Gateway.make(
  Gateway.layer(messages, responses).pipe(
    Layer.provide(Families.of(OpenRouter.layer({ key: "upstream-key" })).pipe(Layer.provide(layerFetch(upstream)))),
    Layer.provide(Credentials.keys("client"))
  )
)
afterAll(() => gateway.dispose())

const post = async (path: string, body: object): Promise<string> => {
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const asked = { model: head.model, max_tokens: 4000, ...body }
  const init = { method: "POST", headers, body: JSON.stringify(asked) }
  const answer = await gateway.fetch(new Request(`http://gateway.test${path}`, init))
  expect(answer.status).toBe(200)
  return answer.text()
}

const eventsIn = (text: string): readonly Record<string, unknown>[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = ""]) => JSON.parse(data))

const user = { role: "user", content: "What time is it?" }

/** The blocks of a stream of Claude's, put together as its SDK does. */
const blocksOf = (text: string): readonly object[] => {
  const blocks: Record<string, string>[] = []
  for (const { type, content_block: block, index, delta } of eventsIn(text)) {
    if (type === "content_block_start") blocks.push({ ...Object(block) })
    const open = blocks[Number(index)]
    if (type !== "content_block_delta" || open === undefined) continue
    for (const [key, value] of Object.entries(Object(delta)))
      if (key !== "type") open[key] = (open[key] ?? "") + String(value)
  }
  return blocks
}

const clients = {
  messages: async (stream: boolean) => {
    const text = await post("/v1/messages", { stream, messages: [user] })
    const content = stream ? blocksOf(text) : JSON.parse(text).content
    await post("/v1/messages", { messages: [user, { role: "assistant", content }, user] })
  },
  responses: async (stream: boolean) => {
    const text = await post("/v1/responses", { stream, store: false, input: [user] })
    const answer = stream ? Object(eventsIn(text).at(-1)?.["response"]) : JSON.parse(text)
    await post("/v1/responses", { store: false, input: [user, ...answer.output, user] })
  }
}

/** What comes back through a client: Claude's are shown no block of bytes alone. */
const kept = { messages: details.slice(0, 1), responses: details } as const

/** @see https://openrouter.ai/docs/guides/best-practices/reasoning-tokens that details go back as they came (read 2026-11) */
describe.each(["messages", "responses"] as const)("a summary that nobody signed, through a client of %s", (format) => {
  it.each([false, true])("goes back as it came, and where it stood; streamed: %s", async (stream) => {
    await clients[format](stream)
    const [, answered] = sent.at(-1)?.messages ?? []
    expect(answered).toMatchObject({ role: "assistant", reasoning_details: kept[format] })
  })
})
