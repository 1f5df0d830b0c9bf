import { expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { textToBase64 } from "../../../src/formats/generate-content/opaque.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { callOf, decode, encode } from "../../laws/calling.ts"

const stamp = { id: "answer-1", created: 1, model: "model-1" }
const hidden = { ...defaultReplyPreferences, thinking: "hidden" } as const
const text = "Paris is the place to look at. ".repeat(100)
const call: ContentPart = {
  type: "tool-call",
  id: "call_1",
  name: "get_weather",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source('{"city":"Paris"}') }
}
const parts = [{ type: "reasoning", text } as const, call]
const answer = { candidates: [{ index: 0, parts, finish: { kind: "tool-calls" } as const }] }

interface Frame {
  readonly candidates: readonly { readonly content: { readonly parts: readonly object[] } }[]
}

const partsIn = (texts: readonly string[]): readonly object[] =>
  texts.flatMap((frame) => (JSON.parse(frame) as Frame).candidates.flatMap(({ content }) => content.parts))

const ways = {
  whole: () => partsIn([generateContent.encodeResponse(answer, hidden, stamp).value.text]),
  streamed: () => {
    const machine = generateContent.encodeStream(hidden, stamp)
    const frames = unfoldResponse(answer).flatMap((event) => machine.push(event))
    return partsIn(frames.map(({ data }) => data))
  }
}

it.each(Object.entries(ways))("a long thought that is not shown comes back with its call, %s", (_, told) => {
  expect(told()).toMatchObject([{ functionCall: { name: "get_weather" }, thoughtSignature: expect.any(String) }])
  const response = { functionResponse: { id: "call_1", name: "get_weather", response: { output: "18" } } }
  const contents = [
    { role: "user", parts: [{ text: "Weather in Paris?" }] },
    { role: "model", parts: told() },
    { role: "user", parts: [response] }
  ]
  const { request } = decode(generateContent, callOf(JSON.stringify({ contents })))
  const sent = encode(chatCompletions, request, { model: "deepseek-v4-pro", vendor: "deepseek" })?.body ?? "{}"
  expect(JSON.parse(sent).messages[1]).toMatchObject({ reasoning_content: text, tool_calls: [{ id: "call_1" }] })
})

it.each(["a", ">>>", "???", "é日😀"])("what clients read as bytes is base64 of the first alphabet: %s", (said) =>
  expect(textToBase64(said)).toBe(Buffer.from(said).toString("base64"))
)
