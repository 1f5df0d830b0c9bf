import OpenAI from "openai"
import { zodResponseFormat } from "openai/helpers/zod"
import EarlierOpenAI from "openai-previous"
import { zodResponseFormat as earlierResponseFormat } from "openai-previous/helpers/zod"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { chatCompletions, responses } from "../../src/formats.ts"
import { translateResponse, translateStream } from "../../src/translate/reply.ts"

const words = "I'm sorry, I cannot assist with that request."
const part = { type: "refusal", refusal: words }
const message = { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [part] }

/** What the Responses API answers that refuses: https://platform.openai.com/docs/guides/structured-outputs/refusals (read 2026-11) */
const response = {
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: "gpt-5.5",
  output: [message],
  usage: { input_tokens: 81, output_tokens: 11, total_tokens: 92 }
}

const place = { item_id: "msg_1", output_index: 0, content_index: 0 }

/** The same as a stream, in the order of https://platform.openai.com/docs/api-reference/responses-streaming (read 2026-11). */
const events = [
  { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { ...message, status: "in_progress", content: [] }
  },
  { type: "response.content_part.added", ...place, part: { type: "refusal", refusal: "" } },
  { type: "response.refusal.delta", ...place, delta: words.slice(0, 9) },
  { type: "response.refusal.delta", ...place, delta: words.slice(9) },
  { type: "response.refusal.done", ...place, refusal: words },
  { type: "response.content_part.done", ...place, part },
  { type: "response.output_item.done", output_index: 0, item: message },
  { type: "response.completed", response }
]

const pair = { from: responses, to: chatCompletions }

/** What a chat completions client is answered, whole or as a stream. */
const answer = (stream: boolean): Response => {
  if (stream) {
    const machine = translateStream(pair)
    const told = events.map((event) => machine.push(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
    return new Response(told.join("") + machine.end("clean"), { headers: { "content-type": "text/event-stream" } })
  }
  const told = translateResponse(pair, response)
  if (!told.ok) throw told.error
  return new Response(told.value.body, { headers: { "content-type": "application/json" } })
}

const options = {
  apiKey: "none",
  baseURL: "http://sdk.test/v1",
  fetch: async (_: unknown, init?: RequestInit) => answer(String(init?.body).includes('"stream":true'))
}
const schema = z.object({ city: z.string() })
const asked = { model: "gpt-5.5", messages: [{ role: "user" as const, content: "q" }] }

const sdks = {
  openai: () => {
    const { completions } = new OpenAI(options).chat
    const body = { ...asked, response_format: zodResponseFormat(schema, "answer") }
    return { parse: () => completions.parse(body), stream: () => completions.stream(body).finalChatCompletion() }
  },
  "openai-previous": () => {
    const { completions } = new EarlierOpenAI(options).chat
    const body = { ...asked, response_format: earlierResponseFormat(schema, "answer") }
    return { parse: () => completions.parse(body), stream: () => completions.stream(body).finalChatCompletion() }
  }
}

describe.each(Object.entries(sdks))("a refusal of the Responses API that %s reads as a chat's answer", (_, make) => {
  it.each(["parse", "stream"] as const)("is told in the model's words: %s", async (way) => {
    const { choices } = await make()[way]()
    expect(choices).toMatchObject([{ finish_reason: "stop", message: { refusal: words } }])
  })
})

it("a refusal that chat completions tell in the model's words loses nothing", () => {
  const told = translateResponse(pair, response)
  expect(told.ok && told.value.notes.map(({ rule, path }) => `${rule} ${path}`)).toEqual([])
})
