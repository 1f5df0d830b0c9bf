import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { toolsAtEnd } from "../../../src/core/chat/turns.ts"
import { wireNames } from "../../../src/core/format.ts"

const change = (type: string, name: string): object => ({
  role: "system",
  content: [{ type, tool: { type: "tool_reference", name } }]
})

/** The names of the tools that a conversation about `f` and `g` ends with. */
const left = (...changes: readonly object[]): unknown => {
  const tools = ["f", "g"].map((name) => ({ name, input_schema: { type: "object" } }))
  const talk = [{ role: "user", content: "A" }, ...changes]
  const body = JsonText.source(JSON.stringify({ model: "m", max_tokens: 9, tools, messages: talk }))
  const read = messages.decodeRequest({ model: "m", stream: false, headers: {}, body, names: wireNames })
  return read.ok ? toolsAtEnd(read.value.value.request)?.map(({ name }) => name) : read.error.issues
}

describe("tools at the end of a conversation", () => {
  it("are those that were declared where none came or went", () => {
    expect(left()).toEqual(["f", "g"])
  })

  it("lack one that was taken away", () => {
    expect(left(change("tool_removal", "g"))).toEqual(["f"])
  })

  it("have one that was taken away and brought back", () => {
    expect(left(change("tool_removal", "g"), change("tool_addition", "g"))).toEqual(["f", "g"])
  })

  it("are not changed by one that was not declared", () => {
    expect(left(change("tool_removal", "h"))).toEqual(["f", "g"])
  })
})
