import { expect, it } from "vitest"
import { catalogueRules } from "../../src/families/catalogue.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { profile } from "../../src/families/openai.ts"
import { callOf, plainly } from "./call.ts"

const { edits } = responsesApi.profileOf(profile)

it.each([
  ["gpt-5", "none", "minimal", "thinking-always"],
  ["gpt-5", "xhigh", "high", "effort"],
  ["o3", "minimal", "low", "effort"]
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
