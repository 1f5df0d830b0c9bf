import * as Formats from "../../../src/formats.ts"
import { expect, it } from "vitest"
import { translateRequest } from "../../../src/translate.ts"

const body = {
  model: "m",
  messages: [
    { role: "user", content: "q" },
    { role: "assistant", content: "a" },
    {
      role: "system",
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "two" }
      ]
    },
    { role: "user", content: "b" }
  ]
}
const said = "<system>\none\ntwo\n</system>"

it("a late system message of several texts reaches Gemini whole", () => {
  const there = translateRequest(
    { from: Formats.chatCompletions, to: Formats.generateContent, target: { model: "m" } },
    body
  )
  expect(there.ok && JSON.parse(there.value.body).contents.at(-1)).toEqual({
    role: "user",
    parts: [{ text: said }, { text: "b" }]
  })
})

it("a late system message of several texts reaches Claude whole", () => {
  const there = translateRequest({ from: Formats.chatCompletions, to: Formats.messages, target: { model: "m" } }, body)
  expect(there.ok && JSON.parse(there.value.body).messages.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "text", text: said },
      { type: "text", text: "b" }
    ]
  })
})
