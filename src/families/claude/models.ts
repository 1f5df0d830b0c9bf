import type { RequestTarget, ThinkingForms } from "../../core/format.ts"
import type { ReasoningEffort } from "../../core/chat/thinking.ts"
import { type Catalogue, listedIds } from "../family.ts"

/** What a Claude model takes. */
export interface ClaudeRules {
  /** The most output tokens it gives. */
  readonly output: number
  /** The forms of thinking control it takes. */
  readonly thinking: ThinkingForms
  readonly efforts: readonly ReasoningEffort[]
  /** Whether it takes sampling parameters at all; none does while it thinks. */
  readonly sampling: boolean
  /** Whether it refuses `temperature` beside `top_p`. */
  readonly oneSampling?: true
  readonly forcedChoice: "always" | "without-thinking" | "never"
  /** Whether it obeys a schema for its answer. */
  readonly schemas: boolean
  /** Whether it continues an assistant message. */
  readonly prefill: boolean
  /** Whether it takes a system message after the first user turn. */
  readonly lateSystem: boolean
}

/** The smallest thinking budget that is asked for: the API wants more than 1024. */
export const leastBudget = 1025

const budget = (output: number): ThinkingForms => ({ budget: { minimum: leastBudget, maximum: output }, off: true })

const plain: ClaudeRules = {
  output: 4096,
  thinking: {},
  efforts: [],
  sampling: true,
  forcedChoice: "without-thinking",
  schemas: false,
  prefill: true,
  lateSystem: false
}

const opus4: ClaudeRules = { ...plain, output: 32_000, thinking: budget(32_000) }
const sonnet4: ClaudeRules = { ...plain, output: 64_000, thinking: budget(64_000) }

/**
 * From 4.1 on a model takes `temperature` or `top_p`, never both.
 *
 * @see https://github.com/open-webui/pipelines/pull/546 Opus 4.1 (2025-08)
 * @see https://github.com/comet-ml/opik/pull/3728 Sonnet 4.5 and Haiku 4.5 (2025-10)
 * @see https://github.com/Vali-98/ChatterUI/issues/564 Sonnet 4.6, in the vendor's words (2026-05)
 */
const sonnet45: ClaudeRules = { ...sonnet4, schemas: true, oneSampling: true }

const opus45: ClaudeRules = {
  ...sonnet45,
  thinking: { ...budget(64_000), effort: true },
  efforts: ["low", "medium", "high"]
}

const opus46: ClaudeRules = {
  ...opus45,
  output: 128_000,
  thinking: { ...budget(128_000), adaptive: true, effort: true },
  efforts: ["low", "medium", "high", "max"],
  prefill: false
}

/**
 * From 4.7 on a model refuses a budget of tokens for thinking, and thinks as much as it finds fit.
 *
 * @see https://github.com/NousResearch/hermes-agent/issues/11137 in the vendor's words (2026-04)
 */
const opus47: ClaudeRules = {
  ...opus46,
  thinking: { adaptive: true, effort: true, off: true },
  efforts: ["low", "medium", "high", "xhigh", "max"],
  sampling: false,
  forcedChoice: "always",
  lateSystem: true
}

const fable5: ClaudeRules = { ...opus47, thinking: { ...opus47.thinking, off: false } }
const opus55: ClaudeRules = { ...fable5, forcedChoice: "never" }
const sonnet55: ClaudeRules = { ...opus55, thinking: { ...opus55.thinking, off: "between-tools" } }

/** The Claude models and what each takes, after the vendor's model pages. */
export const claudeModels: Catalogue<ClaudeRules> = new Map([
  ["claude-3-haiku", plain],
  ["claude-opus-4", opus4],
  ["claude-opus-4-0", opus4],
  ["claude-opus-4-1", { ...opus4, schemas: true, oneSampling: true }],
  ["claude-sonnet-4", sonnet4],
  ["claude-sonnet-4-0", sonnet4],
  ["claude-sonnet-4-5", sonnet45],
  ["claude-haiku-4-5", sonnet45],
  ["claude-opus-4-5", opus45],
  ["claude-opus-4-6", opus46],
  ["claude-sonnet-4-6", opus46],
  ["claude-opus-4-7", opus47],
  ["claude-opus-4-8", opus47],
  ["claude-sonnet-5", opus47],
  ["claude-opus-5", opus47],
  ["claude-haiku-5-5", opus47],
  ["claude-fable-5", fable5],
  ["claude-mythos-5", fable5],
  ["claude-fable-5-1", opus55],
  ["claude-mythos-5-1", opus55],
  ["claude-fable-5-2", opus55],
  ["claude-mythos-5-2", opus55],
  ["claude-opus-5-5", opus55],
  ["claude-sonnet-5-5", sonnet55]
])

/**
 * The models that the vendor's SDK names, by the days of their snapshots where it has those, or of their releases.
 *
 * @see https://github.com/anthropics/anthropic-sdk-typescript `Model` of `@anthropic-ai/sdk` 1.11.0 (read 2026-11)
 * @see https://github.com/anomalyco/models.dev models/anthropic: the days of those without a snapshot's (read 2026-11)
 */
export const claudeListed = listedIds(
  {
    "claude-haiku-5-5": "2026-10-07",
    "claude-opus-5": "2026-07-24",
    "claude-sonnet-5": "2026-06-30",
    "claude-fable-5": "2026-06-09",
    "claude-mythos-5": "2026-06-09",
    "claude-opus-4-8": "2026-05-28",
    "claude-opus-4-7": "2026-04-16",
    "claude-sonnet-4-6": "2026-02-17",
    "claude-opus-4-6": "2026-02-05",
    "claude-opus-4-5": "2025-11-01",
    "claude-haiku-4-5": "2025-10-01",
    "claude-sonnet-4-5": "2025-09-29"
  },
  [
    "claude-fable-5-2",
    "claude-mythos-5-2",
    "claude-sonnet-5-5",
    "claude-fable-5-1",
    "claude-opus-5-5",
    "claude-mythos-5-1"
  ]
)

/** What a target of these rules takes; of a model that is not listed, nothing but whose it is and a safe limit. */
export const target = (rules: ClaudeRules | undefined): Omit<RequestTarget, "model"> =>
  rules === undefined
    ? { vendor: "anthropic", maxTokens: 8192 }
    : {
        vendor: "anthropic",
        maxTokens: rules.output,
        thinking: rules.thinking,
        sampling: rules.sampling,
        forcedChoice: rules.forcedChoice,
        schemas: rules.schemas,
        prefill: rules.prefill,
        lateSystem: rules.lateSystem ? "native" : "user"
      }
