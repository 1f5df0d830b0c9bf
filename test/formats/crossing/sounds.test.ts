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

/**
 * @see https://github.com/openai/openai-node `ChatCompletionAudioParam` of openai 7.57.0: `voice` and `format` are required
 * @see https://github.com/jackmpcollins/magentic/issues/396 that streams are `pcm16` (2025-01)
 */
describe("a sound that a client of Gemini's asks of chat completions", () => {
  const asked = (speechConfig: object | undefined, target: { readonly vendor?: string } = {}, stream = false) => {
    const there = translateRequest(
      { from: generateContent, to: chatCompletions, target: { model: "m", ...target }, stream },
      {
        contents: [{ role: "user", parts: [{ text: "Hi" }] }],
        generationConfig: { responseModalities: ["AUDIO"], ...(speechConfig && { speechConfig }) }
      }
    )
    if (!there.ok) throw there.error
    const notes = there.value.notes.map(({ kind, severity, rule, path }) => `${kind} ${severity} ${rule} ${path}`)
    return [JSON.parse(there.value.body).audio, notes]
  }
  const named = { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } }
  const at = "/generationConfig/speechConfig"
  const voice = `approximated meaning chat-completions/voice ${at}`
  const filled = (path: string) => `synthesised meaning chat-completions/required-member ${path}`

  it("has the format that is required, and its voice as it is", () => {
    expect(asked(named)).toEqual([{ voice: "Kore", format: "wav" }, [voice]])
  })

  it("has the format of streams in one", () => {
    expect(asked(named, {}, true)).toEqual([{ voice: "Kore", format: "pcm16" }, [voice]])
  })

  it("has a voice of OpenAI's where none is named", () => {
    const sound = { voice: "alloy", format: "wav" }
    expect(asked(undefined)).toEqual([sound, [filled("/generationConfig/responseModalities")]])
    expect(asked({ languageCode: "de-DE" })).toEqual([sound, [filled(at)]])
  })

  it("has no voice of OpenAI's where another vendor is asked", () => {
    expect(asked(undefined, { vendor: "qwen" })).toEqual([undefined, []])
  })
})
