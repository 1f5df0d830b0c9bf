import { expect, it } from "vitest"
import { mustCall } from "../../../src/core/chat/tool.ts"

it("demands a call where one tool or any must be called", () => {
  expect(mustCall({ toolChoice: { mode: "required" } })).toBe(true)
  expect(mustCall({ toolChoice: { mode: "tool", of: "function", name: "f" } })).toBe(true)
  expect(mustCall({ toolChoice: { mode: "auto" } })).toBe(false)
  expect(mustCall({})).toBe(false)
})
