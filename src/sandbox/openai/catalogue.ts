import type { Catalogue, Effort, Model } from "../model.ts"

/** What a GPT model takes. */
export interface GptRules {
  readonly vendor: "openai"
  /** Reasoning models refuse `max_tokens` and every sampling parameter, and take these efforts. */
  readonly efforts: readonly Effort[]
  readonly maxOutput: number
}

/** A GPT model. */
export type GptModel = Model<GptRules>

const gpt = (maxOutput: number, efforts: readonly Effort[] = []): GptRules => ({ vendor: "openai", efforts, maxOutput })

/** The GPT models. */
export const gptModels: Catalogue<GptRules> = new Map([
  ["gpt-4o", gpt(16_384)],
  ["gpt-4o-mini", gpt(16_384)],
  ["gpt-4.1", gpt(32_768)],
  ["gpt-5-mini", gpt(128_000, ["minimal", "low", "medium", "high"])],
  ["gpt-5.1", gpt(128_000, ["none", "low", "medium", "high"])]
])
