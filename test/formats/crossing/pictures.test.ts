import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { printEvents } from "../../faults/frames.ts"
import { choice, eventsOf, streamed, whole } from "./saying.ts"

const url = "data:image/png;base64,iVBORw0KGgo="
const item = { type: "image_url", image_url: { url }, index: 0 }
const inline = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }
const picture = { type: "image_url", image_url: { url } }

describe("a picture in an answer of chat completions", () => {
  it.each<[string, object]>([
    ["beside the content", { content: "a", images: [item] }],
    ["in the content", { content: [{ type: "text", text: "a" }, item] }]
  ])("is one of generate content where it stands %s", (_, message) => {
    expect(whole(message).candidates[0]?.content.parts).toEqual([{ text: "a" }, inline])
  })

  it("is of another type where its URL says so", () => {
    const jpeg = { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/" } }
    expect(whole({ content: "a", images: [jpeg] }).candidates[0]?.content.parts).toEqual([
      { text: "a" },
      { inlineData: { mimeType: "image/jpeg", data: "/9j/" } }
    ])
  })

  it("is of a type that is guessed, with a note, where its URL says none", () => {
    const untyped = { type: "image_url", image_url: { url: "data:;base64,iVBORw0KGgo=" } }
    const there = translateResponse(
      { from: Formats.chatCompletions, to: Formats.generateContent },
      { ...choice({}), choices: [{ index: 0, message: { content: null, images: [untyped] }, finish_reason: "stop" }] }
    )
    expect(there.ok && JSON.parse(there.value.body).candidates[0].content.parts).toEqual([inline])
    expect(there.ok && there.value.notes).toHaveLength(1)
  })

  it("is one where a stream says it", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice({ content: "a" }), choice({ content: "", images: [item] }), choice({}, "stop"), "[DONE]"])
    )
    const parts = frames.flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])
    expect(parts.slice(0, 2)).toEqual([{ text: "a" }, inline])
  })
})

describe("a picture in an answer of generate content", () => {
  it("loses its type with a note where it is a URL, which says none", () => {
    const parts = [{ fileData: { mimeType: "image/png", fileUri: "https://example.com/x" } }]
    const body = { candidates: [{ content: { parts, role: "model" }, finishReason: "STOP" }] }
    const there = translateResponse({ from: Formats.generateContent, to: Formats.chatCompletions }, body)
    expect(there.ok && there.value.notes).toMatchObject([
      { kind: "dropped", path: "/candidates/0/content/parts/0/fileData/mimeType" }
    ])
  })
})

describe("a picture in an answer of messages", () => {
  it("has no type where none is said", () => {
    const content = [{ type: "image", source: { type: "base64", data: "AAAA" } }]
    const usage = { input_tokens: 1, output_tokens: 1 }
    const body = { id: "m", type: "message", role: "assistant", model: "m", stop_reason: "end_turn", content, usage }
    const there = translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, body)
    expect(there.ok && JSON.parse(there.value.body).choices[0].message.images).toEqual([
      { type: "image_url", image_url: { url: "data:;base64,AAAA" } }
    ])
  })
})

describe("a picture in an answer of Responses", () => {
  const drawn = "iVBORw0KGgoAAAAN".repeat((3 * 1024 * 1024) / 16)
  const call = { id: "ig_1", type: "image_generation_call", status: "completed", size: "1024x1024", result: drawn }
  const answer = { id: "resp_1", object: "response", created_at: 1, status: "in_progress", model: "m", output: [] }
  const text = printEvents([
    { type: "response.created", response: answer },
    { type: "response.output_item.done", output_index: 0, item: call },
    { type: "response.completed", response: { ...answer, status: "completed", output: [call] } }
  ])
  const asked = { ...defaultReplyPreferences, stream: true }

  it.each([
    ["chat completions", Formats.chatCompletions],
    ["generate content", Formats.generateContent]
  ])("may be long where a stream says it to %s", (_, to) => {
    const stream = translateStream({ from: Formats.responses, to, asked })
    const told = stream.push(text) + stream.end()
    expect([told.split(drawn).length - 1, told.includes("error")]).toEqual([1, false])
  })

  it("is its own item again where the client speaks Responses, too", () => {
    const stream = translateStream({ from: Formats.responses, to: Formats.responses, asked })
    const last = (stream.push(text) + stream.end()).split("data: ").at(-1) ?? ""
    expect(JSON.parse(last).response.output).toEqual([{ ...call, id: expect.any(String) }])
  })
})

describe("a picture in an answer of generate content", () => {
  const candidates = [{ content: { role: "model", parts: [{ text: "a" }, inline] }, finishReason: "STOP" }]

  it("stands beside the content", () => {
    const there = translateResponse({ from: Formats.generateContent, to: Formats.chatCompletions }, { candidates })
    expect(there.ok && JSON.parse(there.value.body).choices[0].message).toMatchObject({
      content: "a",
      images: [picture]
    })
  })

  it("stands in a delta", () => {
    const stream = translateStream({
      from: Formats.generateContent,
      to: Formats.chatCompletions,
      asked: { ...defaultReplyPreferences, stream: true }
    })
    const text = stream.push(eventsOf([{ candidates }])) + stream.end()
    const chunks = text.split("\n\n").filter((frame) => frame.startsWith("data: {"))
    const deltas = chunks.map((frame): { images?: unknown } => JSON.parse(frame.slice(6)).choices[0]?.delta ?? {})
    expect(deltas.flatMap(({ images }) => images ?? [])).toEqual([picture])
  })
})

describe("a picture in an answer of responses", () => {
  // https://www.iana.org/assignments/media-types/media-types.xhtml#image
  it.each([
    ["gif", "image/gif"],
    ["jpg", "image/jpeg"],
    ["svg", "image/svg+xml"]
  ])("is of its format's type: %s", (output_format, mimeType) => {
    const output = [{ type: "image_generation_call", id: "ig_1", status: "completed", output_format, result: "AAAA" }]
    const body = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "completed", output }
    const there = translateResponse({ from: Formats.responses, to: Formats.generateContent }, body)
    expect(there.ok && JSON.parse(there.value.body).candidates[0].content.parts).toEqual([
      { inlineData: { mimeType, data: "AAAA" } }
    ])
  })
})
