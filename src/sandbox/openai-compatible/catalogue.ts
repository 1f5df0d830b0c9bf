import type { Catalogue, Model } from "../model.ts"

/** A vendor whose API is like OpenAI's. */
export type AlikeVendor = "qwen" | "deepseek" | "kimi" | "openrouter"

/** The vendors whose APIs are like OpenAI's, each below its name. */
export const alikeVendors: readonly AlikeVendor[] = ["qwen", "deepseek", "kimi", "openrouter"]

/** What a model of such a vendor takes. */
export interface AlikeRules {
  readonly vendor: AlikeVendor
  readonly maxOutput: number
  /** When it thinks: never, where it is asked to, where nothing forbids it, or always. */
  readonly thinks: "never" | "asked" | "unasked" | "always"
  /** Whether it is told how hard to think by an effort alone, and may be made to call some function, but not one by name. */
  readonly byEffort?: true
  /** Whether it thinks in streams alone. */
  readonly thinksInStreams: boolean
  /** Whether it is shown images. */
  readonly images: boolean
  /** Whether it obeys a schema for its answer. */
  readonly schemas: boolean
}

/** A model of such a vendor. */
export type AlikeModel = Model<AlikeRules>

const model = (vendor: AlikeVendor, thinks: AlikeRules["thinks"], more: Partial<AlikeRules> = {}): AlikeRules => ({
  vendor,
  thinks,
  maxOutput: 32_768,
  thinksInStreams: false,
  images: false,
  schemas: vendor === "kimi" || vendor === "openrouter",
  ...more
})

const seeing = model("qwen", "unasked", { images: true, maxOutput: 65_536 })
const newest = model("qwen", "unasked", { images: true, maxOutput: 131_072 })
const open = model("qwen", "unasked", { thinksInStreams: true, maxOutput: 16_384 })
const small = { ...open, maxOutput: 8192 }
const kimi: Partial<AlikeRules> = { maxOutput: 262_144 }
const k3 = model("kimi", "always", { maxOutput: 1_048_576, images: true, byEffort: true })
const deepseek: Partial<AlikeRules> = { maxOutput: 384_000 }

/** The models of these vendors. */
export const alikeModels: Catalogue<AlikeRules> = new Map([
  ["qwen-plus", model("qwen", "asked")],
  ["qwen-max", model("qwen", "never", { maxOutput: 8192 })],
  ["qwen3-max", model("qwen", "asked", { maxOutput: 65_536 })],
  ["qwen-flash", model("qwen", "asked")],
  ["qwen-turbo", model("qwen", "asked", { maxOutput: 16_384 })],
  ["qwen3.5-flash", seeing],
  ["qwen3.6-plus", seeing],
  ["qwen3.7-plus", seeing],
  ["qwen3.7-max", model("qwen", "unasked", { maxOutput: 131_072 })],
  ["qwen3.7-flash", seeing],
  ["qwen3.8-max", newest],
  ["qwen3.8-flash", newest],
  ["qwen3-vl-plus", model("qwen", "asked", { images: true })],
  ["qwen3-vl-flash", model("qwen", "asked", { images: true })],
  ["qwen3-omni-flash", model("qwen", "asked", { images: true, maxOutput: 16_384 })],
  ["qwen3-asr-flash", model("qwen", "never", { maxOutput: 4096 })],
  ["qwen3-8b", small],
  ["qwen3-235b-a22b", open],
  ["qwen3-235b-a22b-thinking-2507", model("qwen", "always")],
  ["qwen3-235b-a22b-instruct-2507", model("qwen", "never", { maxOutput: 16_384 })],
  ["qwq-plus", model("qwen", "always", { maxOutput: 8192 })],
  ["qwen3-coder-flash", model("qwen", "never", { maxOutput: 65_536 })],
  ["qwen3.5-plus", seeing],
  ["qwen3-32b", small],
  ["qwen3-coder-plus", model("qwen", "never", { maxOutput: 65_536 })],
  ["deepseek-chat", model("deepseek", "asked", deepseek)],
  ["deepseek-reasoner", model("deepseek", "always", deepseek)],
  ["deepseek-v4-pro", model("deepseek", "unasked", deepseek)],
  ["deepseek-flash", model("deepseek", "unasked", { ...deepseek, images: true })],
  ["kimi-k3.1-pro", k3],
  ["kimi-k3", k3],
  ["kimi-k2.6", model("kimi", "unasked", { ...kimi, images: true })],
  ["kimi-k2.5", model("kimi", "unasked", { ...kimi, images: true })],
  ["moonshot-v1-8k", model("kimi", "never", { maxOutput: 8192 })],
  ["moonshot-v1-32k", model("kimi", "never")],
  ["moonshot-v1-128k", model("kimi", "never", { maxOutput: 131_072 })],
  ["kimi-k2-thinking", model("kimi", "always", kimi)],
  ["kimi-k2-0905-preview", model("kimi", "never", kimi)],
  ["anthropic/claude-sonnet-4.5", model("openrouter", "asked", { images: true, maxOutput: 64_000 })],
  ["openai/gpt-5.1", model("openrouter", "asked", { images: true, maxOutput: 128_000 })],
  ["google/gemini-2.5-pro", model("openrouter", "unasked", { images: true, maxOutput: 65_536 })],
  ["deepseek/deepseek-v3.2", model("openrouter", "asked", { maxOutput: 65_536 })],
  ["moonshotai/kimi-k2-thinking", model("openrouter", "always", kimi)],
  ["qwen/qwen3-235b-a22b", model("openrouter", "unasked")]
])
