import { describe, expect } from "vitest"
import { generateContent, jsonArray } from "../../../src/formats/generate-content/index.ts"
import { toOpenApiSchema } from "../../../src/formats/generate-content/schema-encode.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { foldStream, unfoldResponse } from "../../../src/core/events/fold.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { differences, plain, settled } from "../../laws/differ.ts"
import { law } from "../../laws/law.ts"
import { commonResponse } from "../../laws/made/common.ts"
import { jsonText } from "../../laws/made/json.ts"
import { wildResponse } from "../../laws/made/wild.ts"
import { purely } from "../../laws/purely.ts"
import { stamp } from "./reading.ts"

const answer = (body: string) => {
  const read = purely(() => generateContent.decodeResponse(JsonText.source(body), emptyReplyContext))
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

describe("an answer", () => {
  law("streams through either framing to what it says whole", commonResponse, (response) => {
    const whole = answer(generateContent.encodeResponse(response, defaultReplyPreferences, stamp).value.text).value
    for (const framing of [generateContent.framings[0], jsonArray]) {
      const encoder = generateContent.encodeStream(defaultReplyPreferences, stamp)
      const writer = framing.write()
      const frames = [...unfoldResponse(response).flatMap((event) => encoder.push(event)), ...encoder.end("clean")]
      const text = [...frames.flatMap((frame) => writer.push(frame)), ...writer.end("clean")].join("")
      const reader = framing.read()
      const decoder = generateContent.decodeStream(emptyReplyContext)
      const bytes = new TextEncoder().encode(text)
      const read = [...reader.push(bytes), ...reader.end("clean")].flatMap((it) =>
        "data" in it ? decoder.push(it) : []
      )
      const { response: streamed } = foldStream([...read, ...decoder.end("clean")])
      expect(
        differences(settled(plain({ ...streamed, native: undefined })), settled(plain({ ...whole, native: undefined })))
      ).toEqual([])
    }
  })

  law("of any kind has a part in every frame of its stream, and usage beside one", wildResponse, (response) => {
    const encoder = generateContent.encodeStream(defaultReplyPreferences, stamp)
    const frames = [...unfoldResponse(response).flatMap((event) => encoder.push(event)), ...encoder.end("clean")]
    for (const { data } of response.candidates.length === 0 ? [] : frames) {
      const { candidates } = JSON.parse(data) as { candidates: { content: { parts: object[] } }[] }
      expect(candidates[0]?.content.parts.length).toBeGreaterThan(0)
      expect(candidates[0]?.content.parts.every((part) => Object.keys(part).length > 0)).toBe(true)
    }
  })
})

describe("a schema", () => {
  law(
    "of any JSON is brought to the vendor's dialect, or told to hold itself",
    (c) => jsonText(c),
    (source) => {
      const { lost, loops } = purely(() => toOpenApiSchema(JsonText.source(source)))
      for (const place of [...lost, ...loops]) expect(place === "" || place.startsWith("/")).toBe(true)
    }
  )
})
