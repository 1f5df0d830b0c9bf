import { describe, expect, it } from "vitest"
import { catalogueRules } from "../../src/families/family.ts"
import { geminiEdits } from "../../src/families/gemini/edits.ts"
import { geminiModels, target } from "../../src/families/gemini/models.ts"
import { parseModelId } from "../../src/core/chat/thinking.ts"
import { wireNames } from "../../src/core/format.ts"
import { callOf, plainly } from "./call.ts"

/** What the family finds in a body for an id, which may carry a suffix. */
const editsOf = (named: string, body: unknown) => {
  const { id, thinking } = geminiModels.has(named) ? { id: named } : parseModelId(named)
  return plainly(geminiEdits(callOf(body), catalogueRules(geminiModels, id), thinking))
}

const contents = [{ role: "user", parts: [{ text: "hi" }] }]
const thinkingAt = "/generationConfig/thinkingConfig"
const config = (thinkingConfig: unknown, more: object = {}) => ({
  contents,
  generationConfig: { thinkingConfig, ...more }
})

describe("the five suffixes of a Gemini id", () => {
  it.each([
    ["gemini-2.5-flash-thinking", { thinkingBudget: -1, includeThoughts: true }],
    ["gemini-2.5-flash-thinking-2048", { thinkingBudget: 2048, includeThoughts: true }],
    ["gemini-2.5-flash-thinking-0", { thinkingBudget: 0 }],
    ["gemini-2.5-flash-nothinking", { thinkingBudget: 0 }],
    ["gemini-2.5-flash-thinking-low", { thinkingBudget: 4915, includeThoughts: true }],
    ["gemini-2.5-flash-thinking-high", { thinkingBudget: 19_661, includeThoughts: true }],
    ["gemini-2.5-pro-thinking-low", { thinkingBudget: 6554, includeThoughts: true }],
    ["gemini-2.5-pro-thinking-high", { thinkingBudget: 26_214, includeThoughts: true }],
    ["gemini-2.5-pro-nothinking", { thinkingBudget: 128 }],
    ["gemini-2.5-flash-lite-thinking-100", { thinkingBudget: 512, includeThoughts: true }],
    ["gemini-2.5-flash-thinking-999999999", { thinkingBudget: 24_576, includeThoughts: true }],
    ["gemini-3-pro-preview-thinking", { includeThoughts: true }],
    ["gemini-3-pro-preview-thinking-low", { thinkingLevel: "LOW", includeThoughts: true }],
    ["gemini-3-pro-preview-thinking-high", { thinkingLevel: "HIGH", includeThoughts: true }],
    ["gemini-3-pro-preview-thinking-1024", { thinkingLevel: "LOW", includeThoughts: true }],
    ["gemini-3-pro-preview-thinking-1025", { thinkingLevel: "HIGH", includeThoughts: true }],
    ["gemini-3-flash-preview-thinking-1025", { thinkingLevel: "MEDIUM", includeThoughts: true }],
    ["gemini-3-flash-preview-thinking-8193", { thinkingLevel: "HIGH", includeThoughts: true }],
    ["gemini-3-flash-preview-nothinking", { thinkingLevel: "MINIMAL" }],
    ["gemini-3-pro-preview-nothinking", { thinkingLevel: "LOW" }],
    ["gemini-9-ultra-thinking-500", { thinkingLevel: "LOW", includeThoughts: true }]
  ])("%s", (id, thinkingConfig) => {
    const { edits: found } = editsOf(id, { contents })
    expect(found).toEqual([["/generationConfig", { thinkingConfig }]])
  })

  it("is told where it is the only wish", () => {
    expect(editsOf("gemini-2.5-flash-thinking", { contents }).notes).toEqual([" gemini/suffix"])
  })

  it("gives way to a field, and says so", () => {
    expect(editsOf("gemini-2.5-flash-thinking-2048", config({ thinkingBudget: 100 }))).toEqual({
      edits: [],
      notes: [`${thinkingAt} gemini/suffix-beaten`]
    })
  })

  it("only shows the thoughts where a field says how long", () => {
    expect(editsOf("gemini-2.5-flash-thinking", config({ thinkingBudget: 100 }))).toEqual({
      edits: [[`${thinkingAt}/includeThoughts`, true]],
      notes: [`${thinkingAt} gemini/suffix`]
    })
  })

  it("wins over every field where it turns thinking off", () => {
    expect(
      editsOf("gemini-2.5-flash-nothinking", config({ thinkingBudget: 100, includeThoughts: true })).edits
    ).toEqual([
      [`${thinkingAt}/thinkingBudget`, 0],
      [`${thinkingAt}/includeThoughts`, undefined]
    ])
  })

  it("leaves thoughts hidden where a field hides them", () => {
    expect(editsOf("gemini-2.5-flash-thinking-low", config({ includeThoughts: false })).edits).toEqual([
      [`${thinkingAt}/thinkingBudget`, 4915]
    ])
  })
})

describe("a thinking control that the model does not take so", () => {
  it.each([
    ["gemini-2.5-flash", { thinkingBudget: 1000 }],
    ["gemini-2.5-flash", { thinkingBudget: -1, includeThoughts: true }],
    ["gemini-2.5-flash", { thinkingBudget: 0 }],
    ["gemini-2.5-pro", { thinkingBudget: 32_768 }],
    ["gemini-3-pro-preview", { thinkingLevel: "low" }],
    ["gemini-3-pro-preview", { thinkingLevel: "ULTRA" }],
    ["gemini-9-ultra", { thinkingBudget: 5, thinkingLevel: "MINIMAL" }]
  ])("%s takes %j as it is", (id, thinking) => {
    expect(editsOf(id, config(thinking))).toEqual({ edits: [], notes: [] })
  })

  it.each([
    ["gemini-2.5-pro", { thinkingBudget: 0 }, [["thinkingBudget", 128]], "thinking-always"],
    ["gemini-2.5-pro", { thinkingBudget: 40_000 }, [["thinkingBudget", 32_768]], "range"],
    ["gemini-2.5-flash-lite", { thinkingBudget: 5 }, [["thinkingBudget", 512]], "range"],
    [
      "gemini-2.5-flash",
      { thinkingLevel: "MEDIUM" },
      [
        ["thinkingBudget", 12_288],
        ["thinkingLevel", undefined]
      ],
      "form"
    ],
    ["gemini-2.5-flash", { thinkingBudget: 9, thinkingLevel: "LOW" }, [["thinkingLevel", undefined]], "thinking-twice"],
    ["gemini-3-pro-preview", { thinkingLevel: "MEDIUM" }, [["thinkingLevel", "HIGH"]], "level"],
    ["gemini-3-pro-preview", { thinkingLevel: "MINIMAL" }, [["thinkingLevel", "LOW"]], "level"],
    [
      "gemini-3-pro-preview",
      { thinkingBudget: 1024 },
      [
        ["thinkingBudget", undefined],
        ["thinkingLevel", "LOW"]
      ],
      "form"
    ],
    ["gemini-3-pro-preview", { thinkingBudget: -1 }, [["thinkingBudget", undefined]], "form"]
  ])("%s gets %j in its own form", (id, thinking, changes, why) => {
    expect(editsOf(id, config(thinking))).toEqual({
      edits: changes.map(([name, value]) => [`${thinkingAt}/${String(name)}`, value]),
      notes: [`${thinkingAt} gemini/${why}`]
    })
  })

  it("is written in the client's spelling", () => {
    const body = { contents, generation_config: { thinking_config: { thinking_budget: 0 } } }
    expect(editsOf("gemini-2.5-pro", body).edits).toEqual([["/generation_config/thinking_config/thinking_budget", 128]])
  })
})

describe("the limit of the output, which is never raised", () => {
  it.each([
    ["gemini-2.5-flash", 2000, 2000, 1999, "budget"],
    ["gemini-2.5-flash", 2000, 1500, 1499, "budget"],
    ["gemini-2.5-flash", 2000, 1, 0, "thinking-off"],
    ["gemini-2.5-pro", 2000, 129, 128, "budget"],
    ["gemini-2.5-pro", 2000, 100, 128, "budget"]
  ])("%s: a budget of %d under %d tokens is %d", (id, thinkingBudget, maxOutputTokens, sent, why) => {
    expect(editsOf(id, config({ thinkingBudget }, { maxOutputTokens }))).toEqual({
      edits: [[`${thinkingAt}/thinkingBudget`, sent]],
      notes: [`${thinkingAt} gemini/${why}`]
    })
  })

  it.each([1999, -1, 0])("leaves a budget of %d below 2000", (thinkingBudget) => {
    expect(editsOf("gemini-2.5-flash", config({ thinkingBudget }, { maxOutputTokens: 2000 })).edits).toEqual([])
  })
})

describe("the search under a function's name", () => {
  const search = { name: "webSearch", description: "Searches." }
  const other = { name: "f" }

  it.each(["webSearch", "googleSearch"])("%s is the vendor's own tool", (name) => {
    expect(editsOf("gemini-2.5-flash", { contents, tools: [{ functionDeclarations: [{ name }] }] })).toEqual({
      edits: [["/tools/0", { googleSearch: {} }]],
      notes: ["/tools/0/functionDeclarations/0 gemini/search"]
    })
  })

  it("stands beside functions as an element of its own", () => {
    const tools = [{ functionDeclarations: [other, search] }]
    expect(editsOf("gemini-3-pro-preview", { contents, tools }).edits).toEqual([
      ["/toolConfig", { includeServerSideToolInvocations: true }],
      ["/tools/0/functionDeclarations/1", undefined],
      ["/tools/1", { googleSearch: {} }]
    ])
  })

  it("is asked for once", () => {
    const tools = [{ googleSearch: {} }, { functionDeclarations: [other, search] }]
    expect(editsOf("gemini-3-pro-preview", { contents, tools }).edits).toEqual([
      ["/toolConfig", { includeServerSideToolInvocations: true }],
      ["/tools/1/functionDeclarations/1", undefined]
    ])
  })

  it("takes no parameters", () => {
    const parameters = { type: "OBJECT", properties: { q: { type: "STRING" } } }
    const tools = [{ functionDeclarations: [{ ...search, parameters }] }]
    expect(editsOf("gemini-2.5-flash", { contents, tools }).notes).toEqual([
      "/tools/0/functionDeclarations/0 gemini/search",
      "/tools/0/functionDeclarations/0/parameters gemini/search-parameters"
    ])
  })

  it("cannot be forced", () => {
    const toolConfig = { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["webSearch"] } }
    const tools = [{ functionDeclarations: [search] }]
    const found = editsOf("gemini-2.5-flash", { contents, tools, toolConfig })
    expect(found.edits).toContainEqual(["/toolConfig/functionCallingConfig", undefined])
    expect(found.notes).toContain("/toolConfig/functionCallingConfig gemini/search-choice")
  })

  it("is left out of the functions that may be called", () => {
    const toolConfig = { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["f", "webSearch"] } }
    const tools = [{ functionDeclarations: [other, search] }]
    expect(editsOf("gemini-2.5-flash", { contents, tools, toolConfig }).edits).toContainEqual([
      "/toolConfig/functionCallingConfig/allowedFunctionNames",
      ["f"]
    ])
  })
})

describe("the search under a deployment's own word", () => {
  const names = { ...wireNames, webSearch: ["acmeSearch"] }
  const editsUnder = (tools: readonly object[]) =>
    plainly(
      geminiEdits(callOf({ contents, tools }, { names }), catalogueRules(geminiModels, "gemini-2.5-flash"), undefined)
    ).edits

  it.each(["acmeSearch", "googleSearch"])("%s is the vendor's own tool by its real name", (name) =>
    expect(editsUnder([{ functionDeclarations: [{ name }] }])).toEqual([["/tools/0", { googleSearch: {} }]])
  )

  it("is asked for once beside the real one", () =>
    expect(editsUnder([{ google_search: {} }, { functionDeclarations: [{ name: "acmeSearch" }] }])).toEqual([
      ["/tools/1", undefined]
    ]))

  it("is no other function, however it is spelled", () =>
    expect(editsUnder([{ functionDeclarations: [{ name: "webSearch" }, { name: "google_search" }] }])).toEqual([]))
})

describe("the limit of the output", () => {
  it.each([
    ["generationConfig", "maxOutputTokens"],
    ["generation_config", "max_output_tokens"]
  ])("is brought below what the model gives: %s.%s", (parent, member) => {
    const at = `/${parent}/${member}`
    expect(editsOf("gemini-2.5-flash", { contents, [parent]: { [member]: 65_537 } })).toEqual({
      edits: [[at, 65_536]],
      notes: [`${at} gemini/output`]
    })
    expect(editsOf("gemini-2.5-flash", { contents, [parent]: { [member]: 65_536 } }).edits).toEqual([])
  })

  it("is the client's affair for a model that is not listed", () =>
    expect(editsOf("gemini-rec-9", { contents, generationConfig: { maxOutputTokens: 1e9 } }).edits).toEqual([]))
})

describe("what else the API does not take", () => {
  it("drops options for the bytes of an image", () => {
    const imageConfig = { aspectRatio: "1:1", imageOutputOptions: { mimeType: "image/jpeg" } }
    expect(editsOf("gemini-2.5-flash", { contents, generationConfig: { imageConfig } })).toEqual({
      edits: [["/generationConfig/imageConfig/imageOutputOptions", undefined]],
      notes: ["/generationConfig/imageConfig/imageOutputOptions gemini/image-output"]
    })
  })

  it.each([
    ["gemini-2.5-flash", { presencePenalty: 0.5 }, "presencePenalty", "penalty"],
    ["gemini-3-pro-preview", { frequency_penalty: -1 }, "frequency_penalty", "penalty"],
    ["gemini-2.5-pro", { frequencyPenalty: 0 }, "frequencyPenalty", "penalty-none"]
  ])("drops a penalty that %s refuses: %j", (model, generationConfig, name, rule) => {
    expect(editsOf(model, { contents, generationConfig })).toEqual({
      edits: [[`/generationConfig/${name}`, undefined]],
      notes: [`/generationConfig/${name} gemini/${rule}`]
    })
  })

  it.each([
    ["gemini-2.5-pro", { responseLogprobs: true, logprobs: 2 }, ["responseLogprobs", "logprobs"]],
    ["gemini-3.7-flash", { response_logprobs: true }, ["response_logprobs"]]
  ])("drops the log probabilities that %s does not tell: %j", (model, generationConfig, names) => {
    expect(editsOf(model, { contents, generationConfig })).toEqual({
      edits: names.map((name) => [`/generationConfig/${name}`, undefined]),
      notes: names.map((name) => `/generationConfig/${name} gemini/logprobs`)
    })
  })

  it("asks a model from 3 on for one answer", () => {
    const body = { contents, generationConfig: { candidateCount: 2 } }
    expect(editsOf("gemini-3.1-pro-preview", body)).toEqual({
      edits: [["/generationConfig/candidateCount", 1]],
      notes: ["/generationConfig/candidateCount gemini/candidates"]
    })
  })

  it.each([{ presencePenalty: 0.5 }, { responseLogprobs: true }, { candidateCount: 8 }])(
    "leaves %j to a model of which nothing is known",
    (generationConfig) =>
      expect(editsOf("gemini-2.0-flash", { contents, generationConfig })).toEqual({ edits: [], notes: [] })
  )

  it("leaves all else alone", () => {
    const body = {
      contents,
      generationConfig: { temperature: 0, candidateCount: 8, responseLogprobs: false },
      tools: [{ googleSearch: {} }]
    }
    expect(editsOf("gemini-2.5-flash", body)).toEqual({ edits: [], notes: [] })
  })
})

/**
 * Both are refused of 2.5, in the vendor's words: https://github.com/langchain4j/langchain4j/pull/4389 (2026-01),
 * https://github.com/google-gemini/gemini-cli/issues/19436 (2026-02).
 */
describe("the detail of each medium, and media in results", () => {
  it.each([
    ["gemini-2.5-flash", false],
    ["gemini-2.5-pro", false],
    ["gemini-3.1-pro-preview", true],
    ["gemini-4-argon", true]
  ])("are taken by %s: %s", (model, taken) =>
    expect(target(catalogueRules(geminiModels, model), model)).toMatchObject({ mediaDetail: taken, resultMedia: taken })
  )

  const refused = { mediaDetail: false, resultMedia: false, formBesideTools: false }

  it.each(["gemini-2.5-flash-preview-09-2025", "models/gemini-2.0-flash-001", "gemini-1.5-pro"])(
    "are refused by %s, which nobody lists, as by its generation",
    (model) => expect(target(undefined, model)).toEqual({ vendor: "google", ...refused })
  )

  it.each(["gemini-3.9-flash", "gemini-10-pro", "gemini-flash-latest", "gemma-3-27b-it"])(
    "are left to %s, which nobody lists and whose name says no older generation",
    (model) => expect(target(undefined, model)).toEqual({ vendor: "google" })
  )
})

describe("a request that ends with a turn of the model's", () => {
  it.each([
    ["gemini-2.5-pro", true],
    ["gemini-3.1-pro-preview", true],
    ["gemini-3.5-flash", false],
    ["gemini-3.7-flash", false]
  ])("is known of %s: %s", (model, prefill) =>
    expect(target(catalogueRules(geminiModels, model), model)).toMatchObject({ prefill })
  )
})
