import { describe, expect, it } from "vitest"
import { profile as kimi } from "../../src/families/kimi.ts"
import { editsBy } from "./call.ts"

const messages = [{ role: "user", content: "Hi" }]
const named = (name: string) => ({ type: "function", function: { name } })
const tools = [named("f"), named("g")]

const third = ["kimi-k3", "kimi-k3.1-pro", "kimi-k3.9"]
const coders = ["kimi-k2.7-code", "kimi-k2.7-code-highspeed"]

/**
 * @see https://platform.kimi.ai/docs/guide/use-reasoning-effort three efforts at the top level, no `thinking` (read 2026-11)
 * @see https://dev.to/aihubmix/kimi-k31-pro-migration-guide-five-400s-one-404-and-the-claude-code-codex-config-13k the
 * vendor itself takes `medium` for `high`, and `xhigh` for `max` (2026-10)
 */
describe.each(third)("%s", (model) => {
  const wish = (body: object) => editsBy(kimi, model, { messages, ...body })

  it.each(["low", "high", "max"])("is told as it was asked how hard to think: %s", (effort) => {
    expect(wish({ reasoning_effort: effort })).toEqual({ edits: [], notes: [] })
  })

  it.each([
    ["minimal", "low"],
    ["medium", "high"],
    ["xhigh", "max"]
  ])("is told the nearest effort that it has: %s", (effort, sent) => {
    expect(wish({ reasoning_effort: effort })).toEqual({
      edits: [["/reasoning_effort", sent]],
      notes: ["/reasoning_effort kimi/effort"]
    })
  })

  it("thinks all the same where it is asked not to, and is not told", () => {
    expect(wish({ reasoning_effort: "none" })).toEqual({
      edits: [["/reasoning_effort", undefined]],
      notes: ["/reasoning_effort kimi/thinking-always", "/reasoning_effort kimi/control"]
    })
  })

  it("is told an effort in place of a budget", () => {
    const { edits } = wish({ thinking: { type: "enabled", budget_tokens: 1000 } })
    expect(edits).toEqual([
      ["/thinking", undefined],
      ["/reasoning_effort", "low"]
    ])
  })

  it.each(["enabled", "disabled"])("never gets the object of the second generation: %s", (type) => {
    expect(wish({ thinking: { type } }).edits).toEqual([["/thinking", undefined]])
  })

  /** @see https://github.com/can1357/oh-my-pi/pull/5994 which choices it takes while it thinks (2026-07) */
  it("can be made to call a function", () => {
    expect(wish({ tools, tool_choice: "required" })).toEqual({ edits: [], notes: [] })
  })

  it("is made to call a certain function by having no other", () => {
    expect(wish({ tools, tool_choice: named("g") })).toEqual({
      edits: [
        ["/tool_choice", "required"],
        ["/tools/0", undefined]
      ],
      notes: ["/tools/0 kimi/unchosen-tool"]
    })
  })

  it("is made to call the one function that is allowed", () => {
    const choice = { type: "allowed_tools", allowed_tools: { mode: "required", tools: [named("f")] } }
    expect(wish({ tools, tool_choice: choice }).edits).toEqual([
      ["/tool_choice", "required"],
      ["/tools/1", undefined]
    ])
  })
})

/**
 * @see https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model it always thinks (read 2026-11)
 * @see https://github.com/can1357/oh-my-pi/pull/3853 what it refuses (2026-06)
 */
describe.each(coders)("%s", (model) => {
  const wish = (body: object) => editsBy(kimi, model, { messages, ...body })

  it("is not told to stop thinking", () => {
    expect(wish({ thinking: { type: "disabled" } }).edits).toEqual([["/thinking", undefined]])
  })

  it.each(["required", named("f")])("chooses for itself where it should be made to call: %j", (choice) => {
    expect(wish({ tools, tool_choice: choice })).toEqual({
      edits: [["/tool_choice", "auto"]],
      notes: ["/tool_choice kimi/choice-lowered"]
    })
  })
})
