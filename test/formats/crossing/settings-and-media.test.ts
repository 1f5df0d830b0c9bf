import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import type { Format, Target } from "../../../src/translate.ts"
import { translateRequest, translateResponse } from "../../../src/translate.ts"

/** A body as another vendor gets it, and its notes, each `<rule> <pointer>`. */
const sent = (from: Format, to: Format, body: object, target: Partial<Target> = {}) => {
  const there = translateRequest({ from, to, target: { model: "m", ...target } }, body)
  if (!there.ok) throw there.error
  const { body: text, notes } = there.value
  return { body: JSON.parse(text), notes: notes.map(({ rule, path }) => `${rule} ${path}`) }
}

const asks = (parts: readonly object[]): object => ({ contents: [{ role: "user", parts }] })
const says = (content: readonly object[]): object => ({
  model: "m",
  max_tokens: 9,
  messages: [{ role: "user", content }]
})

describe("a sound", () => {
  it.each([
    ["audio/mpeg", "mp3"],
    ["audio/x-wav", "wav"],
    ["audio/wave", "wav"],
    ["audio/wav", "wav"],
    ["audio/flac", "flac"]
  ])("of Gemini's type %s is %s in chat completions", (mimeType, format) => {
    const { body } = sent(
      Formats.generateContent,
      Formats.chatCompletions,
      asks([{ inlineData: { mimeType, data: "AAAA" } }])
    )
    expect(body.messages[0].content).toEqual([{ type: "input_audio", input_audio: { data: "AAAA", format } }])
  })
})

describe("the form of an answer", () => {
  it.each([
    ["text/plain", { type: "text" }],
    ["application/json", { type: "json_object" }],
    ["text/x.enum", undefined]
  ])("of Gemini's type %s is OpenAI's", (responseMimeType, form) => {
    const asked = { ...asks([{ text: "Answer in JSON." }]), generationConfig: { responseMimeType } }
    expect(sent(Formats.generateContent, Formats.chatCompletions, asked).body.response_format).toEqual(form)
  })
})

describe("a document", () => {
  it("that is named has no name for Gemini's API, which takes none, and keeps it where it passes through its own format", () => {
    const source = { type: "url", url: "https://a.example/b.pdf" }
    const { body } = sent(
      Formats.messages,
      Formats.generateContent,
      says([{ type: "document", source, title: "The book" }]),
      { mediaUrls: true }
    )
    expect(JSON.stringify(body)).not.toContain("displayName")
    const fileData = { mimeType: "application/pdf", fileUri: "https://a.example/b.pdf", displayName: "The book" }
    const own = sent(Formats.generateContent, Formats.generateContent, asks([{ fileData }]))
    expect(own.body.contents[0].parts).toEqual([{ fileData }])
  })

  it("of text in base64 is that text for Claude, whatever characters of the alphabet it takes", () => {
    const said = "ÿûï¿¾ ~~~ ???"
    const data = Buffer.from(said).toString("base64")
    expect(data).toMatch(/\/.*\+|\+.*\//)
    const { body } = sent(
      Formats.generateContent,
      Formats.messages,
      asks([{ inlineData: { mimeType: "text/markdown", data } }])
    )
    expect(body.messages[0].content).toMatchObject([{ source: { type: "text", media_type: "text/plain", data: said } }])
  })
})

it("a cache mark on a result, for which OpenAI's Responses API has no place, is noted where it stands", () => {
  const { body, notes } = sent(Formats.messages, Formats.responses, {
    model: "m",
    max_tokens: 16,
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "f", input: {} }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "t1", content: "r", cache_control: { type: "ephemeral" } }]
      }
    ]
  })
  expect(JSON.stringify(body)).not.toContain("cache")
  expect(notes).toEqual(["responses/cache-mark /messages/2/content/0"])
})

it("a new tool that Claude was told of in the middle is told Gemini in words", () => {
  const { body, notes } = sent(
    Formats.messages,
    Formats.generateContent,
    says([
      { type: "text", text: "Hi" },
      { type: "tool_reference", tool_name: "WebFetch" }
    ])
  )
  expect(body.contents[0].parts).toEqual([{ text: "Hi" }, { text: "The tool `WebFetch` is there now." }])
  expect(notes).toContainEqual(expect.stringMatching(/part-text \/messages\/0\/content\/1$/))
})

it("thoughts that a client of Claude's wants summed up are so, and only how much is thought is noted", () => {
  const asked = { ...says([{ type: "text", text: "Hi" }]), max_tokens: 9000 }
  const { body, notes } = sent(
    Formats.messages,
    Formats.messages,
    { ...asked, thinking: { type: "enabled", budget_tokens: 2000, display: "summarized" } },
    { thinking: { adaptive: true, effort: true } }
  )
  expect([body.thinking, notes]).toEqual([
    { type: "adaptive", display: "summarized" },
    ["messages/thinking-form /thinking"]
  ])
})

it("pages that an earlier answer cites have no place in a text for Claude, not as an empty list either", () => {
  const page = { type: "url_citation", start_index: 0, end_index: 1, url: "https://a.example/", title: "A" }
  const { body, notes } = sent(Formats.responses, Formats.messages, {
    model: "m",
    input: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [{ type: "output_text", text: "x", annotations: [page] }] },
      { role: "user", content: "And?" }
    ]
  })
  expect(body.messages[1].content).toEqual([{ type: "text", text: "x" }])
  expect(notes).toContainEqual(expect.stringMatching(/citation \/input\/1/))
})

it("a text behind a call is told before it in chat completions, which is noted", () => {
  const content = [
    { type: "tool_use", id: "t1", name: "f", input: {} },
    { type: "text", text: "Done." }
  ]
  const answer = { id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use" }
  const there = translateResponse({ from: Formats.messages, to: Formats.chatCompletions }, answer)
  expect(there.ok && there.value.notes.map(({ rule }) => rule)).toContain("chat-completions/part-order")
})

it("an answer of the Responses API repeats of its request as much as there is room for", () => {
  const body = {
    model: "m",
    input: "Hi",
    instructions: "i".repeat(300_000),
    metadata: { about: "m" },
    tools: [{ type: "function", name: "f", description: "d".repeat(300_000), parameters: { type: "object" } }],
    user: "u"
  }
  const there = translateRequest({ from: Formats.responses, to: Formats.messages, target: { model: "m" } }, body)
  const echo: object = JSON.parse((there.ok && there.value.asked.echo) || "{}")
  expect(Object.keys(echo)).toEqual(["instructions", "metadata", "user"])
})

it("a summary that becomes a message of the system says so in its own words", () => {
  const there = translateRequest(
    { from: Formats.messages, to: Formats.chatCompletions, target: { model: "m" } },
    {
      model: "m",
      max_tokens: 9,
      messages: [
        { role: "assistant", content: [{ type: "compaction", content: "Earlier: hi." }] },
        { role: "user", content: "Hi" }
      ]
    }
  )
  const told = there.ok ? there.value.notes : []
  expect(told.filter(({ rule }) => rule === "chat-completions/part-text")).toMatchObject([
    { path: "/messages/0/content/0", detail: "The summary was sent as a system message." }
  ])
})
