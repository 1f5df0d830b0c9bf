/** Whose API a model is called through. */
export type Vendor = "openai" | "anthropic"

/** What a model does besides answering; the id's last part says it (`gpt-4o-error-429`). */
export type Behaviour =
  | "plain"
  | "error-429"
  | "error-500"
  | "error-529"
  | "overloaded"
  | "error-mid"
  | "slow"
  | "cut"
  | "refuse"
  | "filtered"
  | "redacted"

/** The behaviours that an id can end in. */
export const behaviours: readonly Behaviour[] = [
  "error-429",
  "error-500",
  "error-529",
  "overloaded",
  "error-mid",
  "slow",
  "cut",
  "refuse",
  "filtered",
  "redacted"
]

/** A reasoning effort of either vendor. */
export type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max"

/** What a GPT model takes. */
export interface GptRules {
  readonly vendor: "openai"
  /** Reasoning models refuse `max_tokens` and every sampling parameter, and take these efforts. */
  readonly efforts: readonly Effort[]
  readonly maxOutput: number
}

/** What a Claude model takes (the vendor's model pages). */
export interface ClaudeRules {
  readonly vendor: "anthropic"
  readonly thinking: readonly ("enabled" | "adaptive" | "disabled" | "between_tools")[]
  readonly efforts: readonly Effort[]
  /** `once`: refused from the API version of October 2026 on; `never`: only the neutral values. */
  readonly sampling: "always" | "once" | "never"
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

/** A model of the sandbox. */
export interface SandboxModel {
  readonly id: string
  /** The id without what it ends in. */
  readonly base: string
  readonly behaviour: Behaviour
  readonly rules: GptRules | ClaudeRules
}

const gpt = (maxOutput: number, efforts: readonly Effort[] = []): GptRules => ({ vendor: "openai", efforts, maxOutput })

const oldClaude: ClaudeRules = {
  vendor: "anthropic",
  thinking: ["enabled", "disabled"],
  efforts: [],
  sampling: "always",
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

const catalogue: ReadonlyMap<string, GptRules | ClaudeRules> = new Map<string, GptRules | ClaudeRules>([
  ["gpt-4o", gpt(16_384)],
  ["gpt-4o-mini", gpt(16_384)],
  ["gpt-4.1", gpt(32_768)],
  ["gpt-5-mini", gpt(128_000, ["minimal", "low", "medium", "high"])],
  ["gpt-5.1", gpt(128_000, ["none", "low", "medium", "high"])],
  ["claude-3-haiku", { ...oldClaude, thinking: [], structured: false, cacheFrom: 2048, maxOutput: 4096 }],
  ["claude-haiku-4-5", oldClaude],
  ["claude-sonnet-4-5", oldClaude],
  ["claude-opus-4-5", { ...oldClaude, efforts: ["low", "medium", "high"] }],
  ["claude-sonnet-4-6", claude46],
  ["claude-opus-4-6", claude46],
  ["claude-opus-4-7", newClaude],
  ["claude-sonnet-5", newClaude],
  ["claude-opus-5-5", { ...newClaude, thinking: ["adaptive"], forcedTools: false }],
  ["claude-sonnet-5-5", { ...newClaude, thinking: ["adaptive", "between_tools"], forcedTools: false }]
])

const behaviourOf = (id: string): readonly [string, Behaviour] => {
  for (const behaviour of behaviours) {
    if (id.endsWith(`-${behaviour}`)) return [id.slice(0, -behaviour.length - 1), behaviour]
  }
  return [id, "plain"]
}

/** The model of an id; a date after the name (`gpt-4o-2024-08-06`, `claude-3-haiku-20240307`) is read over. */
export const findModel = (id: string): SandboxModel | undefined => {
  const [named, behaviour] = behaviourOf(id)
  const base = catalogue.has(named) ? named : named.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, "")
  const rules = catalogue.get(base)
  return rules === undefined ? undefined : { id, base, behaviour, rules }
}

/** Every model under its plain id and under each behaviour. */
export const models: readonly SandboxModel[] = [...catalogue].flatMap(([base, rules]) => [
  { id: base, base, behaviour: "plain", rules },
  ...behaviours.map((behaviour) => ({ id: `${base}-${behaviour}`, base, behaviour, rules }))
])

/** When every model was made, in Unix seconds. */
export const created = 1_767_225_600
