/** How hard a model should think, weakest first. */
export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const

/** How hard a model should think. */
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/** What a request says of thinking: four independent fields, as on the wires. */
export interface ThinkingConfig {
  /** `auto`: the model decides; `between-tools`: only between tool calls. */
  readonly mode?: "off" | "auto" | "on" | "between-tools"
  /** Tokens. `-1` is automatic and `0` off where a wire says so. */
  readonly budget?: number
  readonly effort?: ReasoningEffort
  /** Whether the client wants to see it, and in which form. */
  readonly visible?: boolean | "summarized" | "omitted"
}

/** Whether all that is said is that thinking is not to be shown: whether the model thinks is not said. */
export const isOnlyHidden = ({ mode, budget, effort, visible }: ThinkingConfig): boolean =>
  mode === undefined && budget === undefined && effort === undefined && (visible === false || visible === "omitted")

/** Whether what is said turns thinking off. */
export const isOff = ({ mode, effort, budget }: ThinkingConfig): boolean =>
  mode === "off" || (mode === undefined && (effort === "none" || budget === 0))

/** The same for vendors to whom a budget of none turns it off beside any mode. */
export const isTurnedOff = (thinking: ThinkingConfig): boolean => isOff(thinking) || thinking.budget === 0

/** Shares of a model's maximum budget in percent, by effort. */
const shares: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 5,
  low: 20,
  medium: 50,
  high: 80,
  xhigh: 100,
  max: 100
}

/** The budget in tokens that an effort means to a model whose maximum is `maximum` tokens, rounded half up. */
export const budgetOf = (effort: ReasoningEffort, maximum: number): number =>
  Math.floor((maximum * shares[effort]) / 100 + 0.5)

/** The level that a budget in tokens means to a model that takes levels. */
export const effortOf = (budget: number): ReasoningEffort =>
  budget === 0 ? "none" : budget < 0 ? "medium" : budget <= 1024 ? "low" : budget <= 8192 ? "medium" : "high"

/** The effort of a model's that is nearest to the wanted one, the first of two that it has; undefined where it has none. */
export const nearestEffort = (
  wanted: ReasoningEffort,
  had: readonly ReasoningEffort[]
): ReasoningEffort | undefined => {
  const distance = (effort: ReasoningEffort): number =>
    Math.abs(reasoningEfforts.indexOf(effort) - reasoningEfforts.indexOf(wanted))
  return had.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Whether a word is an effort. */
export const isEffort = (word: string): word is ReasoningEffort =>
  (reasoningEfforts as readonly string[]).includes(word)

/** A model id, split from the thinking that its suffix asks for. */
export interface ModelId {
  /** The id without the suffix: what an upstream knows. */
  readonly id: string
  /** What the suffix says; absent where there is none. */
  readonly thinking?: ThinkingConfig
}

const suffixes = /^(.+?)-(?:(nothinking)|thinking(?:-(?:(low|high)|(\d{1,9})))?)$/s

/**
 * Reads the five suffixes that control thinking: `-nothinking`, `-thinking` (a budget that the model chooses),
 * `-thinking-<tokens>` of at most nine digits (0 is off), `-thinking-low` and `-thinking-high`. Anything else is part
 * of the id. Whose ids may carry one, and which listed ids merely look like it, is for a family to say.
 *
 * @example
 * parseModelId("gemini-2.5-flash-thinking-2048") // { id: "gemini-2.5-flash", thinking: { mode: "on", budget: 2048, … } }
 */
export const parseModelId = (id: string): ModelId => {
  const [, base, off, effort, budget] = suffixes.exec(id) ?? []
  if (base === undefined) return { id }
  if (off !== undefined || Number(budget) === 0) return { id: base, thinking: { mode: "off" } }
  if (effort === "low" || effort === "high") return { id: base, thinking: { mode: "on", effort, visible: true } }
  if (budget !== undefined) return { id: base, thinking: { mode: "on", budget: Number(budget), visible: true } }
  return { id: base, thinking: { mode: "auto", budget: -1, visible: true } }
}
