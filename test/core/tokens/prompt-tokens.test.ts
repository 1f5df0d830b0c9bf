import { describe, expect, it } from "vitest"
import type { ContentPart, ChatRequest } from "../../../src/core/chat/chat.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { countPrompt } from "../../../src/core/tokens/count.ts"

const request = (...parts: readonly ContentPart[]): ChatRequest => ({ model: "m", messages: [{ role: "user", parts }] })

/** Every character is a token: what remains is what the walk itself counts. */
const count = (asked: ChatRequest): number => countPrompt(asked, ({ length }) => length)

const image: ContentPart = { type: "media", media: "image", source: { kind: "base64", data: "AAAA" } }
const call: ContentPart = {
  type: "tool-call",
  name: "abc",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source('{"a": 1}') }
}

describe("what a prompt counts", () => {
  it.each<readonly [string, readonly ContentPart[], number]>([
    ["a message", [], 4],
    ["a text", [{ type: "text", text: "hello" }], 9],
    [
      "texts",
      [
        { type: "text", text: "hello" },
        { type: "text", text: "you" }
      ],
      12
    ],
    ["an image", [image], 1004],
    ["two images", [image, image], 2004],
    ["an image in a result", [result([image])], 1004],
    ["a text and an image in a result", [result([{ type: "text", text: "ab" }, image])], 1006],
    ["a call and its input", [call], 15],
    ["a result that is JSON", [{ ...result([]), output: { kind: "json", json: JsonText.source("[1]") } }], 7],
    ["a document of text", [{ type: "media", media: "document", source: { kind: "text", text: "abcd" } }], 8],
    ["a document of parts", [{ type: "media", media: "document", source: { kind: "parts", parts: [image] } }], 1004]
  ])("%s", (_, parts, tokens) => expect(count(request(...parts))).toBe(tokens))

  it("is the sum of messages, the system's among them, and tools", () => {
    const messages: ChatRequest["messages"] = [
      { role: "system", parts: [{ type: "text", text: "be brief" }] },
      { role: "user", parts: [{ type: "text", text: "hi" }] }
    ]
    const input = { dialect: "json-schema", source: JsonText.source('{"type":"object"}') } as const
    const tools: ChatRequest["tools"] = [{ type: "function", name: "f", description: "does", input }]
    expect(count({ model: "m", messages })).toBe(4 + 8 + 4 + 2)
    expect(count({ model: "m", messages, tools })).toBe(4 + 8 + 4 + 2 + 8 + 1 + 4 + 17)
  })

  it("leaves out what is of the answer", () => {
    expect(count({ ...request(), maxTokens: 9000, stop: ["a long stop sequence"] })).toBe(4)
  })
})

function result(parts: readonly ContentPart[]): Extract<ContentPart, { type: "tool-result" }> {
  return { type: "tool-result", id: "1", of: "function", runBy: "client", output: { kind: "parts", parts } }
}
