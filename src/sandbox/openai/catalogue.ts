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
  /** Whether it takes stop sequences. */
  readonly stops: boolean
  /** Whether this API takes functions only where it does not reason. */
  readonly functionsAtRest: boolean
  /** Whether it searches the web where it is told to. */
  readonly searches: boolean
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
  stops: efforts.length === 0,
  functionsAtRest: false,
  searches: false,
  maxOutput,
  ...more
})

const to5: readonly Effort[] = ["minimal", "low", "medium", "high"]
const upTo51: readonly Effort[] = ["none", "low", "medium", "high"]
const upTo56: readonly Effort[] = [...upTo51, "xhigh"]

/** From 5.5 on a model reasons where nothing is said, and takes stop sequences; 6.1 Sol is never sampled. */
const unasked: Partial<GptRules> = { functionsAtRest: true, effort: "medium", stops: true }
const gpt6 = gpt(128_000, [...upTo56, "max"], unasked)
const gpt61 = gpt(128_000, [...upTo56, "max"], { ...unasked, samplesAtRest: false })
const astra = gpt(128_000, ["low", "medium", "high", "xhigh"], unasked)

/**
 * The GPT models.
 *
 * @see https://platform.openai.com/docs/guides/latest-model parameter compatibility from 5.1 on (read 2026-11)
 * @see https://github.com/BerriAI/litellm-docs/pull/1064 probes: what is taken where no effort is said (2026-08)
 * @see https://github.com/livekit/agents/pull/7169 the efforts of 5.6, in the vendor's words (2026-09)
 * @see https://github.com/BerriAI/litellm-docs/pull/1173 probes of the efforts of 6 Astra (2026-09)
 * @see https://github.com/vercel/ai/blob/main/packages/openai/src/openai-model-catalog.ts the sampling of 6 (2026-11)
 * @see https://github.com/vercel/ai/issues/10932 what 5.1 takes at `none` (2025-11)
 */
export const gptModels: Catalogue<GptRules> = new Map([
  ["gpt-4o", gpt(16_384)],
  ["gpt-4o-mini", gpt(16_384)],
  ["gpt-4o-search-preview", gpt(16_384, [], { searches: true })],
  ["gpt-4o-mini-search-preview", gpt(16_384, [], { searches: true })],
  ["gpt-5-search-api", gpt(128_000, [], { searches: true })],
  ["gpt-4.1", gpt(32_768)],
  ["gpt-4.1-mini", gpt(32_768)],
  ["o3", gpt(100_000, ["low", "medium", "high"])],
  ["gpt-5", gpt(128_000, to5)],
  ["gpt-5-mini", gpt(128_000, to5)],
  ["gpt-5-nano", gpt(128_000, to5)],
  ["gpt-5.1", gpt(128_000, upTo51)],
  ["gpt-5.2", gpt(128_000, upTo56)],
  ["gpt-5.4", gpt(128_000, upTo56, { functionsAtRest: true })],
  ["gpt-5.4-mini", gpt(128_000, upTo56, { functionsAtRest: true })],
  ["gpt-5.4-nano", gpt(128_000, upTo56, { functionsAtRest: true })],
  ["gpt-5.5", gpt(128_000, upTo56, unasked)],
  ["gpt-5.6-sol", gpt(128_000, upTo56, unasked)],
  ["gpt-5.6-terra", gpt(128_000, upTo56, unasked)],
  ["gpt-5.6-luna", gpt(128_000, upTo56, unasked)],
  ["gpt-6-sol", gpt6],
  ["gpt-6-luna", gpt6],
  ["gpt-6-astra", astra],
  ["gpt-6.1-sol", gpt61],
  ["gpt-6.1-terra", gpt6]
])
