import { describe, expect, it } from "vitest"
import { profile } from "../../src/families/openai.ts"
import { editsBy } from "./call.ts"

const editsOf = (model: string, body: object) => editsBy(profile, model, { messages: [], ...body })

describe("what OpenAI models refuse of a body of their own format", () => {
  it("is nothing of a model that is not listed, whoever's it is", () => {
    const body = { max_tokens: 5, temperature: 0.3, enable_thinking: true, extra_body: {}, top_k: 4 }
    expect(editsOf("gpt-rec-12", body)).toEqual({ edits: [], notes: [] })
  })

  it("renames the limit for reasoning models", () => {
    expect(editsOf("gpt-5.1", { max_tokens: 5 })).toEqual({
      edits: [
        ["/max_tokens", undefined],
        ["/max_completion_tokens", 5]
      ],
      notes: ["/max_tokens openai/max-tokens"]
    })
  })

  it("keeps the limit of other models", () => {
    expect(editsOf("gpt-4o-2024-08-06", { max_tokens: 5, temperature: 0.1, logprobs: true }).edits).toEqual([])
  })

  it.each([
    ["temperature", 0.2],
    ["temperature", 0],
    ["top_p", 0.5],
    ["presence_penalty", 1],
    ["frequency_penalty", -1],
    ["logprobs", true],
    ["top_logprobs", 2],
    ["logit_bias", { "5": 1 }]
  ])("takes %s %j from reasoning models", (member, value) => {
    expect(editsOf("gpt-5-mini", { [member]: value })).toEqual({
      edits: [[`/${member}`, undefined]],
      notes: [`/${member} openai/sampling`]
    })
  })

  it.each([
    ["temperature", 1],
    ["top_p", 1],
    ["presence_penalty", 0],
    ["logprobs", false],
    ["temperature", null]
  ])("leaves them %s %j", (member, value) => {
    expect(editsOf("gpt-5-mini", { [member]: value }).edits).toEqual([])
  })

  it("leaves out a message of reasoning alone, whose content would be null", () => {
    const alone = { role: "assistant", content: null, reasoning_details: [{ type: "reasoning.encrypted", data: "a" }] }
    expect(editsOf("gpt-5.1", { messages: [{ role: "user", content: "Hi" }, alone] })).toEqual({
      edits: [["/messages/1", undefined]],
      notes: ["/messages/1 openai/carrier"]
    })
    const called = { ...alone, tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] }
    expect(editsOf("gpt-5.1", { messages: [called] }).edits).toEqual([["/messages/0/reasoning_details", undefined]])
  })

  it("sends the hash of a user's name that is too long, to any model", () => {
    // the hashes: printf of 129 and of 65 letters `u`, through `sha256sum`
    const long = { safety_identifier: "u".repeat(129), user: "u".repeat(65) }
    for (const model of ["gpt-4o", "gpt-rec-12"])
      expect(editsOf(model, long)).toEqual({
        edits: [
          ["/safety_identifier", "4d9221bd88fe7fa3f1cdc7d81c70b9484f37615f92178eafa3f6c525e6fa786f"],
          ["/user", "f20e249d15fa4b9f44ba21d154f62e1efa76ddfdce5d25139a33a4787cee5a8b"]
        ],
        notes: ["/safety_identifier openai/user-long", "/user openai/user-long"]
      })
  })

  it("leaves names of users that are as long as may be", () => {
    const body = { safety_identifier: "u".repeat(128), user: "u".repeat(64) }
    expect(editsOf("gpt-4o", body)).toEqual({ edits: [], notes: [] })
  })

  it("takes search from models that do not search", () => {
    const body = { web_search_options: {} }
    for (const model of ["gpt-4o", "gpt-5.1", "o4-mini"])
      expect(editsOf(model, body)).toEqual({
        edits: [["/web_search_options", undefined]],
        notes: ["/web_search_options openai/search-missing"]
      })
    for (const model of [
      "gpt-4o-search-preview",
      "gpt-4o-mini-search-preview-2025-03-11",
      "gpt-5-search-api-2025-10-14",
      "gpt-rec-12"
    ])
      expect(editsOf(model, body).edits).toEqual([])
  })

  it.each(["gpt-4o-search-preview", "gpt-5-search-api"])("takes every sampling from %s, which searches", (model) => {
    const body = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }
    expect(editsOf(model, body)).toEqual({
      edits: Object.keys(body).map((member) => [`/${member}`, undefined]),
      notes: Object.keys(body).map((member) => `/${member} openai/sampling`)
    })
  })

  it.each(["o3", "o4-mini", "gpt-5", "gpt-5-mini", "gpt-5-nano", "gpt-5.1", "gpt-5.2", "gpt-5.4"])(
    "takes stop sequences from %s",
    (model) => {
      const taken = { edits: [["/stop", undefined]], notes: ["/stop openai/sampling"] }
      expect(editsOf(model, { stop: ["x"] })).toEqual(taken)
      expect(editsOf(model, { stop: "x", reasoning_effort: "low" })).toEqual(taken)
    }
  )

  it.each(["gpt-4o", "gpt-4.1", "o1", "gpt-5.5", "gpt-5.6-sol"])("leaves stop sequences to %s", (model) => {
    expect(editsOf(model, { stop: ["x"] })).toEqual({ edits: [], notes: [] })
  })

  it.each([
    ["gpt-5", "none", "minimal"],
    ["gpt-5", "xhigh", "high"],
    ["gpt-5.1", "minimal", "none"],
    ["o3", "max", "high"]
  ])("sends %s the effort that is nearest to %s", (model, wanted, sent) => {
    expect(editsOf(model, { reasoning_effort: wanted })).toEqual({
      edits: [["/reasoning_effort", sent]],
      notes: ["/reasoning_effort openai/effort"]
    })
  })

  it.each(["gpt-6-sol", "gpt-6-luna", "gpt-6.1-terra"])("leaves %s its sampling where it does not reason", (model) => {
    const sampled = { temperature: 0.2, top_p: 0.5 }
    expect(editsOf(model, { ...sampled, reasoning_effort: "none" }).edits).toEqual([])
    expect(editsOf(model, sampled).edits).toEqual([
      ["/temperature", undefined],
      ["/top_p", undefined]
    ])
  })

  it.each([
    ["none", "low"],
    ["max", "xhigh"]
  ])("asks gpt-6-astra, which always reasons, for no effort %s, and never samples it", (wanted, sent) => {
    expect(editsOf("gpt-6-astra", { reasoning_effort: wanted, temperature: 0.2 }).edits).toEqual([
      ["/reasoning_effort", sent],
      ["/temperature", undefined]
    ])
  })

  it("leaves an effort that the model has", () => {
    expect(editsOf("gpt-5.2", { reasoning_effort: "xhigh" }).edits).toEqual([])
  })

  it("drops the effort of a model that does not reason", () => {
    expect(editsOf("gpt-4o", { reasoning_effort: "low" })).toEqual({
      edits: [["/reasoning_effort", undefined]],
      notes: ["/reasoning_effort openai/effort-missing"]
    })
  })

  it("says another family's thinking control as an effort", () => {
    expect(editsOf("gpt-5.1", { thinking: { type: "enabled", budget_tokens: 9000 } })).toEqual({
      edits: [
        ["/reasoning_effort", "high"],
        ["/thinking", undefined]
      ],
      notes: ["/thinking openai/effort", "/thinking openai/control"]
    })
  })

  it("drops a thinking control where there is nothing to control", () => {
    expect(editsOf("gpt-4o", { enable_thinking: false }).edits).toEqual([["/enable_thinking", undefined]])
  })

  it.each(["generationConfig", "extra_body", "parameters", "google", "native", "search_options"])(
    "takes out another family's %s",
    (member) => {
      expect(editsOf("gpt-4o", { [member]: { region: "x" } })).toEqual({
        edits: [[`/${member}`, undefined]],
        notes: [`/${member}${member === "search_options" ? "" : "/region"} openai/foreign`]
      })
    }
  )

  it("takes out what other vendors hung on the messages", () => {
    const call = { id: "1", type: "function", function: { name: "f", arguments: "{}" }, extra_content: { google: {} } }
    const assistant = {
      role: "assistant",
      content: "x",
      reasoning_content: "y",
      reasoning_details: [],
      tool_calls: [call]
    }
    expect(editsOf("gpt-4o", { messages: [{ role: "user", content: "q" }, assistant] }).edits).toEqual([
      ["/messages/1/reasoning_content", undefined],
      ["/messages/1/reasoning_details", undefined],
      ["/messages/1/tool_calls/0/extra_content", undefined]
    ])
  })
})
