import { expect, it } from "vitest"
import { catalogueRules } from "../../src/families/family.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { profile } from "../../src/families/openai.ts"
import { callOf, plainly } from "./call.ts"

const { edits } = responsesApi.profileOf(profile)

it.each([
  ["gpt-5", "none", "minimal", "thinking-always"],
  ["gpt-5", "xhigh", "high", "effort"],
  ["o3", "minimal", "low", "effort"],
  ["gpt-5-codex", "minimal", "low", "effort"],
  ["gpt-5.1-codex", "none", "low", "thinking-always"],
  ["gpt-5.1-codex-mini", "xhigh", "high", "effort"],
  ["gpt-5.1-codex-max", "none", "low", "thinking-always"],
  ["gpt-5.1-codex-max", "max", "xhigh", "effort"],
  ["gpt-5.2-pro-2025-12-11", "low", "medium", "effort"],
  ["gpt-5.3-codex", "max", "xhigh", "effort"],
  ["gpt-5-pro", "none", "high", "thinking-always"],
  ["gpt-5.5-pro-2026-04-23", "low", "medium", "effort"],
  ["o3-pro", "xhigh", "high", "effort"],
  ["o3-deep-research", "high", "medium", "effort"]
])("%s, asked for the effort %s, is sent %s, and a note says why", (model, effort, sent, rule) =>
  expect(
    plainly(
      edits(
        callOf({ input: "?", reasoning: { effort } }, { model }),
        catalogueRules(profile.catalogue, model),
        undefined
      )
    )
  ).toEqual({ edits: [["/reasoning/effort", sent]], notes: [`/reasoning/effort openai/${rule}`] })
)

const edited = (model: string, body: object) =>
  plainly(edits(callOf(body, { model }), catalogueRules(profile.catalogue, model), undefined))

// https://github.com/hotovo/aider-desk/issues/452 (2025-10)
it.each(["gpt-5-codex", "gpt-5.5-pro", "o3-pro"])("%s is not sampled", (model) =>
  expect(edited(model, { input: "?", temperature: 0.5, top_p: 0.9 })).toEqual({
    edits: [
      ["/temperature", undefined],
      ["/top_p", undefined]
    ],
    notes: ["/temperature openai/sampling", "/top_p openai/sampling"]
  })
)

// https://github.com/openai/openai-agents-python/issues/569 what is said of such an item (2025-04)
it("a model that does not reason gets no reasoning that another one said", () => {
  const thought = { type: "reasoning", id: "rs_1", summary: [] }
  const input = [{ role: "user", content: "one" }, thought, { role: "user", content: "two" }]
  expect(edited("gpt-4o", { input })).toEqual({
    edits: [["/input/1", undefined]],
    notes: ["/input/1 openai/thought-missing"]
  })
  expect(edited("gpt-5.1", { input })).toEqual({ edits: [], notes: [] })
})
