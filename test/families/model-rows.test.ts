import { describe, expect, it } from "vitest"
import { profile as kimi } from "../../src/families/kimi.ts"
import { claudeModels, target as claudeTarget } from "../../src/families/claude/models.ts"
import { catalogueRules } from "../../src/families/family.ts"
import { geminiModels, target as geminiTarget } from "../../src/families/gemini/models.ts"
import { editsBy } from "./call.ts"

describe("schemas of answers, as the vendor's page of structured outputs lists its models", () => {
  it.each([
    ["claude-3-haiku", false],
    ["claude-opus-4-0", false],
    ["claude-opus-4-1", true],
    ["claude-sonnet-4-0", false],
    ["claude-sonnet-4-5", true],
    ["claude-haiku-4-5", true],
    ["claude-opus-4-5", true],
    ["claude-opus-4-6", true],
    ["claude-sonnet-4-6", true]
  ])("%s: %s", (model, schemas) => {
    expect(claudeTarget(catalogueRules(claudeModels, model)).schemas).toBe(schemas)
  })
})

describe("how a Gemini model is told to think: in tokens up to 2.5, by levels from 3 on", () => {
  it.each([
    ["gemini-2.5-flash", { adaptive: true, budget: { minimum: 1, maximum: 24_576 }, off: true }],
    ["gemini-2.5-flash-lite", { adaptive: true, budget: { minimum: 512, maximum: 24_576 }, off: true }],
    ["gemini-2.5-pro", { adaptive: true, budget: { minimum: 128, maximum: 32_768 }, off: false }],
    ["gemini-3-flash-preview", { adaptive: true, effort: true, off: false }],
    ["gemini-3-pro-preview", { adaptive: true, effort: true, off: false }],
    ["gemini-3.1-pro-preview", { adaptive: true, effort: true, off: false }],
    ["gemini-3.1-flash-lite-preview", { adaptive: true, effort: true, off: false }],
    ["gemini-3.5-flash", { adaptive: true, effort: true, off: false }]
  ])("%s", (model, thinking) => {
    expect(geminiTarget(catalogueRules(geminiModels, model), model).thinking).toEqual(thinking)
  })

  it.each([
    ["gemini-3-pro-preview", ["low", "high"]],
    ["gemini-3.1-pro-preview", ["low", "medium", "high"]],
    ["gemini-3-flash-preview", ["minimal", "low", "medium", "high"]],
    ["gemini-3.1-flash-lite-preview", ["minimal", "low", "medium", "high"]]
  ])("%s has its own levels", (model, levels) => {
    expect(catalogueRules(geminiModels, model)?.thinking).toEqual({ form: "level", levels })
  })
})

describe("what Kimi models have fixed", () => {
  const temperature = (model: string, thinking: "enabled" | "disabled", value: number) =>
    editsBy(kimi, model, { messages: [], thinking: { type: thinking }, temperature: value })

  it.each(["kimi-k2.5", "kimi-k2.6"])("%s rests at 0.6", (model) => {
    expect(temperature(model, "disabled", 0.6).notes).toEqual([])
    expect(temperature(model, "disabled", 1).notes).toEqual(["/temperature kimi/sampling"])
  })

  it.each(["kimi-k2.5", "kimi-k2.6"])("%s thinks at 1", (model) => {
    expect(temperature(model, "enabled", 1).notes).toEqual([])
    expect(temperature(model, "enabled", 0.6).notes).toEqual(["/temperature kimi/sampling"])
  })
})

describe("media that a model is not shown are refused, of each kind by itself", () => {
  const shown = (model: string, part: { readonly type: string }) =>
    editsBy(kimi, model, { messages: [{ role: "user", content: [part] }] }).notes

  const image = { type: "image_url", image_url: { url: "data:image/png;base64,aQ==" } }
  const video = { type: "video_url", video_url: { url: "data:video/mp4;base64,aQ==" } }

  it("a model of images sees no video", () => {
    expect(shown("moonshot-v1-128k-vision-preview", image)).toEqual([])
    expect(shown("moonshot-v1-128k-vision-preview", video)).toEqual(["/messages/0/content/0 kimi/media"])
  })

  it("a model of images and videos sees both", () => {
    expect(shown("kimi-k2.6", image)).toEqual([])
    expect(shown("kimi-k2.6", video)).toEqual([])
  })
})
