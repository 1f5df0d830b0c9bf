import { expect, it } from "vitest"
import { catalogueRules } from "../../src/families/family.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { profile as openai } from "../../src/families/openai.ts"
import type { CompatProfile } from "../../src/families/openai-compatible/profile.ts"
import { profile as openrouter } from "../../src/families/openrouter.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { editsBy } from "./call.ts"

// The numbers are those of the vendors' pages that `src/families/README.md` names for each row.
it.each<[string, CompatProfile, object, ReturnType<typeof editsBy>]>([
  ["kimi-k2.6", kimi, { seed: 1 }, { edits: [["/seed", undefined]], notes: ["/seed kimi/foreign"] }],
  ["kimi-k2.6", kimi, { store: false }, { edits: [["/store", undefined]], notes: ["/store kimi/bookkeeping"] }],
  ["qwen-plus", qwen, { temperature: 2 }, { edits: [["/temperature", 1.99]], notes: ["/temperature qwen/range"] }],
  [
    "anthropic/claude-sonnet-4.5",
    openrouter,
    { reasoning: { max_tokens: 64_000 } },
    { edits: [["/reasoning/max_tokens", 63_999]], notes: ["/reasoning/max_tokens openrouter/budget"] }
  ],
  [
    "gpt-3.5-turbo",
    openai,
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://a.example/b.png" } }] }] },
    { edits: [], notes: ["/messages/0/content/0 openai/media"] }
  ]
])("%s is not sent what it does not take: %#", (model, family, body, wanted) =>
  expect(editsBy(family, model, { messages: [], ...body })).toEqual(wanted)
)

it("a model is said to think unasked where it does", () =>
  expect(catalogueRules(openrouter.catalogue, "qwen/qwen3-235b-a22b")?.thinks).toBe("unasked"))

it("functions go without thinking from GPT-5.4 on", () =>
  expect(
    ["gpt-5.2", "gpt-5.4"].map((model) => catalogueRules(openai.catalogue, model)?.functionsWithoutThinking)
  ).toEqual([undefined, true]))

it("OpenRouter's Responses API is called where a configuration says so", () =>
  expect(openrouter.responses).toBe("told"))
