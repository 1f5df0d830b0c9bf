import { describe, expect, it } from "vitest"
import type { CitedSource } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { answered, rulesOf, stamp, told } from "./reading.ts"

const page = { kind: "url", url: "https://a.example" } as const
const document: CitedSource = { kind: "document", index: 0, unit: "char", start: 0, end: 1 }

describe("what an answer rests on", () => {
  it("has the vendor's entry to its search", () => {
    const grounding = { queries: ["q"], display: "<b>", sources: [], supports: [] }
    const body = told({ candidates: [{ index: 0, parts: [{ type: "text", text: "a" }], grounding }] })
    expect(body).toMatchObject({
      candidates: [{ groundingMetadata: { searchEntryPoint: { renderedContent: "<b>" }, webSearchQueries: ["q"] } }]
    })
  })

  const cited = (source: CitedSource) => {
    const parts = [{ type: "text", text: "a", citations: [{ source }] }] as const
    const { value, notes } = generateContent.encodeResponse(
      { candidates: [{ index: 0, parts }] },
      defaultReplyPreferences,
      stamp
    )
    return { body: JSON.parse(value.text), rules: rulesOf(notes) }
  }

  it("is a page of the web", () => {
    const { body, rules } = cited(page)
    expect(body.candidates[0].groundingMetadata.groundingChunks).toEqual([{ web: { uri: "https://a.example" } }])
    expect(rules).toEqual(["grounding"])
  })

  it("is nothing else: a document that is cited is noted", () => {
    const { body, rules } = cited(document)
    expect(body.candidates[0].groundingMetadata).toBeUndefined()
    expect(rules).toEqual(["citation"])
  })

  it("is the text to its end where more bytes are named than it has", () => {
    const response = answered({
      candidates: [
        {
          content: { role: "model", parts: [{ text: "abc" }] },
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://a.example" } }],
            groundingSupports: [{ segment: { startIndex: 1, endIndex: 99 }, groundingChunkIndices: [0] }]
          }
        }
      ]
    })
    expect(response.candidates[0]?.grounding?.supports.map(({ span }) => span)).toEqual([{ start: 1, end: 3 }])
  })

  // UTF-8 has two bytes from U+0080 on, three from U+0800 on.
  it.each([
    ["\u007Fb", 1],
    ["\u0080b", 2],
    ["\u07FFb", 2],
    ["\u0800b", 3]
  ])("is named by bytes: %j has its second character at byte %i", (text, startIndex) => {
    const response = answered({
      candidates: [
        {
          content: { role: "model", parts: [{ text }] },
          groundingMetadata: {
            groundingChunks: [{ web: { uri: "https://a.example" } }],
            groundingSupports: [{ segment: { startIndex, endIndex: startIndex + 1 }, groundingChunkIndices: [0] }]
          }
        }
      ]
    })
    expect(response.candidates[0]?.grounding?.supports.map(({ span }) => span)).toEqual([{ start: 1, end: 2 }])
  })
})
