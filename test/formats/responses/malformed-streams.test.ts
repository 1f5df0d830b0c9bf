import OpenAI from "openai"
import EarlierOpenAI from "openai-previous"
import { describe, expect, it } from "vitest"
import { foldStream } from "../../../src/core/events/fold.ts"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import { responses } from "../../../src/formats/responses/index.ts"

/** An event as it stands on the wire; what is no object is data of its own. */
type Body = Record<string, unknown>

const answer = { id: "resp_1", object: "response", created_at: 1_790_000_000, model: "gpt-5.5", error: null }
const thought = { id: "rs_1", type: "reasoning", summary: [], status: "in_progress" }
const message = { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: [] }
const call = { id: "fc_1", type: "function_call", call_id: "call_1", name: "weather", arguments: "" }
const input = '{"city":"Brno"}'
const summary = { type: "summary_text", text: "Two." }
const said = { type: "output_text", text: "Let me look.", annotations: [], logprobs: [] }
const done = {
  thought: { ...thought, status: "completed", summary: [summary] },
  message: { ...message, status: "completed", content: [said] },
  call: { ...call, status: "completed", arguments: input }
}
const ofThought = { item_id: "rs_1", output_index: 0, summary_index: 0 }
const ofMessage = { item_id: "msg_1", output_index: 1, content_index: 0 }
const ofCall = { item_id: "fc_1", output_index: 2 }

/** A thought, a text and a call, as the vendor tells them. */
const sound: readonly Body[] = [
  { type: "response.created", response: { ...answer, status: "in_progress", output: [] } },
  { type: "response.in_progress", response: { ...answer, status: "in_progress", output: [] } },
  { type: "response.output_item.added", output_index: 0, item: thought },
  { type: "response.reasoning_summary_part.added", ...ofThought, part: { ...summary, text: "" } },
  { type: "response.reasoning_summary_text.delta", ...ofThought, delta: "Two." },
  { type: "response.reasoning_summary_text.done", ...ofThought, text: "Two." },
  { type: "response.reasoning_summary_part.done", ...ofThought, part: summary },
  { type: "response.output_item.done", output_index: 0, item: done.thought },
  { type: "response.output_item.added", output_index: 1, item: message },
  { type: "response.content_part.added", ...ofMessage, part: { ...said, text: "" } },
  { type: "response.output_text.delta", ...ofMessage, delta: "Let me look.", logprobs: [] },
  { type: "response.output_text.done", ...ofMessage, text: "Let me look.", logprobs: [] },
  { type: "response.content_part.done", ...ofMessage, part: said },
  { type: "response.output_item.done", output_index: 1, item: done.message },
  { type: "response.output_item.added", output_index: 2, item: call },
  { type: "response.function_call_arguments.delta", ...ofCall, delta: input },
  { type: "response.function_call_arguments.done", ...ofCall, arguments: input },
  { type: "response.output_item.done", output_index: 2, item: done.call },
  {
    type: "response.completed",
    response: { ...answer, status: "completed", output: [done.thought, done.message, done.call] }
  }
].map((event, sequence_number) => ({ ...event, sequence_number }))

const framesOf = (events: readonly unknown[]) =>
  events.map((event) => ({
    ...(typeof event === "object" && event !== null && "type" in event ? { event: String(event.type) } : {}),
    data: typeof event === "string" ? event : JSON.stringify(event)
  }))

/** What the SDK's helper says of a stream; it throws where the stream breaks its order. */
const helped = async (events: readonly unknown[], Client: typeof OpenAI): Promise<OpenAI.Responses.Response> => {
  const writer = sseFraming.write()
  const bytes = framesOf(events)
    .flatMap((frame) => writer.push(frame))
    .join("")
  const client = new Client({
    apiKey: "none",
    baseURL: "http://sdk.test/v1",
    maxRetries: 0,
    fetch: async () => new Response(bytes, { headers: { "content-type": "text/event-stream" } })
  })
  return client.responses.stream({ model: "m", input: "q" }).finalResponse()
}

/** What is read of a stream from upstream: its parts, and what is wrong with its end. */
const heard = (events: readonly unknown[]): readonly string[] => {
  const decoder = responses.decodeStream(emptyReplyContext)
  const { response, error, ended } = foldStream([
    ...framesOf(events).flatMap((it) => decoder.push(it)),
    ...decoder.end("clean")
  ])
  const parts = (response.candidates[0]?.parts ?? []).map((part) =>
    part.type === "tool-call"
      ? part.input.kind === "json"
        ? part.input.json.text
        : part.type
      : "text" in part
        ? (part.text ?? "")
        : part.type
  )
  return [...parts, ...(error === undefined ? [] : ["error"]), ...(ended ? [] : ["cut"])]
}

const whole = ["Two.", "Let me look.", input]

const at = (type: string, nth = 0): number => {
  const places = sound.flatMap((event, place) => (event["type"] === `response.${type}` ? [place] : []))
  const place = places[nth]
  if (place === undefined) throw new Error(`no ${type} ${nth}`)
  return place
}

/** Without an event. */
const without = (type: string, nth = 0): readonly unknown[] => sound.toSpliced(at(type, nth), 1)

/** With events before one. */
const before = (type: string, nth: number, ...more: readonly unknown[]): readonly unknown[] => [
  ...sound.slice(0, at(type, nth)),
  ...more,
  ...sound.slice(at(type, nth))
]

/** With members of an event changed; undefined takes one away. */
const changed = (type: string, nth: number, members: Body): readonly unknown[] =>
  sound.with(at(type, nth), { ...sound[at(type, nth)], ...members })

/** With members of an event's item changed. */
const item = (type: string, nth: number, members: Body): readonly unknown[] =>
  changed(type, nth, { item: { ...(sound[at(type, nth)]?.["item"] as Body), ...members } })

/** With members of the answer in an event changed. */
const head = (type: string, members: Body): readonly unknown[] =>
  changed(type, 0, { response: { ...(sound[at(type)]?.["response"] as Body), ...members } })

const added = "output_item.added"
const over = "output_item.done"

/** Shapes that the SDK's helper refuses. */
const refused: Readonly<Record<string, readonly unknown[]>> = {
  "an event is of no known type": before("completed", 0, { type: "response.novel" }),
  "an event has no type": before("completed", 0, { output_index: 0 }),
  "an event is a list": before("completed", 0, []),
  "an event is no JSON": before("completed", 0, '{"type":'),
  "an error is told": before("completed", 0, { type: "error", code: "server_error", message: "No.", param: null }),
  "a keepalive stands before the beginning": [{ type: "keepalive", sequence_number: 0 }, ...sound],
  "an item stands before the beginning": [sound[2], ...sound],
  "there is no beginning": without("created"),
  "the beginning has no answer": changed("created", 0, { response: undefined }),
  "the beginning's answer is a text": changed("created", 0, { response: "resp_1" }),
  "the answer has no id": head("created", { id: undefined }),
  "the answer's output is an object": head("created", { output: {} }),
  "the answer's id changes on its way": head("in_progress", { id: "resp_2" }),
  "the answer's id changes at its end": head("completed", { id: "resp_2" }),
  "the end has no answer": changed("completed", 0, { response: undefined }),
  "the end's answer is null": changed("completed", 0, { response: null }),
  "the end's output is a text": head("completed", { output: "none" }),
  "a message has no id": item(added, 1, { id: undefined }),
  "a thought has no id": item(added, 0, { id: undefined }),
  "an item of a new type has no id": item(added, 0, { type: "novel", id: undefined }),
  "an item has no type": item(added, 1, { type: undefined }),
  "a message's id is empty": item(added, 1, { id: "" }),
  "an id is used twice": item(added, 1, { id: "rs_1" }),
  "a thought has no summary": item(added, 0, { summary: undefined }),
  "a message has no content": item(added, 1, { content: undefined }),
  "a message's content is a text": item(added, 1, { content: "Let" }),
  "a call has no id of its own": item(added, 2, { call_id: undefined }),
  "an item is a text": changed(added, 1, { item: "message" }),
  "an item is null": changed(added, 1, { item: null }),
  "an item has no index": changed(added, 1, { output_index: undefined }),
  "an item's index is below 0": changed(added, 1, { output_index: -1 }),
  "an item's index is no integer": changed(added, 1, { output_index: 1.5 }),
  "an item's index is a text": changed(added, 1, { output_index: "1" }),
  "an item's index leaves a gap": changed(added, 2, { output_index: 5 }),
  "an item takes another's index": changed(added, 1, { output_index: 0 }),
  "an item is not begun": without(added, 1),
  "a call is not begun": without(added, 2),
  "an item is begun twice": before(added, 2, sound[at(added, 1)]),
  "an item ends with another id": item(over, 1, { id: "msg_2" }),
  "an item ends as another type": item(over, 1, { type: "reasoning", summary: [] }),
  "an item ends without itself": changed(over, 1, { item: undefined }),
  "an item ends elsewhere": changed(over, 1, { output_index: 7 }),
  "an item that is not over is not in the end": [
    ...without(over, 1).slice(0, -1),
    { ...sound.at(-1), response: { ...(sound.at(-1)?.["response"] as Body), output: [done.thought, done.call] } }
  ],
  "a text is not begun": without("content_part.added"),
  "a text is begun twice": before("output_text.delta", 0, sound[at("content_part.added")]),
  "a text has no index": changed("content_part.added", 0, { content_index: undefined }),
  "a text's index leaves a gap": changed("content_part.added", 0, { content_index: 3 }),
  "a text is of no known type": changed("content_part.added", 0, { part: { type: "novel" } }),
  "a text is null": changed("content_part.added", 0, { part: null }),
  "a text is begun in a thought": changed("content_part.added", 0, { output_index: 0, item_id: "rs_1" }),
  "a text is begun in a call": changed("content_part.added", 0, { output_index: 2, item_id: "fc_1" }),
  "a piece names another item": changed("output_text.delta", 0, { item_id: "msg_2" }),
  "a piece names no item": changed("output_text.delta", 0, { item_id: undefined }),
  "a piece has no index of its item": changed("output_text.delta", 0, { output_index: undefined }),
  "a piece has no index of its text": changed("output_text.delta", 0, { content_index: undefined }),
  "a piece stands in the next text": changed("output_text.delta", 0, { content_index: 1 }),
  "a piece stands in a thought": changed("output_text.delta", 0, { output_index: 0, item_id: "rs_1" }),
  "a refusal stands in a text": before("output_text.done", 0, {
    type: "response.refusal.delta",
    ...ofMessage,
    delta: "No."
  }),
  "a text ends in another item": changed("output_text.done", 0, { item_id: "msg_2" }),
  "a part ends as nothing": changed("content_part.done", 0, { part: undefined }),
  "a summary is not begun": without("reasoning_summary_part.added"),
  "a summary's index leaves a gap": changed("reasoning_summary_part.added", 0, { summary_index: 2 }),
  "a summary has no index": changed("reasoning_summary_part.added", 0, { summary_index: undefined }),
  "a summary stands in a message": changed("reasoning_summary_part.added", 0, { output_index: 1, item_id: "msg_1" }),
  "a summary's piece names another item": changed("reasoning_summary_text.delta", 0, { item_id: "rs_2" }),
  "a summary's piece stands in the next": changed("reasoning_summary_text.delta", 0, { summary_index: 1 }),
  "arguments name another item": changed("function_call_arguments.delta", 0, { item_id: "fc_2" }),
  "arguments stand in a message": changed("function_call_arguments.delta", 0, { output_index: 1, item_id: "msg_1" }),
  "a quotation stands in no text": before("content_part.added", 0, {
    type: "response.output_text.annotation.added",
    ...ofMessage,
    annotation_index: 0,
    annotation: { type: "url_citation", url: "https://a.test", title: "A", start_index: 0, end_index: 1 }
  })
}

/** Shapes that it takes. */
const taken: Readonly<Record<string, readonly unknown[]>> = {
  "there are two beginnings": before("in_progress", 0, sound[0]),
  "a call has no arguments": item(added, 2, { arguments: undefined }),
  "an item ends twice": before(over, 2, sound[at(over, 1)]),
  "a piece is a number": changed("output_text.delta", 0, { delta: 7 }),
  "a piece is missing": changed("output_text.delta", 0, { delta: undefined }),
  "a piece comes behind its item": before(added, 2, sound[at("output_text.delta")]),
  "a text ends as a number": changed("output_text.done", 0, { text: 7 }),
  "a summary's piece is a number": changed("reasoning_summary_text.delta", 0, { delta: 7 }),
  "arguments are a number": changed("function_call_arguments.delta", 0, { delta: 7 }),
  "arguments end as an object": changed("function_call_arguments.done", 0, { arguments: {} })
}

/** What is read of the shapes of which not all is read as it was meant. */
const otherwise: Readonly<Record<string, readonly string[]>> = {
  "an event is a list": [...whole, "error", "cut"],
  "an event is no JSON": [...whole, "error", "cut"],
  "an error is told": [...whole, "error", "cut"],
  "a text's index leaves a gap": ["Two.", "", "Let me look.", input],
  "a text is begun in a thought": ["Two.", "", "Let me look.", input],
  "a text is begun in a call": ["Two.", "", "Let me look.", input],
  "a piece stands in the next text": ["Two.", "Let me look.", "Let me look.", input],
  "a piece stands in a thought": ["Two.", "Let me look.", "Let me look.", input],
  "a refusal stands in a text": ["Two.", "Let me look.No.", input]
}

describe.each([
  ["7", OpenAI],
  ["6", EarlierOpenAI as unknown as typeof OpenAI]
])("the helper of the official SDK, version %s", (_, Client) => {
  it("takes the stream that the shapes are made of", async () =>
    expect((await helped(sound, Client)).status).toBe("completed"))
})

describe("the helper of the official SDK is a judge", () => {
  it("knows 69 shapes", () => expect(Object.keys(refused)).toHaveLength(69))

  it.each(Object.entries(refused))("it throws where %s", async (_, events) => {
    await expect(helped(events, OpenAI)).rejects.toThrow()
  })
})

describe("an upstream's stream is read as far as it can be", () => {
  it.each(Object.entries({ ...refused, ...taken }))("where %s", (name, events) => {
    expect(heard(events)).toEqual(otherwise[name] ?? whole)
  })
})
