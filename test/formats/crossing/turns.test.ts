import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateRequest } from "../../../src/translate.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { messages as messagesFormat } from "../../../src/formats/messages/index.ts"
import { JsonText } from "../../../src/core/json/json.ts"

const turnsOf = (body: object) => {
  const there = translateRequest(
    { from: Formats.generateContent, to: Formats.chatCompletions, target: { model: "m" } },
    body
  )
  return there.ok ? JSON.parse(there.value.body).messages : there.error
}

const call = (name: string) => ({ functionCall: { id: name, name, args: {} } })
const result = (name: string) => ({ functionResponse: { id: name, name, response: { output: "r" } } })

describe("an assistant's turn that came in several messages", () => {
  const contents = [
    { role: "user", parts: [{ text: "q" }] },
    { role: "model", parts: [{ text: "a" }] },
    { role: "model", parts: [call("f")] },
    { role: "model", parts: [call("g")] },
    { role: "model", parts: [{ text: "b" }] },
    { role: "user", parts: [result("f"), result("g")] }
  ]

  it("leaves nothing between its calls and their results", () =>
    expect(turnsOf({ contents })).toMatchObject([
      { role: "user" },
      {
        role: "assistant",
        content: [{ text: "a" }, { text: "b" }],
        tool_calls: [{ function: { name: "f" } }, { function: { name: "g" } }]
      },
      { role: "tool", tool_call_id: "f" },
      { role: "tool", tool_call_id: "g" }
    ]))
})

describe("a summary of earlier turns", () => {
  const written = (opaque: { vendor: "openai" | "anthropic"; kind: "encrypted"; data: string }) =>
    messagesFormat.encodeRequest(
      {
        model: "m",
        maxTokens: 10,
        messages: [
          { role: "user", parts: [{ type: "text", text: "a" }] },
          { role: "assistant", parts: [{ type: "compaction", opaque: [opaque], at: "/input/1" }] },
          { role: "user", parts: [{ type: "text", text: "b" }] }
        ]
      },
      { model: "m" }
    )

  it("is refused where another vendor holds it", () => {
    const told = written({ vendor: "openai", kind: "encrypted", data: "x" })
    expect(told.ok ? [] : told.error.notes.map(({ path, rule }) => [path, rule])).toEqual([
      ["/input/1", "messages/compaction-held"]
    ])
  })

  it("goes back to the vendor whose it is", () =>
    expect(written({ vendor: "anthropic", kind: "encrypted", data: "x" }).ok).toBe(true))
})

describe("the vendor's own search", () => {
  it("has no `type` among the options of chat completions", () => {
    const config = JsonText.source('{"type":"web_search","search_context_size":"low"}')
    const told = chatCompletions.encodeRequest(
      {
        model: "m",
        messages: [{ role: "user", parts: [{ type: "text", text: "a" }] }],
        tools: [
          { type: "vendor", vendor: "openai", of: "web-search", runBy: "provider", version: "web_search", config }
        ]
      },
      { model: "m" }
    )
    const body = told.ok ? JSON.parse(told.value.value.call.body.text) : told.error
    expect(body.web_search_options).toEqual({ search_context_size: "low" })
  })
})
