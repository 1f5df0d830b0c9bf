import { describe, expect, it } from "vitest"
import { globMatcher } from "../../src/core/naming/naming.ts"
import { claudeListed } from "../../src/families/claude/models.ts"
import { profile as cohere } from "../../src/families/cohere.ts"
import { profile as deepSeek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { upstreamOptions } from "../../src/families/models/line.ts"
import { gptListed, gptModels, inResponsesAlone } from "../../src/families/openai/models.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { editsBy } from "./call.ts"

const turn = { messages: [{ role: "user", content: "a" }] }

describe("OpenAI's models", () => {
  // The snapshots of https://developers.openai.com/api/docs/deprecations, and the day of 5.6.
  it.each([
    ["gpt-5.6-sol", "2026-07-09"],
    ["gpt-5.6-terra", "2026-07-09"],
    ["gpt-5.6-luna", "2026-07-09"],
    ["gpt-5.5", "2026-04-23"],
    ["gpt-5.4-mini", "2026-03-17"],
    ["gpt-5.4-nano", "2026-03-17"],
    ["gpt-5.2", "2025-12-11"],
    ["gpt-5.1", "2025-11-13"],
    ["gpt-5", "2025-08-07"],
    ["o3", "2025-04-16"],
    ["gpt-4.1", "2025-04-14"],
    ["gpt-4o", "2024-08-06"],
    ["gpt-4o-mini", "2024-07-18"]
  ])("%s is of the %s", (id, day) => {
    expect(new Date((gptListed.get(id) ?? 0) * 1000).toISOString().slice(0, 10)).toBe(day)
  })

  it.each(["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-astra", "gpt-6-sol", "gpt-6-luna", "gpt-5.4"])(
    "are listed without a day where none is known: %s",
    (id) => expect([gptListed.has(id), gptListed.get(id)]).toEqual([true, undefined])
  )

  it("are the same in small, where they are of one generation: gpt-5.1-mini", () => {
    expect(gptModels.get("gpt-5.1-mini")).toBe(gptModels.get("gpt-5.1"))
  })

  // `ResponsesModel` of openai 7.57.0.
  it.each([
    "gpt-5-codex",
    "gpt-5.1-codex-max",
    "gpt-5-pro",
    "gpt-5-pro-2025-10-06",
    "o1-pro-2025-03-19",
    "o3-pro",
    "o3-deep-research-2025-06-26",
    "o4-mini-deep-research-2025-06-26"
  ])("are called in the Responses API alone: %s", (id) => expect(globMatcher(inResponsesAlone)(id)).toBe(true))

  it.each(["gpt-5", "gpt-5.1-2025-11-13", "o3", "o4-mini"])("are called in both APIs: %s", (id) =>
    expect(globMatcher(inResponsesAlone)(id)).toBe(false)
  )
})

describe("Anthropic's models", () => {
  // `Model` of `@anthropic-ai/sdk` 1.11.0.
  it.each([
    "claude-fable-5",
    "claude-mythos-5",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-7"
  ])("have among them: %s", (id) => expect(claudeListed.has(id)).toBe(true))
})

describe("Moonshot's models", () => {
  it.each([
    ["moonshot-v1-8k", 8192],
    ["moonshot-v1-32k", 32_768],
    ["moonshot-v1-128k", 131_072],
    ["moonshot-v1-128k-vision-preview", 131_072],
    ["kimi-k2-0711-preview", 16_384]
  ])("%s writes %d tokens", (id, output) => expect(kimi.catalogue.get(id)?.output).toBe(output))

  it("do not think where they are of the second generation, fast or not", () => {
    expect(kimi.catalogue.get("kimi-k2-turbo-preview")).toBe(kimi.catalogue.get("kimi-k2-0905-preview"))
  })

  it.each(["service_tier", "store", "verbosity", "prediction", "logit_bias"])(
    "are not sent what OpenAI alone has: %s",
    (member) => {
      expect(editsBy(kimi, "kimi-k2.6", { ...turn, [member]: "a" }).edits).toContainEqual([`/${member}`, undefined])
    }
  )
})

describe("DeepSeek's models that think", () => {
  // https://api-docs.deepseek.com/guides/thinking_mode
  it.each(["temperature", "top_p", "presence_penalty", "frequency_penalty", "top_logprobs"])(
    "are not told how to draw words: %s",
    (member) => {
      expect(editsBy(deepSeek, "deepseek-v4-pro", { ...turn, [member]: 1 }).edits).toContainEqual([
        `/${member}`,
        undefined
      ])
    }
  )

  it("may be told that nobody wants probabilities", () => {
    expect(
      editsBy(deepSeek, "deepseek-v4-pro", { ...turn, logprobs: false }).edits.map(([path]) => path)
    ).not.toContain("/logprobs")
  })
})

describe("Qwen's models", () => {
  // https://www.alibabacloud.com/help/en/model-studio/embedding: "up to 10 texts"
  it("take ten texts at once", () => expect(qwen.embedders?.perCall).toBe(10))
})

describe("Cohere's models", () => {
  // https://docs.cohere.com/docs/rerank
  it.each(["rerank-v4.0-pro", "rerank-v4.0-fast", "rerank-v3.5"])("have among them: %s", (id) =>
    expect(cohere.ids).toContain(id)
  )
})

describe("the keys of an upstream", () => {
  it("are withheld all, those that nothing new is sent with, too", () => {
    expect(upstreamOptions({ key: "new", retired: ["old"] }).secrets).toEqual(["new", "old"])
  })

  it("are asked for anew where they are made from time to time", () => {
    expect(upstreamOptions({ key: () => "new", retired: ["old"] }).secrets).toEqual(["old"])
  })
})
