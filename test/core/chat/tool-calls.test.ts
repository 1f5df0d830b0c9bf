import { describe, expect, it } from "vitest"
import type { ToolCallPart } from "../../../src/core/chat/chat.ts"
import { OpenCalls } from "../../../src/core/chat/tool-calls.ts"
import { JsonText } from "../../../src/core/json/json.ts"

const call: ToolCallPart = {
  type: "tool-call",
  id: "1",
  name: "a",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("{}") }
}

describe("calls that wait", () => {
  it("wait once", () => {
    const calls = new OpenCalls([call])
    expect([calls.add(call), [...calls.all]]).toEqual([false, [call]])
  })

  it("wait no longer once all are cleared", () => {
    const calls = new OpenCalls([call])
    calls.clear()
    expect([...calls.all]).toEqual([])
  })
})
