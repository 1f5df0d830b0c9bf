import { describe, expect, it } from "vitest"
import { claudeEdits } from "../../src/families/claude.ts"
import { catalogueRules } from "../../src/families/family.ts"
import { claudeModels, target } from "../../src/families/claude/models.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { callOf, plainly } from "./call.ts"

const editsOf = (model: string, body: unknown) =>
  plainly(claudeEdits(callOf(body), catalogueRules(claudeModels, model)))

const enabled = { type: "enabled", budget_tokens: 2000 }

describe("what Claude refuses of a body of its own format", () => {
  it("sends the hash of a user's name that is too long, to any model", () => {
    // the hash: printf of 257 letters `u`, through `sha256sum`
    const long = { max_tokens: 9, metadata: { user_id: "u".repeat(257) } }
    for (const model of ["claude-sonnet-4-5", "claude-rec-7"])
      expect(editsOf(model, long)).toEqual({
        edits: [["/metadata/user_id", "36868c95693f7961e19205254a6e613547eeb4375b384159e91a462f70e8af26"]],
        notes: ["/metadata/user_id claude/user-long"]
      })
    expect(editsOf("claude-sonnet-4-5", { max_tokens: 9, metadata: { user_id: "u".repeat(256) } }).edits).toEqual([])
  })

  it.each([
    ["temperature", 0.5],
    ["temperature", 0],
    ["top_p", 0.9],
    ["top_p", 0],
    ["top_k", 40]
  ])("takes out %s %d while the model thinks", (member, value) => {
    expect(editsOf("claude-sonnet-4-5", { max_tokens: 4000, thinking: enabled, [member]: value })).toEqual({
      edits: [[`/${member}`, undefined]],
      notes: [`/${member} claude/sampling-thinking`]
    })
  })

  it.each([
    ["temperature", 1],
    ["top_p", 0.95],
    ["top_p", 1],
    ["top_k", null]
  ])("leaves %s %s while the model thinks", (member, value) => {
    expect(editsOf("claude-sonnet-4-5", { max_tokens: 4000, thinking: enabled, [member]: value }).edits).toEqual([])
  })

  it("takes sampling out of an adaptive request, and for models that nothing is known of", () => {
    const body = { max_tokens: 4000, thinking: { type: "adaptive" }, temperature: 0.2 }
    expect(editsOf("claude-opus-4-6", body).edits).toEqual([["/temperature", undefined]])
    expect(editsOf("claude-rec-7", body).edits).toEqual([["/temperature", undefined]])
  })

  it("leaves sampling where the model does not think", () => {
    const body = { max_tokens: 4000, thinking: { type: "disabled" }, temperature: 0.2, top_k: 3 }
    expect(editsOf("claude-sonnet-4-5", body).edits).toEqual([])
    expect(editsOf("claude-sonnet-4-5", { max_tokens: 9, top_p: 0.1 }).edits).toEqual([])
    expect(editsOf("claude-rec-7", { temperature: 0.2, top_k: 3 }).edits).toEqual([])
  })

  it.each(["claude-opus-4-1", "claude-sonnet-4-5", "claude-haiku-4-5-20251001", "claude-opus-4-6", "claude-sonnet-5"])(
    "takes the second way to sample from %s",
    (model) => {
      expect(editsOf(model, { max_tokens: 9, temperature: 1, top_p: 0.99 })).toEqual({
        edits: [["/top_p", undefined]],
        notes: ["/top_p claude/sampling-twice"]
      })
    }
  )

  it.each(["claude-3-haiku", "claude-sonnet-4", "claude-rec-7"])("leaves both ways to sample to %s", (model) => {
    expect(editsOf(model, { max_tokens: 9, temperature: 0.2, top_p: 0.1 }).edits).toEqual([])
  })

  it("takes sampling from models that have none, but for its neutral values", () => {
    expect(editsOf("claude-opus-4-7", { max_tokens: 10, temperature: 0.3, top_p: 0.95, top_k: 5 })).toEqual({
      edits: [
        ["/temperature", undefined],
        ["/top_p", undefined],
        ["/top_k", undefined]
      ],
      notes: ["/temperature claude/sampling", "/top_p claude/sampling", "/top_k claude/sampling"]
    })
    expect(editsOf("claude-opus-4-7", { max_tokens: 10, top_p: 0.99 }).edits).toEqual([])
  })

  it.each([
    [2000, 2000, 1999],
    [2000, 1500, 1499],
    [1025, 1026, undefined],
    [5000, 1026, 1025]
  ])("brings a budget of %d under a limit of %d", (budget, limit, sent) => {
    const body = { max_tokens: limit, thinking: { type: "enabled", budget_tokens: budget } }
    const found = sent === undefined ? [] : [["/thinking/budget_tokens", sent]]
    expect(editsOf("claude-sonnet-4-5", body).edits).toEqual(found)
  })

  it.each([
    ["claude-3-haiku", 4097, 4096],
    ["claude-sonnet-4-5", 1_000_000, 64_000],
    ["claude-opus-4-7", 128_001, 128_000]
  ])("brings a limit that %s does not have, %d, to %d", (model, max_tokens, sent) => {
    expect(editsOf(model, { max_tokens })).toEqual({
      edits: [["/max_tokens", sent]],
      notes: ["/max_tokens claude/output"]
    })
    expect(editsOf(model, { max_tokens: sent }).edits).toEqual([])
  })

  it("sees a limit in any spelling of the number", () => {
    const call = callOf({}, { body: JsonText.source('{"max_tokens" : 1e6}') })
    expect(plainly(claudeEdits(call, catalogueRules(claudeModels, "claude-sonnet-4-5"))).edits).toEqual([
      ["/max_tokens", 64_000]
    ])
  })

  it("leaves any limit to a model that nothing is known of", () => {
    expect(editsOf("claude-rec-7", { max_tokens: 1_000_000 }).edits).toEqual([])
  })

  it("brings a budget below the limit that is sent", () => {
    const body = { max_tokens: 100_000, thinking: { type: "enabled", budget_tokens: 90_000 } }
    expect(editsOf("claude-sonnet-4-5", body)).toEqual({
      edits: [
        ["/max_tokens", 64_000],
        ["/thinking/budget_tokens", 63_999]
      ],
      notes: ["/max_tokens claude/output", "/thinking/budget_tokens claude/budget"]
    })
  })

  it("turns thinking off where no budget fits, and then lets sampling be", () => {
    expect(editsOf("claude-sonnet-4-5", { max_tokens: 1025, thinking: enabled, temperature: 0.5 })).toEqual({
      edits: [["/thinking", { type: "disabled" }]],
      notes: ["/thinking claude/budget-off"]
    })
  })

  it.each(["any", "tool"])("lets a forced call (%s) win over thinking, and then lets sampling be", (type) => {
    const body = { max_tokens: 4000, thinking: enabled, tool_choice: { type, name: "f" }, temperature: 0.5 }
    expect(editsOf("claude-sonnet-4-5", body)).toEqual({
      edits: [["/thinking", { type: "disabled" }]],
      notes: ["/thinking claude/choice-thinking"]
    })
  })

  it("asks a model that cannot be forced", () => {
    const tool_choice = { type: "tool", name: "f", disable_parallel_tool_use: true }
    expect(editsOf("claude-opus-5-5", { max_tokens: 4000, thinking: { type: "adaptive" }, tool_choice })).toEqual({
      edits: [
        ["/tool_choice/type", "auto"],
        ["/tool_choice/name", undefined]
      ],
      notes: ["/tool_choice/type claude/forced-choice"]
    })
  })

  it.each([
    ["claude-opus-4-7", { type: "any" }],
    ["claude-sonnet-4-5", { type: "auto" }],
    ["claude-sonnet-4-5", { type: "none" }],
    ["claude-rec-7", { type: "any" }]
  ])("leaves %s thinking beside the choice %j", (model, tool_choice) => {
    expect(editsOf(model, { max_tokens: 4000, thinking: { type: "adaptive" }, tool_choice }).edits).toEqual([])
  })

  it("leaves a budget to a model that takes none, whose vendor says so", () => {
    expect(editsOf("claude-opus-4-7", { max_tokens: 1000, thinking: enabled }).edits).toEqual([])
  })

  it.each([
    ["claude-opus-4-5", "xhigh", "high"],
    ["claude-opus-4-6", "xhigh", "high"],
    ["claude-opus-4-7", "minimal", "low"]
  ])("sends %s the effort that is nearest to %s", (model, wanted, sent) => {
    expect(editsOf(model, { max_tokens: 10, output_config: { effort: wanted } })).toEqual({
      edits: [["/output_config/effort", sent]],
      notes: ["/output_config/effort claude/effort"]
    })
  })

  it("takes the effort from a model that has none, and from no unknown one", () => {
    const body = { max_tokens: 10, output_config: { effort: "low" } }
    expect(editsOf("claude-sonnet-4-5", body).edits).toEqual([["/output_config/effort", undefined]])
    expect(editsOf("claude-rec-7", body).edits).toEqual([])
  })
})

describe("what an encoder must know of Claude models", () => {
  it("is little of an unknown one: nothing is dropped for it", () => {
    expect(target(catalogueRules(claudeModels, "claude-rec-7"))).toEqual({ vendor: "anthropic", maxTokens: 8192 })
  })

  it.each([
    ["claude-3-haiku-20240307", 4096, {}],
    ["claude-opus-4-1-20250805", 32_000, { budget: { minimum: 1025, maximum: 32_000 }, off: true }],
    ["claude-haiku-4-5@20251001", 64_000, { budget: { minimum: 1025, maximum: 64_000 }, off: true }],
    ["claude-opus-4-5", 64_000, { budget: { minimum: 1025, maximum: 64_000 }, off: true, effort: true }],
    [
      "claude-sonnet-4-6",
      128_000,
      { budget: { minimum: 1025, maximum: 128_000 }, off: true, effort: true, adaptive: true }
    ],
    ["claude-opus-4-8", 128_000, { adaptive: true, effort: true, off: true }],
    ["claude-fable-5", 128_000, { adaptive: true, effort: true, off: false }],
    ["claude-sonnet-5-5", 128_000, { adaptive: true, effort: true, off: "between-tools" }]
  ])("holds the thinking of %s", (model, maxTokens, thinking) => {
    expect(target(catalogueRules(claudeModels, model))).toMatchObject({ vendor: "anthropic", maxTokens, thinking })
  })

  it.each([
    ["claude-sonnet-4-5", { sampling: true, forcedChoice: "without-thinking", prefill: true, schemas: true }],
    ["claude-sonnet-4", { schemas: false }],
    ["claude-opus-4-6", { sampling: true, prefill: false, lateSystem: "user" }],
    ["claude-opus-4-7", { sampling: false, forcedChoice: "always", lateSystem: "native" }],
    ["claude-opus-5-5", { forcedChoice: "never" }]
  ])("holds what else sets %s apart", (model, apart) => {
    expect(target(catalogueRules(claudeModels, model))).toMatchObject(apart)
  })
})
