import { expect, it, vi } from "vitest"
import { foldStream } from "../../../src/core/events/fold.ts"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { responses } from "../../../src/formats/responses/index.ts"

type Event = { readonly type: string; readonly [member: string]: unknown }

const head = { id: "resp_1", object: "response", created_at: 1_790_000_000, model: "gpt-5.5", output: [] }

const created: Event = { type: "response.created", response: { ...head, status: "in_progress" } }

const completed = (output: readonly object[]): Event => ({
  type: "response.completed",
  response: { ...head, status: "completed", output }
})

/** What a stream says, folded, and whether it said its end. */
const read = (...events: readonly Event[]) => {
  const decoder = responses.decodeStream(emptyReplyContext)
  const frames = events.map((event) => ({ event: event.type, data: JSON.stringify(event) }))
  const { response, error, ended } = foldStream([...frames.flatMap((it) => decoder.push(it)), ...decoder.end("clean")])
  const parts = (response.candidates[0]?.parts ?? []).map((part) =>
    part.type === "tool-call"
      ? `${part.name} ${part.input.kind === "json" ? part.input.json.text : ""}`
      : "text" in part
        ? `${part.type} ${part.text ?? ""}`
        : part.type
  )
  return { parts, error: error?.message, ended, finish: response.candidates[0]?.finish?.kind }
}

const message = (text: string): object => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }]
})

const call = (id: string, said: string): object => ({
  id,
  type: "function_call",
  call_id: "call_a",
  name: "weather",
  arguments: said
})

it("a call whose ids change, whose arguments come at its end alone, and of which the last frame is silent, is one", () => {
  expect(
    read(
      created,
      { type: "response.output_item.added", output_index: 0, item: call("fc_1", "") },
      { type: "response.function_call_arguments.done", output_index: 0, item_id: "fc_2", arguments: '{"city":"Brno"}' },
      { type: "response.output_item.done", output_index: 0, item: call("fc_3", '{"city":"Brno"}') },
      completed([])
    )
  ).toEqual({ parts: ['weather {"city":"Brno"}'], error: undefined, ended: true, finish: "tool-calls" })
})

it("an answer of which only the last frame says anything is whole", () => {
  expect(read(completed([message("Hi."), call("fc_1", "{}")]))).toEqual({
    parts: ["text Hi.", "weather {}"],
    error: undefined,
    ended: true,
    finish: "tool-calls"
  })
})

it("what an item says at its end beyond its pieces is said once", () => {
  const place = { output_index: 0, content_index: 0, item_id: "msg_1" }
  expect(
    read(
      created,
      { type: "response.output_text.delta", ...place, delta: "Hel" },
      { type: "response.output_text.done", ...place, text: "Hello" },
      { type: "response.output_item.done", output_index: 0, item: message("Hello, you") },
      completed([message("Hello, you")])
    ).parts
  ).toEqual(["text Hello, you"])
})

it("summaries of a thought are divided by a blank line", () => {
  const said = (summary_index: number, delta: string): Event => ({
    type: "response.reasoning_summary_text.delta",
    output_index: 0,
    summary_index,
    delta
  })
  expect(read(created, said(0, "One."), said(1, "Two."), completed([])).parts).toEqual(["reasoning One.\n\nTwo."])
})

it("a stream without a last frame ends in an error", () => {
  expect(read(created)).toMatchObject({ ended: false, error: expect.stringContaining("before its last event") })
})

it.each<[string, Event]>([
  ["flat", { type: "error", code: "rate_limit_exceeded", message: "Slow down.", param: null }],
  ["nested", { type: "error", error: { type: "tokens", code: "rate_limit_exceeded", message: "Slow down." } }],
  [
    "of the answer",
    { type: "response.failed", response: { ...head, error: { code: "rate_limit_exceeded", message: "Slow down." } } }
  ]
])("an error that is told %s is told, and the failed answer behind it is no second one", (_, failure) => {
  const failed = { type: "response.failed", response: { ...head, error: { code: "server_error", message: "No." } } }
  expect(read(created, failure, failed)).toMatchObject({ ended: false, error: "Slow down." })
})

it.each([
  ["max_output_tokens", "length"],
  ["content_filter", "blocked"]
])("an answer that is not complete because of %s ended by %s", (reason, kind) => {
  const body = { ...head, status: "incomplete", incomplete_details: { reason }, output: [message("Hi")] }
  expect(read({ type: "response.incomplete", response: body }).finish).toBe(kind)
  const whole = responses.decodeResponse(JsonText.source(JSON.stringify(body)), emptyReplyContext)
  expect(whole.ok && whole.value.value.candidates[0]?.finish?.kind).toBe(kind)
})

it("an output whose first item nobody was told of is said once", () => {
  const place = { output_index: 1, content_index: 0 }
  expect(
    read(
      created,
      { type: "response.output_text.delta", ...place, item_id: "msg_1", delta: "Hello" },
      { type: "response.output_item.done", output_index: 1, item: message("Hello") },
      completed([message("Hello")])
    ).parts
  ).toEqual(["text Hello"])
})

it("pieces that differ in their number, their noise and their text are not parsed, and what they said is not said again", () => {
  const piece = (delta: string, at: number): Event => ({
    type: "response.output_text.delta",
    sequence_number: at,
    item_id: "msg_1",
    output_index: 0,
    content_index: 0,
    delta,
    logprobs: [],
    obfuscation: "n".repeat(at)
  })
  const decoder = responses.decodeStream(emptyReplyContext)
  const say = (event: Event) => decoder.push({ event: event.type, data: JSON.stringify(event) })
  const begun = [...say(created), ...say(piece("The", 8)), ...say(piece(" Old", 9))]
  const parse = vi.spyOn(JSON, "parse")
  const more = [...say(piece(" Town", 10)), ...say(piece(" Hall", 11))]
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
  const whole = { type: "response.output_text.done", output_index: 0, content_index: 0, text: "The Old Town Hall." }
  const { response } = foldStream([...begun, ...more, ...say(whole), ...say(completed([]))])
  expect(response.candidates[0]?.parts).toEqual([{ type: "text", text: "The Old Town Hall." }])
})

it("events that are named in their data alone are read", () => {
  const decoder = responses.decodeStream(emptyReplyContext)
  const said = [created, completed([message("Hi")])].flatMap((event) => decoder.push({ data: JSON.stringify(event) }))
  expect(foldStream([...said, ...decoder.end("clean")]).response.candidates[0]?.parts).toMatchObject([{ text: "Hi" }])
})

it("a part ends once, though its text, its part and its item are each told to be over", () => {
  const decoder = responses.decodeStream(emptyReplyContext)
  const at = { item_id: "msg_1", output_index: 0, content_index: 0 }
  const part = { type: "output_text", text: "Hi", annotations: [] }
  const all: readonly Event[] = [
    created,
    { type: "response.output_item.added", output_index: 0, item: message("") },
    { type: "response.content_part.added", ...at, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...at, delta: "Hi" },
    { type: "response.output_text.done", ...at, text: "Hi" },
    { type: "response.content_part.done", ...at, part },
    { type: "response.output_item.done", output_index: 0, item: message("Hi") },
    completed([message("Hi")])
  ]
  const said = all.flatMap((event) => decoder.push({ data: JSON.stringify(event) }))
  expect(said.filter(({ type }) => type === "part-end")).toHaveLength(1)
})

it("an answer begins once, however often a stream says how it stands", () => {
  const decoder = responses.decodeStream(emptyReplyContext)
  const standing = ["created", "queued", "in_progress"].map((word) => ({ ...created, type: `response.${word}` }))
  const events = [...standing, completed([message("Hi")])].flatMap((event) =>
    decoder.push({ event: event.type, data: JSON.stringify(event) })
  )
  expect(events.filter(({ type }) => type === "start")).toHaveLength(1)
  expect(events.filter(({ type }) => type === "frame")).toEqual([])
})

/** The events that frames are read as. */
const eventsOf = (...events: readonly Event[]) => {
  const decoder = responses.decodeStream(emptyReplyContext)
  return events.flatMap((event) => decoder.push({ event: event.type, data: JSON.stringify(event) }))
}

it("a call is told as soon as it begins", () =>
  expect(
    eventsOf(created, { type: "response.output_item.added", output_index: 0, item: call("fc_1", "") })
  ).toMatchObject([{ type: "start" }, { type: "part", value: { type: "tool-call", name: "weather" } }]))

it("a summary that says nothing does not stand for a thought's own words", () => {
  const thought = { item_id: "rs_1", output_index: 0 }
  expect(
    read(
      created,
      { type: "response.output_item.added", output_index: 0, item: { type: "reasoning", id: "rs_1", summary: [] } },
      { type: "response.reasoning_summary_text.delta", ...thought, summary_index: 0, delta: "" },
      { type: "response.reasoning_text.delta", ...thought, content_index: 0, delta: "a" },
      completed([])
    ).parts
  ).toEqual(["reasoning a"])
})

it("an item of the vendor's own has its place in no body", () => {
  const item = { type: "file_search_call", id: "fs_1", queries: ["q"], status: "completed" }
  expect(eventsOf(created, { type: "response.output_item.done", output_index: 0, item })[1]).toMatchObject({
    value: { type: "tool-call", of: "file-search", at: "" }
  })
})

it.each([
  ["priority", ["priority"]],
  ["", []],
  [null, []]
])("the tier of an answer that says %j is %j", (service_tier, tiers) => {
  const last = { type: "response.completed", response: { ...head, status: "completed", service_tier } }
  expect(eventsOf(created, last).flatMap((event) => (event.type === "response" ? event.add.tier : []))).toEqual(tiers)
})
