import { describe, expect, it } from "vitest"
import type { CompatProfile } from "../../src/families/openai-compatible/profile.ts"
import { profile as deepseek } from "../../src/families/deepseek.ts"
import { profile as kimi } from "../../src/families/kimi.ts"
import { profile as openai } from "../../src/families/openai.ts"
import { profile as openrouter } from "../../src/families/openrouter.ts"
import { profile as qwen } from "../../src/families/qwen.ts"
import { editsBy } from "./call.ts"

const editsOf = (family: CompatProfile, model: string, body: object) =>
  editsBy(family, model, { messages: [], ...body })

/** The limits that a body has after its edits. */
const limitsAfter = (family: CompatProfile, model: string, body: Record<string, number>): Record<string, unknown> => {
  const limits: Record<string, unknown> = { ...body }
  for (const [at, value] of editsOf(family, model, body).edits) {
    if (value === undefined) delete limits[String(at).slice(1)]
    else limits[String(at).slice(1)] = value
  }
  return limits
}

/** A model of each way to spell the limit: a listed one, and one that is not where the API's spelling is known. */
const newer = [
  ["gpt-4o", openai],
  ["gpt-5.1", openai],
  ["kimi-k2.6", kimi],
  ["kimi-rec-9", kimi],
  ["anthropic/claude-sonnet-4.5", openrouter]
] as const
const older = [
  ["qwen-plus", qwen],
  ["qwen-rec-9", qwen],
  ["deepseek-v4-pro", deepseek],
  ["deepseek-rec-9", deepseek]
] as const

describe("one limit of the output reaches the upstream", () => {
  it.each(newer)("%s: the newer name stays", (model, family) => {
    const said = { max_tokens: 5, max_completion_tokens: 6 }
    expect(limitsAfter(family, model, said)).toEqual({ max_completion_tokens: 6 })
    expect(editsOf(family, model, said).notes).toEqual([`/max_tokens ${family.family}/max-tokens-beaten`])
  })

  it.each(older)("%s: the older name has the newer one's value", (model, family) => {
    const said = { max_tokens: 5, max_completion_tokens: 6 }
    expect(limitsAfter(family, model, said)).toEqual({ max_tokens: 6 })
    expect(editsOf(family, model, said).notes).toEqual([
      `/max_completion_tokens ${family.family}/max-tokens`,
      `/max_tokens ${family.family}/max-tokens-beaten`
    ])
  })

  it.each(newer)("%s: two that say the same are one", (model, family) => {
    const said = { max_tokens: 6, max_completion_tokens: 6 }
    expect(limitsAfter(family, model, said)).toEqual({ max_completion_tokens: 6 })
    expect(editsOf(family, model, said).notes).toEqual([`/max_tokens ${family.family}/max-tokens-twice`])
  })

  it.each(older)("%s: two that say the same are one, by the older name", (model, family) => {
    const said = { max_tokens: 6, max_completion_tokens: 6 }
    expect(limitsAfter(family, model, said)).toEqual({ max_tokens: 6 })
    expect(editsOf(family, model, said).notes).toEqual([`/max_completion_tokens ${family.family}/max-tokens`])
  })

  it.each([
    ["gpt-4o", openai, "max_completion_tokens", 16_384],
    ["kimi-k2.6", kimi, "max_completion_tokens", 262_144],
    ["qwen-plus", qwen, "max_tokens", 32_768],
    ["deepseek-v4-pro", deepseek, "max_tokens", 384_000]
  ] as const)("%s: the one that counts is brought below the model's", (model, family, name, most) => {
    const said = { max_tokens: 10, max_completion_tokens: 1_000_000 }
    expect(limitsAfter(family, model, said)).toEqual({ [name]: most })
    expect(editsOf(family, model, said).notes).toContain(`/max_completion_tokens ${family.family}/output`)
  })

  it.each(["qwen3-32b", "qwen3-8b"])("is 8192 of %s", (model) =>
    expect(editsOf(qwen, model, { max_tokens: 8193 }).notes).toContain("/max_tokens qwen/output")
  )

  it("is no affair of an API of whose models nothing is known", () => {
    expect(editsOf(openai, "gpt-rec-12", { max_tokens: 5, max_completion_tokens: 6 }).edits).toEqual([])
  })
})

describe("what is left in `parameters`", () => {
  it("gives way to what the top level says, with a note", () => {
    const body = { enable_search: false, parameters: { enable_search: true, asr_options: { language: "zh" } } }
    const { edits, notes } = editsOf(qwen, "qwen-plus", body)
    expect(edits.map(([at]) => String(at)).toSorted()).toEqual(["/asr_options", "/parameters"])
    expect(notes.toSorted()).toEqual([
      "/parameters/asr_options qwen/hoisted",
      "/parameters/enable_search qwen/parameters-beaten"
    ])
  })
})
