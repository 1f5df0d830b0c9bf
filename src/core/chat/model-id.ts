import type { ThinkingConfig } from "./thinking.ts"

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
