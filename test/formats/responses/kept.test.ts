import { expect, it } from "vitest"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { read, to, write } from "./given.ts"

it("instructions have the place that they are said at", () =>
  expect(read({ instructions: "a", input: "?" }).request.messages[0]).toMatchObject({
    at: "/instructions",
    parts: [{ type: "text", text: "a", at: "/instructions" }]
  }))

it.each([
  [true, false],
  [false, true],
  [undefined, true]
])("a request whose stream is %s streams where it is sent on so: %s", (said, stream) => {
  const { request } = read({ input: "?", ...(said !== undefined && { stream: said }) })
  expect(write(request, { model: "gpt-5.5", vendor: "openai", stream }).body).toMatchObject({ stream })
})

it.each([
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"]
])("a sound of the format %s has the type %s", (format, mimeType) => {
  const content = [{ type: "input_audio", input_audio: { data: "AAAA", format } }]
  expect(to(generateContent, { input: [{ role: "user", content }] }, { model: "g" }).body).toMatchObject({
    contents: [{ parts: [{ inlineData: { mimeType, data: "AAAA" } }] }]
  })
})

it("of tools that may be called nothing is unknown", () => {
  const tools = [{ type: "function", name: "f" }]
  const { notes } = to(
    messages,
    { input: "?", tools, tool_choice: { type: "allowed_tools", mode: "auto", tools } },
    { model: "m" }
  )
  expect(notes.filter(({ rule }) => rule.endsWith("/unknown-member"))).toEqual([])
})
