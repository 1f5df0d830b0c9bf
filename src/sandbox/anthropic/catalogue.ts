import type { Catalogue, Effort, Model } from "../model.ts"

/** What a Claude model takes (the vendor's model pages). */
export interface ClaudeRules {
  readonly vendor: "anthropic"
  readonly thinking: readonly ("enabled" | "adaptive" | "disabled" | "between_tools")[]
  readonly efforts: readonly Effort[]
  /** `once`: refused from the API version of October 2026 on; `never`: only the neutral values. */
  readonly sampling: "always" | "once" | "never"
  /** Whether `temperature` and `top_p` are taken together. */
  readonly samplesTwice: boolean
  readonly forcedTools: boolean
  /** Thinking is shown unless the client says otherwise; where false, it is omitted unless asked for. */
  readonly shown: boolean
  readonly structured: boolean
  readonly prefill: boolean
  /** A system message after the first user turn. */
  readonly lateSystem: boolean
  /** The smallest prefix that the prompt cache keeps, in tokens. */
  readonly cacheFrom: number
  readonly maxOutput: number
}

/** A Claude model. */
export type ClaudeModel = Model<ClaudeRules>

const oldClaude: ClaudeRules = {
  vendor: "anthropic",
  thinking: ["enabled", "disabled"],
  efforts: [],
  sampling: "always",
  samplesTwice: false,
  forcedTools: true,
  shown: true,
  structured: true,
  prefill: true,
  lateSystem: false,
  cacheFrom: 1024,
  maxOutput: 64_000
}

const claude46: ClaudeRules = {
  ...oldClaude,
  thinking: ["enabled", "adaptive", "disabled"],
  efforts: ["low", "medium", "high", "max"],
  sampling: "once",
  prefill: false,
  maxOutput: 128_000
}

const newClaude: ClaudeRules = {
  ...claude46,
  thinking: ["adaptive", "disabled"],
  efforts: ["low", "medium", "high", "xhigh", "max"],
  sampling: "never",
  shown: false,
  lateSystem: true
}

const alwaysThinking: ClaudeRules = { ...newClaude, thinking: ["adaptive"] }
const unforced: ClaudeRules = { ...alwaysThinking, forcedTools: false }

/** The Claude models. */
export const claudeModels: Catalogue<ClaudeRules> = new Map([
  [
    "claude-3-haiku",
    { ...oldClaude, thinking: [], samplesTwice: true, structured: false, cacheFrom: 2048, maxOutput: 4096 }
  ],
  ["claude-haiku-4-5", oldClaude],
  ["claude-sonnet-4-5", oldClaude],
  ["claude-opus-4-5", { ...oldClaude, efforts: ["low", "medium", "high"] }],
  ["claude-sonnet-4-6", claude46],
  ["claude-opus-4-6", claude46],
  ["claude-opus-4-7", newClaude],
  ["claude-sonnet-5", newClaude],
  ["claude-opus-4-8", newClaude],
  ["claude-opus-5", newClaude],
  ["claude-haiku-5-5", newClaude],
  ["claude-fable-5", alwaysThinking],
  ["claude-mythos-5", alwaysThinking],
  ["claude-fable-5-1", unforced],
  ["claude-mythos-5-1", unforced],
  ["claude-fable-5-2", unforced],
  ["claude-mythos-5-2", unforced],
  ["claude-opus-5-5", unforced],
  ["claude-sonnet-5-5", { ...unforced, thinking: ["adaptive", "between_tools"] }]
])
