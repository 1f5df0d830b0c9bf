import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const draft = { inlineData: { mimeType: "image/png", data: "RFJBRlQ=" }, thought: true }
const picture = { inlineData: { mimeType: "image/png", data: "RklOQUw=" } }

const answer = (parts: readonly object[], finishReason = "STOP") => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason }],
  modelVersion: "gemini-3-pro-image"
})

/** @see https://ai.google.dev/gemini-api/docs/image-generation `part.thought` of the pictures drawn while thinking (read 2026-11) */
describe("a picture that Gemini drew while it thought", () => {
  it.each([chatCompletions, responses])("is none of an answer in $id, whole and streamed", (to) => {
    const body = answer([{ text: "Planning", thought: true }, draft, picture])
    const there = translateResponse({ from: generateContent, to }, body)
    const stream = translateStream({ from: generateContent, to })
    const text = stream.push(eventsOf([body])) + stream.end()
    for (const told of [there.ok ? there.value.body : "", text]) {
      expect(told).toContain("RklOQUw=")
      expect(told).not.toContain("RFJBRlQ=")
    }
    expect(there.ok && there.value.notes).toContainEqual(
      expect.objectContaining({ rule: `${to.id}/answer-media`, path: "/candidates/0/content/parts/1" })
    )
    expect(stream.notes()).toContainEqual(expect.objectContaining({ rule: `${to.id}/answer-media` }))
  })

  it("stays one for a client of its own format, whole and streamed", () => {
    const body = answer([draft, picture])
    const there = translateResponse({ from: generateContent, to: generateContent }, body)
    expect(there.ok && JSON.parse(there.value.body).candidates[0].content.parts).toEqual([draft, picture])
    const stream = translateStream({ from: generateContent, to: generateContent })
    expect(stream.push(eventsOf([body])) + stream.end()).toContain(JSON.stringify(draft))
  })

  it("goes back to its vendor as it is", () => {
    const contents = [
      { role: "user", parts: [{ text: "Draw." }] },
      { role: "model", parts: [draft, picture] },
      { role: "user", parts: [{ text: "More." }] }
    ]
    const sent = translateRequest({ from: generateContent, to: generateContent }, { model: "m", contents })
    expect(sent.ok && JSON.parse(sent.value.body).contents).toEqual(contents)
  })

  it("is no answer where it is all that came", () => {
    const there = translateResponse({ from: generateContent, to: responses }, answer([draft], "NO_IMAGE"))
    expect(there.ok || there.error).toMatchObject({ reason: "UpstreamFailed", status: 502 })
  })
})
