import { describe, expect, it } from "vitest"
import { parseModelId } from "../../../src/core/chat/thinking.ts"

describe("the suffixes of a model id", () => {
  it.each([
    ["gemini-2.5-flash-thinking", "gemini-2.5-flash", { mode: "auto", budget: -1, visible: true }],
    ["gemini-2.5-flash-thinking-2048", "gemini-2.5-flash", { mode: "on", budget: 2048, visible: true }],
    ["gemini-2.5-flash-thinking-0", "gemini-2.5-flash", { mode: "off" }],
    ["gemini-2.5-flash-thinking-999999999", "gemini-2.5-flash", { mode: "on", budget: 999_999_999, visible: true }],
    ["gemini-2.5-flash-nothinking", "gemini-2.5-flash", { mode: "off" }],
    ["gemini-2.5-pro-thinking-low", "gemini-2.5-pro", { mode: "on", effort: "low", visible: true }],
    ["gemini-2.5-pro-thinking-high", "gemini-2.5-pro", { mode: "on", effort: "high", visible: true }]
  ])("%s is %s with a wish", (id, base, thinking) => {
    expect(parseModelId(id)).toEqual({ id: base, thinking })
  })

  it.each([
    "gemini-2.5-flash",
    "gemini-2.5-flash-thinking-medium",
    "gemini-2.5-flash-thinking-1234567890",
    "gemini-2.5-flash-thinking--1",
    "gemini-2.5-flash-thinking-1.5",
    "gemini-2.5-flash-Thinking",
    "gemini-2.5-flash-thinking-",
    "-thinking",
    "-nothinking",
    "thinking",
    "",
    "gemini-2.5-flash-thinking\n"
  ])("%j has none", (id) => {
    expect(parseModelId(id)).toEqual({ id })
  })

  it("takes one suffix at most", () => {
    expect(parseModelId("a-thinking-thinking-low")).toEqual({
      id: "a-thinking",
      thinking: { mode: "on", effort: "low", visible: true }
    })
  })
})
