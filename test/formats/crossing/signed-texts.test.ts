import Anthropic from "@anthropic-ai/sdk"
import OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { type Format, translateRequest, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const signature = (word: string) => Buffer.from(word).toString("base64")

/** A stream of Gemini's whose texts have these signatures. */
const streamOf = (...parts: readonly object[]): string =>
  eventsOf(
    parts.map((part, index) => ({
      candidates: [
        {
          index: 0,
          content: { role: "model", parts: [part] },
          ...(index === parts.length - 1 && { finishReason: "STOP" })
        }
      ],
      modelVersion: "gemini-3-pro-preview",
      responseId: "r",
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 5, totalTokenCount: 10 }
    }))
  )

/** What a client of another format is told of it, to be fetched by an SDK. */
const fetching = (to: Format, stream: string): { readonly fetch: typeof fetch } => {
  const told = translateStream({ from: generateContent, to, asked: { ...defaultReplyPreferences, stream: true } })
  const text = told.push(stream) + told.end()
  return { fetch: () => Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } })) }
}

const options = { apiKey: "none", baseURL: "http://127.0.0.1:1", maxRetries: 0 }
const asked = { model: "m", messages: [{ role: "user", content: "q" }] } satisfies object

const read = {
  chat: (stream: string) =>
    new OpenAI({ ...options, ...fetching(chatCompletions, stream) }).chat.completions
      .stream({ model: "m", messages: [{ role: "user", content: "q" }] })
      .finalChatCompletion(),
  messages: (stream: string) =>
    new Anthropic({ ...options, ...fetching(messages, stream) }).messages
      .stream({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "q" }] })
      .finalMessage(),
  responses: (stream: string) =>
    new OpenAI({ ...options, ...fetching(responses, stream) }).responses
      .stream({ model: "m", input: "q" })
      .finalResponse()
}

/**
 * The SDKs parse each block of text by itself, so that JSON in two blocks is none.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures (read 2026-11) where signatures stand in streams
 */
describe.each([
  ["the last piece of a streamed text", [{ text: '{"a":' }, { text: "1}", thoughtSignature: signature("s") }]],
  ["its first", [{ text: '{"a":', thoughtSignature: signature("s") }, { text: "1}" }]],
  ["one between", [{ text: '{"a"' }, { text: ":", thoughtSignature: signature("s") }, { text: "1}" }]]
])("a signature of Gemini's on %s", (_, parts) => {
  const stream = streamOf(...parts)

  it("leaves one block of text to a client of Messages", async () => {
    const { content } = await read.messages(stream)
    expect(content).toEqual([expect.objectContaining({ type: "text", text: '{"a":1}' })])
  })

  it("leaves one text to a client of Responses", async () => {
    const { output } = await read.responses(stream)
    const said = output.flatMap((item) => (item.type === "message" ? [item.content] : []))
    expect(said).toEqual([[expect.objectContaining({ type: "output_text", text: '{"a":1}' })]])
  })

  it("goes back with the whole text of a client of chat completions", async () => {
    const { choices } = await read.chat(stream)
    const sent = translateRequest(
      { from: chatCompletions, to: generateContent, target: { vendor: "google" } },
      { ...asked, messages: [...asked.messages, choices[0]?.message ?? {}, { role: "user", content: "q" }] }
    )
    const contents = sent.ok ? JSON.parse(sent.value.body).contents : sent.error
    expect(contents[1]?.parts).toEqual([{ text: '{"a":1}', thoughtSignature: signature("s") }])
  })
})

it("two signed pieces are two texts, as one text has one signature", async () => {
  const stream = streamOf(
    { text: "a", thoughtSignature: signature("s") },
    { text: "b" },
    { text: "c", thoughtSignature: signature("t") }
  )
  const { content } = await read.messages(stream)
  expect(content.map((block) => block.type === "text" && block.text)).toEqual(["ab", "c"])
})

it("a thought beside a text's signature is read, too", async () => {
  const { choices } = await read.chat(
    streamOf({ text: "Hm.", thought: true }, { text: "Here", thoughtSignature: signature("s") })
  )
  const sent = translateRequest(
    { from: chatCompletions, to: generateContent, target: { vendor: "google" } },
    { ...asked, messages: [...asked.messages, choices[0]?.message ?? {}, { role: "user", content: "q" }] }
  )
  expect(sent.ok && sent.value.notes.map(({ path }) => path)).toEqual(["/messages/1/reasoning_content"])
})

describe("a signature on a text behind a thought goes back with it", () => {
  const parts = [
    { text: "Hm.", thought: true },
    { text: "Here", thoughtSignature: signature("s") }
  ]

  it.each(["with the thought", "without it"])("%s", async (how) => {
    const { choices } = await read.chat(streamOf(...parts))
    const { reasoning_content: _, ...message } = { reasoning_content: "", ...choices[0]?.message }
    const sent = translateRequest(
      { from: chatCompletions, to: generateContent, target: { vendor: "google" } },
      {
        ...asked,
        messages: [
          ...asked.messages,
          how === "without it" ? message : choices[0]?.message,
          { role: "user", content: "q" }
        ]
      }
    )
    const contents = sent.ok ? JSON.parse(sent.value.body).contents : sent.error
    expect(contents[1]?.parts).toEqual([{ text: "Here", thoughtSignature: signature("s") }])
  })
})
