import type { ChatRequest } from "../../core/chat/chat.ts"
import {
  budgetOf,
  effortOf,
  isOnlyHidden,
  type ReasoningEffort,
  type ThinkingConfig,
  isTurnedOff
} from "../../core/chat/thinking.ts"
import type { ThinkingForms } from "../../core/format.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/json.ts"
import { describedRow, flagRow, readNullableRows, wordRow, integerAbove } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, type FieldPlaces, noteField, spelledAs } from "./context.ts"

const levelNames = ["minimal", "low", "medium", "high", "xhigh"] as const

/** Levels by their word in any letters; one that is not known is kept as it is. */
const levels: ReadonlyMap<string, ReasoningEffort> = new Map(
  levelNames.flatMap((level) => [
    [level, level],
    [level.toUpperCase(), level]
  ])
)

/** The members of `thinkingConfig`; a budget in tokens: -1 leaves it to the model, 0 is off. */
export const thinkingMembers = {
  thinkingBudget: integerAbove(-2),
  thinkingLevel: describedRow(wordRow(levels), { examples: levelNames.map((level) => level.toUpperCase()) }),
  includeThoughts: flagRow
}

/**
 * Reads `thinkingConfig`.
 *
 * @see https://ai.google.dev/gemini-api/docs/generate-content/thinking and `ThinkingConfig` of `@google/genai` 3.3 (read 2026-11)
 */
export const decodeThinking = (config: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const from = config.inside("thinkingConfig")
  if (from === undefined) return
  const thinking: MutableDraft<ThinkingConfig> = {}
  const { thinkingBudget, thinkingLevel, includeThoughts } = readNullableRows(thinkingMembers, from)
  setDefined(thinking, "budget", thinkingBudget)
  setDefined(thinking, "effort", thinkingLevel)
  setDefined(thinking, "visible", includeThoughts)
  request.thinking = thinking
  if (thinking.budget !== undefined) places.set("thinking.budget", from.below("thinkingBudget"))
  if (thinking.effort !== undefined) places.set("thinking.effort", from.below("thinkingLevel"))
  places.set("thinking", from.at)
}

/** The forms of a model that nothing is known of: the newest ones. */
const newest: ThinkingForms = { effort: true, off: false }

/** `thinkingConfig`, as it was said or in a form that the target takes; a budget and a level are never both sent. */
export const encodeThinking = (to: EncodeContext): JsonObjectBuilder | undefined => {
  const { request, target, own } = to
  const { thinking } = request
  if (thinking === undefined) return undefined
  const budget = own ? thinking.budget : undefined
  if (own && target.thinking === undefined) {
    return {
      includeThoughts: shown(thinking),
      thinkingBudget: budget === undefined ? undefined : numeral(to, budget),
      thinkingLevel: thinking.effort?.toUpperCase()
    }
  }
  const control = controlFor(to, thinking, target.thinking ?? newest)
  return { includeThoughts: shown(thinking) ?? (isTurnedOff(thinking) || own ? undefined : true), ...control }
}

const numeral = (to: EncodeContext, budget: number): JsonObjectBuilder[string] =>
  spelledAs(to.request, "/generationConfig/thinkingConfig/thinkingBudget", budget)

const shown = ({ visible }: ThinkingConfig): boolean | undefined =>
  visible === undefined ? undefined : visible !== false && visible !== "omitted"

/** The level for an effort. No model is known to take the highest, which the vendor's SDK names. */
const levelOut = (effort: ReasoningEffort | undefined): string | undefined =>
  effort === undefined || effort === "none"
    ? undefined
    : effort === "xhigh" || effort === "max"
      ? "HIGH"
      : effort.toUpperCase()

const controlFor = (to: EncodeContext, thinking: ThinkingConfig, forms: ThinkingForms): JsonObjectBuilder => {
  if (isOnlyHidden(thinking)) return {}
  if (isTurnedOff(thinking)) return offOut(to, forms)
  if (forms.budget !== undefined && forms.effort !== true) return budgetOut(to, thinking, forms.budget)
  return forms.effort === true ? effortOut(to, thinking) : {}
}

const offOut = (to: EncodeContext, forms: ThinkingForms): JsonObjectBuilder => {
  if (forms.off === true) return { thinkingBudget: 0 }
  noteField(to, "thinking", to.request, "thinking")
  return forms.budget !== undefined && forms.effort !== true
    ? { thinkingBudget: forms.budget.minimum }
    : { thinkingLevel: to.target.thinking === undefined ? "LOW" : "MINIMAL" }
}

/** An effort is a share of the largest budget; beside a limit of the output the model itself decides. */
const budgetOut = (
  to: EncodeContext,
  thinking: ThinkingConfig,
  range: NonNullable<ThinkingForms["budget"]>
): JsonObjectBuilder => {
  const { budget, effort } = thinking
  const limited = budget === undefined && effort !== undefined && to.request.maxTokens !== undefined
  const wanted = budget ?? (effort === undefined || limited ? -1 : budgetOf(effort, range.maximum))
  const sent = wanted < 0 ? -1 : Math.min(Math.max(wanted, range.minimum), range.maximum)
  if (limited) noteField(to, "thinking/limited", to.request, "thinking")
  else if (sent !== budget || !isPlain(thinking)) noteField(to, "thinking-form", to.request, "thinking")
  return { thinkingBudget: sent }
}

const effortOut = (to: EncodeContext, thinking: ThinkingConfig): JsonObjectBuilder => {
  const { budget, effort } = thinking
  const wantedEffort = effort ?? (budget === undefined || budget < 0 ? undefined : effortOf(budget))
  const level = levelOut(wantedEffort)
  const exact = budget === undefined && isPlain(thinking) && effort === level?.toLowerCase()
  if (!exact) noteField(to, "thinking-form", to.request, "thinking")
  return { thinkingLevel: level }
}

/** Whether thinking is asked for in this format's own fields alone. */
const isPlain = ({ mode, visible }: ThinkingConfig): boolean => mode === undefined && typeof visible === "boolean"
