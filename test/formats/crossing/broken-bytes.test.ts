import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { translateRequest } from "../../../src/translate/translator.ts"
import type { ChatFormat } from "../../../src/core/format.ts"
import { Refused } from "../../../src/core/notes/note.ts"

/** Where a translation is refused; undefined where it is not. */
const refusedAt = (from: ChatFormat, to: ChatFormat, body: object): string | undefined => {
  const translated = translateRequest({ from, to, target: { model: "m" } }, JSON.stringify(body))
  return !translated.ok && translated.error instanceof Refused ? translated.error.notes[0].path : undefined
}

const asked = (content: object) => ({ model: "m", max_tokens: 5, messages: [{ role: "user", content: [content] }] })
const image = (url: string) => asked({ type: "image_url", image_url: { url } })

describe.each([
  ["messages", messages],
  ["generate-content", generateContent]
] as const)("towards %s", (_, to) => {
  it.each(["data:image/png;base64,A", "data:image/png;base64,not base64!", "data:image/png,AAEC"])(
    "bytes that are none are refused, naming the field: %s",
    (url) => expect(refusedAt(chatCompletions, to, image(url))).toBe("/messages/0/content/0/image_url/url")
  )

  it.each(["data:image/png;base64,AAEC", "data:image/png;base64,AAE", "data:image/png;base64,AAEC\nAAEC"])(
    "bytes are not: %j",
    (url) => expect(refusedAt(chatCompletions, to, image(url))).toBeUndefined()
  )
})

it("a document of bytes that are none is refused", () => {
  const file = asked({ type: "file", file: { file_data: "data:application/pdf;base64,?", filename: "a.pdf" } })
  expect(refusedAt(chatCompletions, messages, file)).toBe("/messages/0/content/0/file/file_data")
})

it("bytes that are none are refused towards chat completions, too", () => {
  const source = { type: "base64", media_type: "image/png", data: "?" }
  expect(refusedAt(messages, chatCompletions, asked({ type: "image", source }))).toBe("/messages/0/content/0/source")
  const contents = [{ role: "user", parts: [{ inlineData: { mimeType: "image/png", data: "?" } }] }]
  expect(refusedAt(generateContent, chatCompletions, { contents })).toBe("/contents/0/parts/0/inlineData/data")
})
