import OpenAI from "openai"
import EarlierOpenAI from "openai-previous"
import { describe, expect, it } from "vitest"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { responses } from "../../../src/formats/responses/index.ts"

type Frame = { readonly event?: string; readonly data: string }

const streamed = { ...defaultReplyPreferences, stream: true, usage: true }
const stamp = { id: "resp_made", created: 1_790_000_000, model: "model-1" }

const framesOf = (events: readonly ChatEvent[], how: "clean" | "cut" = "clean"): readonly Frame[] => {
  const machine = responses.encodeStream(streamed, stamp)
  return [...events.flatMap((event) => machine.push(event)), ...machine.end(how)]
}

const bytesOf = (frames: readonly Frame[]): string => {
  const writer = sseFraming.write()
  return frames.flatMap((frame) => writer.push(frame)).join("")
}

/** What the SDK's helper says of frames: the answer, or what it throws. */
const read = async (frames: readonly Frame[], Client = OpenAI): Promise<OpenAI.Responses.Response> => {
  const client = new Client({
    apiKey: "none",
    baseURL: "http://sdk.test/v1",
    maxRetries: 0,
    fetch: async () => new Response(bytesOf(frames), { headers: { "content-type": "text/event-stream" } })
  })
  return client.responses.stream({ model: "m", input: "q" }).finalResponse()
}

const text = (part: number, said: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part,
  delta: { type: "text", text: said }
})

const input = (part: number, said: string): ChatEvent => ({
  type: "delta",
  candidate: 0,
  part,
  delta: { type: "input", text: said }
})

const call = (part: number, id: string): ChatEvent => ({
  type: "part",
  candidate: 0,
  part,
  value: {
    type: "tool-call",
    id,
    name: "weather",
    of: "function",
    runBy: "client",
    input: { kind: "json", json: JsonText.source("") }
  }
})

const begun = (part: number, type: "text" | "reasoning"): ChatEvent => ({
  type: "part",
  candidate: 0,
  part,
  value: { type, text: "" }
})

const over = (part: number): ChatEvent => ({ type: "part-end", candidate: 0, part })

/** A thought, a text, two calls whose inputs come in turn, and more of the text. */
const mixed: readonly ChatEvent[] = [
  { type: "start", response: { id: "resp_1", model: "model-1" } },
  begun(0, "reasoning"),
  text(0, "They want "),
  text(0, "two towns."),
  over(0),
  begun(1, "text"),
  text(1, "Let me "),
  text(1, "look."),
  call(2, "call_a"),
  input(2, '{"city":'),
  call(3, "call_b"),
  input(3, '{"city":"Oslo"}'),
  input(2, '"Brno"}'),
  over(2),
  over(3),
  text(1, "One moment."),
  over(1),
  { type: "usage", usage: { input: 3, cacheRead: 0, text: 4, reasoning: 2 } },
  { type: "finish", candidate: 0, finish: { kind: "tool-calls" } },
  { type: "end" }
]

const itemsOf = (answer: OpenAI.Responses.Response): readonly string[] =>
  answer.output.map((item) =>
    item.type === "message"
      ? item.content.map((part) => (part.type === "output_text" ? part.text : part.refusal)).join("|")
      : item.type === "function_call"
        ? `${item.call_id} ${item.arguments}`
        : item.type
  )

describe.each([
  ["7", OpenAI],
  ["6", EarlierOpenAI as unknown as typeof OpenAI]
])("the helper of the official SDK, version %s", (_, Client) => {
  it("reads a message that ended where a call began, calls told in turn, and what came behind them", async () => {
    const answer = await read(framesOf(mixed), Client)
    expect(answer.status).toBe("completed")
    expect(itemsOf(answer)).toEqual([
      "reasoning",
      "Let me look.",
      'call_a {"city":"Brno"}',
      'call_b {"city":"Oslo"}',
      "One moment."
    ])
    expect(answer.usage?.total_tokens).toBe(9)
  })

  it("takes every beginning of the stream that has one, and never for a whole answer", async () => {
    const frames = framesOf(mixed)
    for (let count = 1; count < frames.length; count++)
      expect((await read(frames.slice(0, count), Client)).status).toBe("in_progress")
  })

  it("throws the error that broke the stream off, once what was said has been told", async () => {
    const told = framesOf([...mixed.slice(0, 8), { type: "error", error: new GatewayError("Overloaded", "Too busy.") }])
    await expect(read(told, Client)).rejects.toThrow("Too busy.")
    expect(told.slice(-2).map(({ event }) => event)).toEqual(["error", "response.failed"])
    const last = JSON.parse(told.at(-1)?.data ?? "") as { readonly response: OpenAI.Responses.Response }
    expect(last.response.status).toBe("failed")
    expect(last.response.error).toEqual({ code: "server_is_overloaded", message: "Too busy." })
    expect(itemsOf(last.response)).toEqual(["reasoning", "Let me look."])
  })
})

it("frames are numbered from the first one on", () => {
  const numbers = framesOf(mixed).map(({ data }) => (JSON.parse(data) as { sequence_number: number }).sequence_number)
  expect(numbers).toEqual(numbers.map((_, index) => index))
})

it("a thought that is shown as nothing is one item, which ends", async () => {
  const opaque = { vendor: "anthropic", kind: "signature", data: "c2lnbmF0dXJl" } as const
  const answer = await read(
    framesOf([
      { type: "start", response: {} },
      { type: "part", candidate: 0, part: 0, value: { type: "reasoning" } },
      { type: "delta", candidate: 0, part: 0, delta: { type: "opaque", opaque } },
      text(0, ""),
      over(0),
      begun(1, "text"),
      text(1, "22"),
      over(1),
      { type: "finish", candidate: 0, finish: { kind: "stop" } },
      { type: "end" }
    ])
  )
  expect(itemsOf(answer)).toEqual(["reasoning", "22"])
})

it("a call that OpenAI answered keeps its item's id in every frame", async () => {
  const upstream = (type: string, body: object): Frame => ({ event: type, data: JSON.stringify({ type, ...body }) })
  const item = { id: "fc_own", type: "function_call", call_id: "call_a", name: "weather", arguments: "" }
  const done = { ...item, arguments: "{}", status: "completed" }
  const head = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
  const decoder = responses.decodeStream(emptyReplyContext)
  const events = [
    upstream("response.created", { response: { ...head, status: "in_progress" } }),
    upstream("response.output_item.added", { output_index: 0, item }),
    upstream("response.function_call_arguments.delta", { item_id: "fc_own", output_index: 0, delta: "{}" }),
    upstream("response.output_item.done", { output_index: 0, item: done }),
    upstream("response.completed", { response: { ...head, status: "completed", output: [done] } })
  ].flatMap((frame) => decoder.push(frame))
  const frames = framesOf(events)
  expect(itemsOf(await read(frames))).toEqual(["call_a {}"])
  expect(new Set(frames.flatMap(({ data }) => /"item_id":"([^"]*)"/.exec(data)?.[1] ?? []))).toEqual(
    new Set(["fc_own"])
  )
})
