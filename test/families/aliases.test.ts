import * as Layer from "effect/Layer"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { ChatModels } from "../../src/capabilities/models.ts"
import { Gemini, OpenRouter, Qwen } from "../../src/config/families.ts"
import * as Families from "../../src/families/families.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { callOf, plainly } from "./call.ts"

const key = "none"

/** The model that an id finds behind these routes: its family, the id that is sent, and what becomes of a plain body. */
const found = (id: string, ...routes: readonly Families.Route[]) =>
  Effect.runSync(
    Effect.map(ChatModels, (models) => {
      const model = models.find(id)
      if (model === undefined) return undefined
      const { edits } = plainly(model.edits(callOf({ contents: [] }, { model: model.target.model })))
      return { family: model.family, sent: model.target.model, edits }
    }).pipe(
      Effect.provide(
        Families.routed(
          routes,
          Qwen.layer({ key }),
          OpenRouter.layer({ key }),
          Gemini.layer({ key, upstreamName: "gemini" })
        ).pipe(Layer.provide(layerFetch(() => Promise.reject(new Error("Nothing is called.")))))
      )
    )
  )

const thinking = (control: object) => [["/generationConfig", { thinkingConfig: control }]]
const flash = { upstream: "gemini", model: "gemini-2.5-flash" }

/**
 * One id of each vendor that OpenRouter routes to, as people write them: `z-ai` in charmbracelet/crush#1190, `minimax` in
 * NousResearch/hermes-agent#13836, both read on 2026-11-23.
 */
const ofVendors = [
  "anthropic/claude-sonnet-4.5",
  "openai/gpt-5.1",
  "google/gemini-2.5-pro",
  "deepseek/deepseek-v3.2",
  "moonshotai/kimi-k2-thinking",
  "qwen/qwen3-235b-a22b",
  "meta-llama/llama-3.3-70b-instruct",
  "mistralai/mistral-large",
  "x-ai/grok-4",
  "z-ai/glm-4.6",
  "minimax/minimax-m2"
]

describe("ids of OpenRouter", () => {
  it.each(ofVendors)("%s is one", (id) => expect(found(id)?.family).toBe("openrouter"))
})

describe("suffixes of an operator's alias", () => {
  it.each(["flash", "flash*"])("say how to think: %s", (match) => {
    const route = { match, ...flash }
    expect(found("flash", route)).toEqual({ family: "gemini", sent: "gemini-2.5-flash", edits: [] })
    expect(found("flash-nothinking", route)?.edits).toEqual(thinking({ thinkingBudget: 0 }))
    expect(found("flash-thinking-2048", route)).toEqual({
      family: "gemini",
      sent: "gemini-2.5-flash",
      edits: thinking({ thinkingBudget: 2048, includeThoughts: true })
    })
  })

  it("are part of an alias that is named whole", () => {
    const route = { match: "my-thinking", ...flash }
    expect(found("my-thinking", route)?.edits).toEqual([])
  })

  it("win over the suffix of the id that the operator names", () => {
    const route = { match: "flash", upstream: "gemini", model: "gemini-2.5-flash-thinking" }
    expect(found("flash", route)?.edits).toEqual(thinking({ thinkingBudget: -1, includeThoughts: true }))
    expect(found("flash-nothinking", route)?.edits).toEqual(thinking({ thinkingBudget: 0 }))
  })

  it("are not read where the line has none", () => {
    expect(found("plus-thinking", { match: "plus", upstream: "qwen", model: "qwen-plus" })).toBe(undefined)
  })
})

describe("ids that name their vendor", () => {
  it.each([
    ["qwen/qwen3-235b-a22b", "openrouter"],
    ["qwen3-max", "qwen"]
  ])("are not another's by a glob without a slash: %s", (id, family) => expect(found(id)?.family).toBe(family))
})
