import { describe, expect, it } from "vitest"
import type { CompatProfile } from "../../src/families/openai-compatible/profile.ts"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { profile as openai } from "../../src/families/openai.ts"
import { profile as openrouter } from "../../src/families/openrouter.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { editsBy } from "./call.ts"

const editsOf = (family: CompatProfile, model: string, body: object) =>
  editsBy(family, model, { messages: [], stream: true, ...body })

/** The notes of controls that another takes precedence over, by their place. */
const beatenOf = (family: CompatProfile, model: string, body: object): readonly string[] =>
  editsOf(family, model, body).notes.flatMap((note) => {
    const [at = "", rule] = note.split(" ")
    return rule === `${family.family}/thinking-beaten` ? [at] : []
  })

const models = [
  ["gpt-5.1", openai],
  ["gpt-4o", openai],
  ["deepseek-v4-pro", deepseek],
  ["deepseek-reasoner", deepseek],
  ["kimi-k2.6", kimi],
  ["kimi-k2-0905-preview", kimi],
  ["qwen-plus", qwen],
  ["anthropic/claude-sonnet-4.5", openrouter],
  ["anthropic/claude-rec-9", openrouter]
] as const

describe("of several thinking controls each that loses is noted", () => {
  it.each(models)("%s: an effort beside `thinking`", (model, family) =>
    expect(beatenOf(family, model, { thinking: { type: "enabled" }, reasoning_effort: "low" })).toEqual([
      "/reasoning_effort"
    ])
  )

  it.each(models)("%s: a switch and its budget beside `thinking`", (model, family) => {
    const body = { enable_thinking: true, thinking_budget: 100, thinking: { type: "disabled" } }
    expect(beatenOf(family, model, body)).toEqual(["/enable_thinking", "/thinking_budget"])
  })

  it.each(models)("%s: all that stand behind another family's object", (model, family) => {
    const body = {
      extra_body: { google: { thinking_config: { thinking_budget: 500 } } },
      thinking: { type: "enabled" },
      reasoning: { effort: "low" },
      enable_thinking: true,
      reasoning_effort: "low"
    }
    expect(beatenOf(family, model, body)).toEqual(["/thinking", "/reasoning", "/enable_thinking", "/reasoning_effort"])
  })

  it.each(models)("%s: none where one control decides alone", (model, family) =>
    expect(beatenOf(family, model, { thinking: { type: "enabled" } })).toEqual([])
  )
})

/** What one control becomes to a model: the edits of its body, and the notes. */
const matrix: readonly (readonly [
  model: string,
  family: CompatProfile,
  control: object,
  edits: readonly (readonly [string, unknown])[],
  notes: readonly string[]
])[] = [
  ["gpt-5.1", openai, { reasoning_effort: "low" }, [], []],
  [
    "gpt-5.1",
    openai,
    { reasoning_effort: "minimal" },
    [["/reasoning_effort", "none"]],
    ["/reasoning_effort openai/effort"]
  ],
  [
    "gpt-5.1",
    openai,
    { thinking: { type: "disabled" } },
    [
      ["/reasoning_effort", "none"],
      ["/thinking", undefined]
    ],
    ["/thinking openai/control"]
  ],
  [
    "gpt-5",
    openai,
    { enable_thinking: false },
    [
      ["/reasoning_effort", "minimal"],
      ["/enable_thinking", undefined]
    ],
    ["/enable_thinking openai/effort", "/enable_thinking openai/control"]
  ],
  [
    "o3",
    openai,
    { reasoning: { max_tokens: 9000 } },
    [
      ["/reasoning_effort", "high"],
      ["/reasoning", undefined]
    ],
    ["/reasoning openai/effort", "/reasoning openai/control"]
  ],
  ["deepseek-v4-pro", deepseek, { thinking: { type: "disabled" } }, [], []],
  [
    "deepseek-v4-pro",
    deepseek,
    { reasoning_effort: "none" },
    [
      ["/thinking", { type: "disabled" }],
      ["/reasoning_effort", undefined]
    ],
    ["/reasoning_effort deepseek/control"]
  ],
  [
    "deepseek-v4-pro",
    deepseek,
    { enable_thinking: true },
    [
      ["/thinking", { type: "enabled" }],
      ["/enable_thinking", undefined]
    ],
    ["/enable_thinking deepseek/control"]
  ],
  [
    "deepseek-v4-pro",
    deepseek,
    { thinking: { type: "enabled", budget_tokens: 5000 } },
    [
      ["/thinking/budget_tokens", undefined],
      ["/reasoning_effort", "medium"]
    ],
    ["/thinking deepseek/effort"]
  ],
  [
    "kimi-k2.6",
    kimi,
    { reasoning_effort: "high" },
    [
      ["/thinking", { type: "enabled" }],
      ["/reasoning_effort", undefined]
    ],
    ["/reasoning_effort kimi/effort", "/reasoning_effort kimi/control"]
  ],
  [
    "kimi-k2-0905-preview",
    kimi,
    { enable_thinking: true },
    [["/enable_thinking", undefined]],
    ["/enable_thinking kimi/effort-missing"]
  ],
  ["qwen-plus", qwen, { enable_thinking: true, thinking_budget: 900 }, [], []],
  [
    "qwen-plus",
    qwen,
    { reasoning_effort: "low" },
    [
      ["/enable_thinking", true],
      ["/thinking_budget", 3277],
      ["/reasoning_effort", undefined]
    ],
    ["/reasoning_effort qwen/effort", "/reasoning_effort qwen/control"]
  ],
  [
    "qwen-plus",
    qwen,
    { thinking: { type: "enabled", budget_tokens: 5000 } },
    [
      ["/enable_thinking", true],
      ["/thinking_budget", 5000],
      ["/thinking", undefined]
    ],
    ["/thinking qwen/control"]
  ],
  [
    "qwen-plus",
    qwen,
    { thinking: { type: "enabled", budget_tokens: 5000 }, max_tokens: 1000 },
    [
      ["/enable_thinking", true],
      ["/thinking_budget", 999],
      ["/thinking", undefined]
    ],
    ["/thinking/budget_tokens qwen/budget", "/thinking qwen/control"]
  ],
  [
    "qwen-plus",
    qwen,
    { thinking: { type: "enabled", budget_tokens: 5000 }, max_tokens: 2 },
    [
      ["/enable_thinking", true],
      ["/thinking_budget", 1],
      ["/thinking", undefined]
    ],
    ["/thinking/budget_tokens qwen/budget", "/thinking qwen/control"]
  ],
  ["anthropic/claude-sonnet-4.5", openrouter, { reasoning: { effort: "low" } }, [], []],
  [
    "anthropic/claude-sonnet-4.5",
    openrouter,
    { thinking: { type: "enabled", budget_tokens: 5000 } },
    [
      ["/reasoning", { max_tokens: 5000 }],
      ["/thinking", undefined]
    ],
    ["/thinking openrouter/control"]
  ],
  [
    "openai/gpt-5.1",
    openrouter,
    { enable_thinking: false },
    [
      ["/reasoning", { effort: "none" }],
      ["/enable_thinking", undefined]
    ],
    ["/enable_thinking openrouter/control"]
  ]
]

describe("one control becomes what the API has for it", () => {
  it.each(matrix)("%s, case %#", (model, family, control, edits, notes) => {
    const found = editsOf(family, model, control)
    expect(found).toEqual({ edits: expect.arrayContaining([...edits]), notes })
    expect(found.edits).toHaveLength(edits.length)
  })
})

it.each([
  ["qwq-plus", qwen, { thinking: { type: "enabled", budget_tokens: 100 } }, ["/thinking_budget", 100]],
  ["deepseek-reasoner", deepseek, { thinking: { type: "enabled", budget_tokens: 100 } }, ["/reasoning_effort", "low"]]
] as const)("%s, which always thinks, is told how much", (model, family, body, edit) =>
  expect(editsOf(family, model, body).edits).toContainEqual(edit)
)

it.each([
  ["its schema", { name: "a", schema: { type: "object" } }, '{"type":"object"}'],
  ["none where there is none", { name: "a" }, "{}"]
])("a model that obeys no schema is told %s", (_, json_schema, schema) => {
  const messages = [{ role: "user", content: "Hi" }]
  const { edits } = editsOf(deepseek, "deepseek-chat", {
    messages,
    response_format: { type: "json_schema", json_schema }
  })
  expect(edits.map(([, value]) => JSON.stringify(value)).join()).toContain(
    JSON.stringify(`:\n${schema}`).slice(1, -1) + '"'
  )
})
