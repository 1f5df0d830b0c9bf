import { describe, expect, it } from "vitest"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { generateContent, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"

// Gemini 3 signs the last part of an answer, be its text empty, and each picture that it draws; it refuses a picture that
// comes back without (https://ai.google.dev/gemini-api/docs/thought-signatures, https://github.com/BerriAI/litellm/issues/17228,
// read 2026-11).

const signed = { text: "", thoughtSignature: "Z2VtAAAA" }
const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, thoughtSignature: "SU1HAAAA" }
const unsigned = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgoA" } }
const other = { ...unsigned, thoughtSignature: "U0VDAAAA" }

const answerOf = (parts: readonly object[]) => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
  modelVersion: "gemini-3-pro-image-preview",
  responseId: "r1"
})

const whole = (parts: readonly object[]): readonly object[] => {
  const told = translateResponse({ from: generateContent, to: responses }, answerOf(parts))
  if (!told.ok) throw told.error
  return JSON.parse(told.value.body).output
}

const streamed = (parts: readonly object[]): readonly object[] => {
  const asked = { ...defaultReplyPreferences, stream: true }
  const stream = translateStream({ from: generateContent, to: responses, asked })
  const events = (stream.push(`data: ${JSON.stringify(answerOf(parts))}\n\n`) + stream.end()).trim().split("\n\n")
  return JSON.parse(events.at(-1)?.split("data: ")[1] ?? "").response.output
}

/** The model's turn, once the client has sent the items back. */
const heardAgain = (items: readonly object[]): unknown => {
  const input = [{ role: "user", content: "Draw." }, ...items, { role: "user", content: "Again." }]
  const target = { model: "gemini-3-pro-image-preview" }
  const sent = translateRequest({ from: responses, to: generateContent, target }, { model: "m", input })
  if (!sent.ok) throw sent.error
  return JSON.parse(sent.value.body).contents[1].parts
}

describe.each([
  ["whole", whole],
  ["streamed", streamed]
])("an answer of Gemini's that is %s", (_, told) => {
  it.each([
    ["a text, and an empty one behind it", [{ text: "Here." }, signed]],
    ["an empty text before another", [signed, { text: "Here." }]],
    ["an empty text alone", [signed]],
    ["a picture", [picture]],
    ["a text and a picture", [{ text: "Here.", thoughtSignature: "VEVYVAAA" }, picture]],
    ["each of two pictures", [picture, other]],
    ["the first of two pictures", [picture, unsigned]],
    ["the second of two pictures", [unsigned, picture]]
  ])("gives back what is signed: %s", (_, parts) => {
    expect(heardAgain(told(parts))).toEqual(parts)
  })

  it("gives back no signature of a picture with another one", () => {
    const result = unsigned.inlineData.data
    const items = told([picture]).map((item) => ("result" in item ? { ...item, result } : item))
    expect(heardAgain(items)).toEqual([unsigned])
  })

  it("shows nothing of an empty text that is signed", () => {
    expect(told([{ text: "Here." }, signed])).toMatchObject([{ type: "message" }, { type: "reasoning", summary: [] }])
  })
})
