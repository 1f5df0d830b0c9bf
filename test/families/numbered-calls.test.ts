import { describe, expect, it } from "vitest"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { editsBy } from "./call.ts"

const callOf = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: "{}" } })
const calls = (...all: readonly object[]) => ({ role: "assistant", content: null, tool_calls: all })
const result = (tool_call_id: string) => ({ role: "tool", tool_call_id, content: "r" })

/** The ids that a conversation's calls and results are sent under, by their places, as far as they are others. */
const idsOf = (...messages: readonly object[]): readonly (readonly unknown[])[] =>
  editsBy(kimi, "kimi-k2-0905-preview", { messages }).edits

/** @see https://github.com/MoonshotAI/Kimi-K2 docs/tool_call_guidance.md `functions.{func_name}:{idx}` (read 2026-11) */
describe("the calls of a conversation with Kimi", () => {
  it("stay where they are numbered", () => {
    const first = [calls(callOf("functions.a:0", "a")), result("functions.a:0")]
    expect(idsOf(...first, calls(callOf("functions.b:1", "b")), result("functions.b:1"))).toEqual([])
  })

  it("are numbered on where each turn began anew, and where another vendor made them", () => {
    const turn = (id: string) => [calls(callOf(id, "a")), result(id)]
    const once = [...turn("functions.a:0"), ...turn("functions.a:0")]
    const twice = [
      ["/messages/2/tool_calls/0/id", "functions.a:1"],
      ["/messages/3/tool_call_id", "functions.a:1"]
    ]
    expect(idsOf(...once)).toEqual(twice)
    expect(idsOf(...once, ...turn("toolu_01"))).toEqual([
      ...twice,
      ["/messages/4/tool_calls/0/id", "functions.a:2"],
      ["/messages/5/tool_call_id", "functions.a:2"]
    ])
  })

  it("are counted whatever they call, and their results are found in any order", () => {
    const both = calls(callOf("x", "a"), callOf("y", "b"))
    expect(idsOf(both, result("y"), { role: "user", content: "Wait." }, result("x"), result("x"))).toEqual([
      ["/messages/0/tool_calls/0/id", "functions.a:0"],
      ["/messages/0/tool_calls/1/id", "functions.b:1"],
      ["/messages/1/tool_call_id", "functions.b:1"],
      ["/messages/3/tool_call_id", "functions.a:0"],
      ["/messages/4/tool_call_id", "functions.a:0"]
    ])
  })

  it("are answered one after the other where one id is that of two", () => {
    expect(idsOf(calls(callOf("x", "a"), callOf("x", "b")), result("x"), result("x"))).toEqual([
      ["/messages/0/tool_calls/0/id", "functions.a:0"],
      ["/messages/0/tool_calls/1/id", "functions.b:1"],
      ["/messages/1/tool_call_id", "functions.a:0"],
      ["/messages/2/tool_call_id", "functions.b:1"]
    ])
  })

  it("stay where they have no name, and so do results of none", () => {
    expect(idsOf(calls({ id: "x", type: "function" }), result("y"), { role: "tool", content: "r" })).toEqual([])
  })

  it("stay for vendors to whom an id says nothing", () => {
    const { edits } = editsBy(deepseek, "deepseek-chat", { messages: [calls(callOf("x", "a")), result("x")] })
    expect(edits.filter(([path]) => String(path).endsWith("id"))).toEqual([])
  })
})
