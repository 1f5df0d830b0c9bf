import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Rig, startRig } from "../rows/gateway.ts"
import { absent, type Places } from "../rows/row.ts"
import { expectAt } from "../rows/runner.ts"

let rig: Rig
beforeAll(() => void (rig = startRig()))
afterAll(() => rig.close())

/** What a control becomes: members of the body that the upstream was sent, and the kinds of the notes at its place. */
type Cell = readonly [sent: Places, notes: readonly string[]]

const budget = "/generationConfig/thinkingConfig/thinkingBudget"
const level = "/generationConfig/thinkingConfig/thinkingLevel"
const tokens = (count: number): Places => ({ [budget]: count, [level]: absent })
const named = (word: string): Places => ({ [level]: word, [budget]: absent })
const effort = (word: unknown): Places => ({
  "/reasoning_effort": word,
  "/thinking": absent,
  "/enable_thinking": absent
})

/** Controls of a chat completions client, each with its place. */
const controls = [
  ["/reasoning_effort", { reasoning_effort: "high" }],
  ["/reasoning_effort", { reasoning_effort: "none" }],
  ["/thinking", { thinking: { type: "enabled", budget_tokens: 3000 } }],
  ["/thinking", { thinking: { type: "disabled" } }],
  ["/enable_thinking", { enable_thinking: true, stream: true, stream_options: { include_usage: true } }]
] as const

const near = ["approximated"]
const nothing: readonly string[] = []

/** By model, what each control becomes, in their order. */
const byModel: readonly (readonly [model: string, cells: readonly Cell[]])[] = [
  [
    "gemini-2.5-flash",
    [
      [tokens(19_661), near],
      [tokens(0), nothing],
      [tokens(3000), near],
      [tokens(0), nothing],
      [tokens(-1), near]
    ]
  ],
  [
    "gemini-2.5-pro",
    [
      [tokens(26_214), near],
      [tokens(128), near],
      [tokens(3000), near],
      [tokens(128), near],
      [tokens(-1), near]
    ]
  ],
  [
    "gemini-3-pro-preview",
    [
      [named("HIGH"), near],
      [named("LOW"), ["approximated", "approximated"]],
      [named("HIGH"), ["approximated", "approximated"]],
      [named("LOW"), ["approximated", "approximated"]],
      [{ [level]: absent, [budget]: absent, "/generationConfig/thinkingConfig/includeThoughts": true }, near]
    ]
  ],
  [
    "gemini-of-tomorrow",
    [
      [named("HIGH"), near],
      [named("LOW"), near],
      [named("MEDIUM"), near],
      [named("LOW"), near],
      [{ [level]: absent, [budget]: absent, "/generationConfig/thinkingConfig/includeThoughts": true }, near]
    ]
  ],
  [
    "gpt-4o",
    [
      [effort(absent), ["dropped"]],
      [effort(absent), near],
      [effort(absent), ["dropped"]],
      [effort(absent), near],
      [effort(absent), ["dropped"]]
    ]
  ],
  [
    "gpt-5.1",
    [
      [effort("high"), nothing],
      [effort("none"), nothing],
      [effort("medium"), ["approximated", "approximated"]],
      [effort("none"), near],
      [effort("medium"), ["approximated", "approximated"]]
    ]
  ],
  [
    "llama-4",
    [
      [{ "/reasoning_effort": "high" }, nothing],
      [{ "/reasoning_effort": "none" }, nothing],
      [{ "/thinking": { type: "enabled", budget_tokens: 3000 } }, nothing],
      [{ "/thinking": { type: "disabled" } }, nothing],
      [{ "/enable_thinking": true }, nothing]
    ]
  ],
  [
    "deepseek-v4-pro",
    [
      [{ "/reasoning_effort": "high", "/thinking": { type: "enabled" } }, nothing],
      [{ "/reasoning_effort": absent, "/thinking": { type: "disabled" } }, near],
      [{ "/reasoning_effort": "medium", "/thinking": { type: "enabled" } }, near],
      [{ "/thinking": { type: "disabled" } }, nothing],
      [{ "/thinking": { type: "enabled" }, "/enable_thinking": absent }, near]
    ]
  ],
  [
    "anthropic/claude-sonnet-4.5",
    [
      [{ "/reasoning": { effort: "high" }, "/reasoning_effort": absent }, near],
      [{ "/reasoning": { effort: "none" }, "/reasoning_effort": absent }, near],
      [{ "/reasoning": { max_tokens: 3000 }, "/thinking": absent }, near],
      [{ "/reasoning": { effort: "none" }, "/thinking": absent }, near],
      [{ "/reasoning": { enabled: true }, "/enable_thinking": absent }, near]
    ]
  ]
]

const cells = byModel.flatMap(([model, row]) =>
  controls.flatMap(([at, control], index) => {
    const cell = row[index]
    return cell === undefined ? [] : [{ model, at, control, said: JSON.stringify(control), cell }]
  })
)

describe("what each control of thinking becomes to each kind of model", () => {
  it("is said of every cell", () => expect(cells).toHaveLength(9 * 5))

  it.each(cells)("$model: $said", async ({ model, at, control, cell: [sent, notes] }) => {
    const body = { model, messages: [{ role: "user", content: "Hi" }], ...control }
    const answered = await rig.send({ path: "/v1/chat/completions", body })
    expect(answered.status, answered.text).toBe(200)
    expectAt(answered.calls[0]?.body, sent)
    expect(answered.notes).toEqual(notes.map((kind) => `${kind} ${at}`))
  })
})

describe("a control that no family knows", () => {
  const unknown = [
    ["/reasoning_effort", { reasoning_effort: "gigantic" }],
    ["/thinking", { thinking: { type: "of-tomorrow" } }],
    ["/reasoning", { reasoning: { effort: "gigantic" } }],
    ["/response_format", { response_format: { type: "of_tomorrow" } }]
  ] as const

  it.each(unknown)("%s is noted where another format cannot say it", async (at, control) => {
    for (const model of ["claude-sonnet-4-5", "gemini-2.5-flash"]) {
      const body = { model, max_tokens: 100, messages: [{ role: "user", content: "Hi" }], ...control }
      const answered = await rig.send({ path: "/v1/chat/completions", body })
      expect([model, answered.status, answered.notes]).toEqual([model, 200, [`dropped ${at}`]])
    }
  })

  it.each(unknown)("%s is its own format's affair", async (at, control) => {
    for (const model of ["gpt-4o", "deepseek-v4-pro", "llama-4"]) {
      const body = { model, messages: [{ role: "user", content: "Hi" }], ...control }
      const { calls, notes } = await rig.send({ path: "/v1/chat/completions", body })
      expectAt(calls[0]?.body, { [at]: Object.values(control)[0] })
      expect(notes).toEqual([])
    }
  })
})

describe("a level beside a budget", () => {
  const both = { thinkingConfig: { thinkingLevel: "low", thinkingBudget: 3000 }, maxOutputTokens: 8000 }
  const ask = (model: string) =>
    rig.send({
      path: `/v1beta/models/${model}:generateContent`,
      body: { contents: [{ role: "user", parts: [{ text: "Hi" }] }], generationConfig: both }
    })

  it("gives way to it where a model takes a budget alone, and is noted", async () => {
    const { calls, notes } = await ask("claude-sonnet-4-5")
    expectAt(calls[0]?.body, { "/thinking": { type: "enabled", budget_tokens: 3000 }, "/output_config": absent })
    expect(notes).toEqual(["dropped /generationConfig/thinkingConfig/thinkingLevel"])
  })

  it("stands beside it where a model takes both", async () => {
    const { calls, notes } = await ask("claude-opus-4-6")
    expectAt(calls[0]?.body, { "/thinking/budget_tokens": 3000, "/output_config/effort": "low" })
    expect(notes).toEqual([])
  })
})
