import { expect, it } from "vitest"
import { mustCall } from "../../../src/core/chat/tool.ts"

it("demands a call where there is a tool to call", () => {
  const tools = [{ type: "function", name: "f" }] as const
  expect(mustCall({ tools, toolChoice: { mode: "required" } })).toBe(true)
  expect(mustCall({ tools, toolChoice: { mode: "tool", of: "function", name: "f" } })).toBe(true)
  expect(mustCall({ tools, toolChoice: { mode: "auto" } })).toBe(false)
  expect(mustCall({ tools })).toBe(false)
  expect(mustCall({ tools: [], toolChoice: { mode: "required" } })).toBe(false)
})
