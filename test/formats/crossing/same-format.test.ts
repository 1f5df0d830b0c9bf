import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translator } from "../../../src/translate.ts"

const named = (events: readonly { readonly type: string; readonly [member: string]: unknown }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")

/** What a client reads of a stream where its upstream speaks its format, too. */
const framesOf = (
  format: typeof generateContent | typeof messages | typeof responses,
  request: object,
  stream: string
): readonly unknown[] => {
  const between = translator({ client: format, upstream: format, model: "m" })
  const there = between.request(request, { stream: true })
  if (!there.ok) throw there.error
  const pieces = between.pieces(there.value)
  const text = pieces.push(stream) + pieces.end()
  return [...text.matchAll(/^data: (.*)$/gmu)].map(([, data = ""]): unknown => JSON.parse(data))
}

/** @see `ResponseReasoningItem`, `ResponseFunctionToolCall`, `ResponseOutputMessage` of `openai` 7.57 (read 2026-11) */
describe("a stream of the Responses API", () => {
  const thought = {
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "s" }],
    encrypted_content: "ENC"
  }
  const message = {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "hi", annotations: [], logprobs: [] }]
  }
  const second = { ...message, id: "msg_2" }
  const call = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "f",
    arguments: "{}",
    status: "completed"
  }
  const output = [thought, message, second, call]
  const head = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "in_progress", output: [] }
  const said = (item: typeof message, at: number) => [
    {
      type: "response.output_item.added",
      output_index: at,
      item: { ...item, status: "in_progress", content: [] }
    },
    { type: "response.output_text.delta", item_id: item.id, output_index: at, content_index: 0, delta: "hi" },
    { type: "response.output_item.done", output_index: at, item }
  ]
  const stream = named([
    { type: "response.created", response: head },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "reasoning", id: "rs_1", summary: [] }
    },
    {
      type: "response.reasoning_summary_text.delta",
      item_id: "rs_1",
      output_index: 0,
      summary_index: 0,
      delta: "s"
    },
    { type: "response.output_item.done", output_index: 0, item: thought },
    ...said(message, 1),
    ...said(second, 2),
    {
      type: "response.output_item.added",
      output_index: 3,
      item: { ...call, arguments: "", status: "in_progress" }
    },
    { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 3, delta: "{}" },
    { type: "response.output_item.done", output_index: 3, item: call },
    { type: "response.completed", response: { ...head, status: "completed", output } }
  ])
  const frames = framesOf(responses, { model: "m", input: "x" }, stream)

  /** @see https://github.com/openai/openai-agents-python/issues/1660 a reasoning item goes back with its own id (2025-09) */
  it("keeps the ids of its items, and says how each ended", () => {
    expect(frames.at(-1)).toMatchObject({ type: "response.completed", response: { output } })
    const done = frames.flatMap((frame) =>
      typeof frame === "object" && frame !== null && "type" in frame && frame.type === "response.output_item.done"
        ? [frame]
        : []
    )
    expect(done).toMatchObject(output.map((item) => ({ item })))
  })

  it("is told to clients of Gemini as it comes all the same", () => {
    const between = translator({ client: generateContent, upstream: responses, model: "m" })
    const there = between.request({ contents: [{ parts: [{ text: "x" }] }] }, { stream: true })
    if (!there.ok) throw there.error
    const pieces = between.pieces(there.value)
    const first = stream.slice(0, stream.indexOf("event: response.output_item.done", stream.indexOf('"msg_1"')))
    expect(pieces.push(first)).toContain('"text":"hi"')
  })
})

/** @see https://ai.google.dev/gemini-api/docs/thought-signatures that texts are signed (read 2026-11) */
it("a stream of Gemini keeps the signature of a text where it stood", () => {
  const frame = (text: string, more: object, finish: object = {}) =>
    `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts: [{ text, ...more }] }, ...finish }] })}\n\n`
  const asked = { contents: [{ parts: [{ text: "x" }] }] }
  const signed = { thoughtSignature: "U0lH" }
  const partsOf = (stream: string) =>
    framesOf(generateContent, asked, stream).flatMap((it) => JSON.stringify(it).match(/\{"text":"[^"][^}]+\}/gu) ?? [])
  expect(partsOf(frame("Answer", signed, { finishReason: "STOP" }))).toEqual([
    '{"text":"Answer","thoughtSignature":"U0lH"}'
  ])
  expect(partsOf(frame("One ", {}) + frame("two", signed, { finishReason: "STOP" }))).toEqual([
    '{"text":"One "}',
    '{"text":"two","thoughtSignature":"U0lH"}'
  ])
})

/** @see `Usage` and `RawMessageStartEvent` of `@anthropic-ai/sdk` 1.11 (read 2026-11) */
it("a stream of Messages begins with the input that was counted, and how long its cache holds", () => {
  const usage = {
    input_tokens: 100,
    output_tokens: 1,
    cache_creation_input_tokens: 30,
    cache_read_input_tokens: 40,
    cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 }
  }
  const message = { id: "m", type: "message", role: "assistant", model: "c", content: [], stop_reason: null, usage }
  const stream = named([
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    { type: "message_stop" }
  ])
  const [start] = framesOf(messages, { model: "m", max_tokens: 9, messages: [{ role: "user", content: "x" }] }, stream)
  const { output_tokens: _, ...input } = usage
  expect(start).toMatchObject({ message: { usage: input } })
})

describe("the signature of a text of Gemini's, on its way to chat completions", () => {
  const body = {
    contents: [
      { role: "user", parts: [{ text: "x" }] },
      { role: "model", parts: [{ text: "Answer", thoughtSignature: "U0lH" }] },
      { role: "user", parts: [{ text: "y" }] }
    ]
  }
  const sent = (target: { readonly model: string; readonly vendor?: string }) => {
    const there = translateRequest({ from: generateContent, to: chatCompletions, target }, body)
    if (!there.ok) throw there.error
    return { body: there.value.body, notes: there.value.notes.map(({ rule, path }) => `${rule} ${path}`) }
  }

  it("is left out, with a note, where the model is none that takes it back", () => {
    const { body: text, notes } = sent({ model: "gpt-4o" })
    expect(JSON.parse(text)).toEqual({
      model: "gpt-4o",
      messages: [
        { role: "user", content: "x" },
        { role: "assistant", content: "Answer" },
        { role: "user", content: "y" }
      ]
    })
    expect(notes).toEqual(["chat-completions/foreign-opaque /contents/1/parts/0"])
  })

  it("is sent to its own vendor", () =>
    expect(sent({ model: "gemini-3-pro", vendor: "google" }).body).toContain("isg1."))
})
