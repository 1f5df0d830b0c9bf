import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { choice, eventsOf } from "./saying.ts"

describe("sounds of an answer that has place for one", () => {
  it("are noted behind the first", () => {
    const parts = ["YQ==", "Yg=="].map((data) => ({ inlineData: { mimeType: "audio/L16;rate=24000", data } }))
    const body = { candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] }
    const there = translateResponse({ from: generateContent, to: chatCompletions }, body)
    expect(there.ok && JSON.parse(there.value.body).choices[0].message.audio).toMatchObject({ data: "YQ==" })
    expect(there.ok && there.value.notes).toContainEqual(
      expect.objectContaining({ rule: "chat-completions/answer-media", path: "/candidates/0/content/parts/1" })
    )
  })
})

describe("the format of a sound that is asked of Gemini", () => {
  it("is noted: its model chooses one", () => {
    const sent = translateRequest(
      { from: chatCompletions, to: generateContent },
      { model: "m", audio: { voice: "Kore", format: "wav" }, messages: [{ role: "user", content: "Hi" }] }
    )
    expect(sent.ok && sent.value.notes).toContainEqual(
      expect.objectContaining({
        rule: "generate-content/unsupported",
        path: "/audio/format",
        severity: "meaning",
        detail: expect.stringContaining("`format`")
      })
    )
  })
})

/** @see https://developers.openai.com/api/docs/guides/audio `message.audio` (read 2026-11) */
const spoken = { id: "audio_1", data: "AAAA", transcript: "Hello there", expires_at: 1_800_000_000 }

describe("the transcript of a sound", () => {
  it.each([responses, messages])("is text in $id, whole and streamed", (to) => {
    const body = {
      ...choice({}),
      choices: [{ index: 0, message: { role: "assistant", content: null, audio: spoken }, finish_reason: "stop" }]
    }
    const there = translateResponse({ from: chatCompletions, to }, body)
    const whole = there.ok ? JSON.parse(there.value.body) : undefined
    const blocks = to.id === "responses" ? whole.output[0].content : whole.content
    expect(blocks).toMatchObject([{ text: "Hello there" }])
    expect(there.ok && there.value.notes.map(({ rule }) => rule)).toContainEqual(expect.stringMatching(/part-text/))
    const stream = translateStream({ from: chatCompletions, to })
    const pieces = [
      { role: "assistant", audio: { id: "audio_1", transcript: "Hello" } },
      { audio: { data: "AAAA" } },
      { audio: { transcript: " there" } }
    ]
    const text =
      stream.push(eventsOf([...pieces.map((delta) => choice(delta)), choice({}, "stop"), "[DONE]"])) + stream.end()
    expect(text).toContain('"Hello there"')
    expect(stream.notes().map(({ rule }) => rule)).toContainEqual(expect.stringMatching(/part-text/))
  })

  it("stands in the output of a stream's last event", () => {
    const stream = translateStream({ from: chatCompletions, to: responses })
    const deltas = [{ role: "assistant", content: "Hi." }, { audio: spoken }]
    const text = stream.push(eventsOf([...deltas.map((delta) => choice(delta)), choice({}, "stop")])) + stream.end()
    const last = text.split("\n").findLast((line) => line.startsWith("data: "))
    expect(JSON.parse(last?.slice(6) ?? "").response.output).toMatchObject([
      { type: "message", status: "completed", content: [{ text: "Hi." }, { type: "output_text", text: "Hello there" }] }
    ])
  })

  it("is none where a sound has none", () => {
    const body = {
      ...choice({}),
      choices: [{ index: 0, message: { role: "assistant", audio: { id: "a", data: "AAAA" } }, finish_reason: "stop" }]
    }
    const there = translateResponse({ from: chatCompletions, to: responses }, body)
    expect(there.ok && JSON.parse(there.value.body).output).toEqual([])
    expect(there.ok && there.value.notes.map(({ rule }) => rule)).toContain("responses/answer-media")
  })
})
