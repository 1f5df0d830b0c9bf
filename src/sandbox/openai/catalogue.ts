import type { Catalogue, Effort, Model } from "../model.ts"

/** What a GPT model takes. */
export interface GptRules {
  readonly vendor: "openai"
  /** Reasoning models refuse `max_tokens`, and take these efforts. */
  readonly efforts: readonly Effort[]
  /** The effort where a request says none. */
  readonly effort: Effort
  /** Whether it takes temperature, nucleus and log probabilities where it does not reason; reasoning, it never does. */
  readonly samplesAtRest: boolean
  /** Whether this API takes functions only where it does not reason. */
  readonly functionsAtRest: boolean
  readonly maxOutput: number
}

/** A GPT model. */
export type GptModel = Model<GptRules>

/** The rules of a model that gives so many tokens, and reasons at these efforts. */
export const gpt = (maxOutput: number, efforts: readonly Effort[] = [], more: Partial<GptRules> = {}): GptRules => ({
  vendor: "openai",
  efforts,
  effort: efforts.includes("none") ? "none" : "medium",
  samplesAtRest: efforts.includes("none"),
  functionsAtRest: false,
  maxOutput,
  ...more
})

const upTo51: readonly Effort[] = ["none", "low", "medium", "high"]
const upTo56: readonly Effort[] = [...upTo51, "xhigh"]

/**
 * The GPT models.
 *
 * @see https://platform.openai.com/docs/guides/latest-model parameter compatibility from 5.1 on (read 2026-11)
 * @see https://github.com/BerriAI/litellm-docs/pull/1064 probes: what is taken where no effort is said (2026-08)
 * @see https://github.com/livekit/agents/pull/7169 the efforts of 5.6, in the vendor's words (2026-09)
 * @see https://github.com/vercel/ai/issues/10932 what 5.1 takes at `none` (2025-11)
 */
export const gptModels: Catalogue<GptRules> = new Map([
  ["gpt-4o", gpt(16_384)],
  ["gpt-4o-mini", gpt(16_384)],
  ["gpt-4.1", gpt(32_768)],
  ["gpt-5-mini", gpt(128_000, ["minimal", "low", "medium", "high"])],
  ["gpt-5.1", gpt(128_000, upTo51)],
  ["gpt-5.2", gpt(128_000, upTo56)],
  ["gpt-5.4", gpt(128_000, upTo56, { functionsAtRest: true })],
  ["gpt-5.5", gpt(128_000, upTo56, { functionsAtRest: true, effort: "medium" })],
  ["gpt-5.6-sol", gpt(128_000, upTo56, { functionsAtRest: true, effort: "medium" })]
])
