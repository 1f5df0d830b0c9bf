import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

/** @see https://ai.google.dev/gemini-api/docs/image-generation a picture is a part of the answer (read 2026-11) */
const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }
const thought = { text: "I draw.", thought: true }

const gemini = (parts: readonly object[], finishReason = "STOP") => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason }],
  modelVersion: "gemini-3-pro-image"
})

/** @see `Response.ImageGenerationCall` of `openai` 7.57 (read 2026-11) */
const drawn = { id: "ig_1", type: "image_generation_call", status: "completed", result: "iVBORw0KGgo=" }
const openai = { id: "resp_1", object: "response", created_at: 1, status: "completed", model: "m", output: [drawn] }

type From = typeof generateContent | typeof responses

/** What a client is told of an answer, whole and streamed, and what each failed with. */
const told = (from: From, to: typeof messages | typeof chatCompletions | From, whole: object, stream: string) => {
  const there = translateResponse({ from, to }, JSON.stringify(whole))
  const machine = translateStream({ from, to })
  const text = machine.push(stream) + machine.end()
  return { errors: [there.ok ? undefined : there.error, machine.failure()], text, whole: there.ok && there.value.body }
}

const given = (parts: readonly object[], finishReason?: string) => {
  const whole = gemini(parts, finishReason)
  return [whole, eventsOf([whole])] as const
}

const named = (type: string, event: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`

const openaiStream =
  named("response.created", { response: { ...openai, status: "in_progress", output: [] } }) +
  named("response.output_item.done", { output_index: 0, item: drawn }) +
  named("response.completed", { response: openai })

const words = "The answer is a medium alone"

describe("an answer that is a picture alone, for a client of messages", () => {
  it.each([
    ["of Gemini's", generateContent, ...given([picture])],
    ["of Gemini's behind thoughts", generateContent, ...given([thought, picture])],
    ["of the Responses API", responses, openai, openaiStream]
  ] as const)("is no empty success, as its end says: %s", (_, from, given, stream) => {
    const { errors, text, whole } = told(from, messages, given, stream)
    expect(errors).toEqual([undefined, undefined])
    const end = `"stop_details":{"type":"refusal","category":null,"explanation":"${words}`
    for (const said of [text, whole]) expect(said).toContain(end)
    expect(text.slice(text.indexOf(end))).toContain("message_stop")
  })

  it("is the picture for those whose format has a place for it", () => {
    for (const to of [chatCompletions, responses, generateContent]) {
      const { errors, text, whole } = told(generateContent, to, ...given([picture]))
      expect(errors).toEqual([undefined, undefined])
      for (const said of [text, whole]) expect(said).toContain("iVBORw0KGgo=")
    }
  })

  it.each([
    ["words", [{ text: "Here:" }, picture], "STOP"],
    ["words behind it", [picture, { text: "There." }], "STOP"],
    ["a call", [picture, { functionCall: { name: "f", args: {} } }], "STOP"],
    ["its limit", [picture], "MAX_TOKENS"],
    ["what was withheld", [picture], "IMAGE_SAFETY"]
  ])("ends as ever beside %s", (_, parts, reason) => {
    const { text, whole } = told(generateContent, messages, ...given(parts, reason))
    expect(`${text}${String(whole)}`).not.toContain(words)
  })

  it("that says nothing ends as ever where no medium was left out", () => {
    const empty = { ...openai, output: [] }
    const stream = named("response.created", { response: empty }) + named("response.completed", { response: empty })
    const { text, whole } = told(responses, messages, empty, stream)
    expect(`${text}${String(whole)}`).not.toContain(words)
  })
})
