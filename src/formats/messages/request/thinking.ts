import type { ThinkingForms } from "../../../core/format.ts"
import { placeInside, placeOf } from "../../../core/notes/note-writer.ts"
import {
  budgetOf,
  type ReasoningEffort,
  effortOf,
  isOnlyHidden,
  type ThinkingConfig
} from "../../../core/chat/thinking.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { spelledAs } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { minBudget } from "../wire.ts"
import { modes } from "./read-settings.ts"
import { note } from "../noting.ts"
import { type Writing } from "./writing.ts"

/** How thinking is asked for on the wire. */
export interface Asking {
  readonly thinking?: JsonObjectBuilder | undefined
  readonly effort?: ReasoningEffort | undefined
}

/** The forms of a model that nothing is known of: the newest ones. */
const newest: ThinkingForms = { adaptive: true, effort: true, off: true }

const at = (to: Writing): string => placeOf(to.request, "thinking")

/** Whether an asking makes the model think. */
export const thinks = ({ thinking }: Asking): boolean =>
  thinking?.["type"] === "enabled" || thinking?.["type"] === "adaptive"

/** How a request's wish for thinking is said to its target, whose answer has room for `maxTokens`. */
export const askThinking = (to: Writing, maxTokens: number): Asking => {
  const { thinking } = to.request
  if (thinking === undefined) return {}
  if (asItCame(to)) return asSaid(to, thinking)
  const forms = to.target.thinking ?? newest
  if (to.own && thinking.mode === undefined && thinking.budget === undefined) return ownEffort(to, thinking, forms)
  if (isOnlyHidden(thinking)) {
    note(to, "thinking-hidden", at(to))
    return {}
  }
  if (isOff(thinking)) return askNone(to, forms, thinking.effort)
  if (thinking.mode === "between-tools")
    return { thinking: { type: "between_tools" }, ...effort(forms, thinking.effort) }
  if (forms.budget !== undefined && (forms.adaptive !== true || (thinking.budget ?? -1) > 0)) {
    return askBudget(to, thinking, forms, forms.budget, maxTokens)
  }
  if (forms.adaptive === true) return askAdaptive(to, thinking, forms)
  note(to, "thinking-missing", at(to))
  return {}
}

const isOff = ({ mode, budget, effort: said }: ThinkingConfig): boolean =>
  mode === "off" || budget === 0 || (said === "none" && mode === undefined)

/** Whether thinking is asked for as it was said: this format's own client knows a model that nothing else is known of. */
export const asItCame = ({ own, target }: Writing): boolean => own && target.thinking === undefined

const asSaid = (to: Writing, thinking: ThinkingConfig): Asking => {
  const { mode, budget, effort: said } = thinking
  const display = shown(thinking)
  const type = [...modes].find(([, meaning]) => meaning === mode)?.[0]
  const silent = mode === undefined && budget === undefined && display === undefined
  return { thinking: silent ? undefined : { type, budget_tokens: budgetOut(to, budget), display }, effort: said }
}

/** An effort alone says nothing of thinking here. */
const ownEffort = (to: Writing, thinking: ThinkingConfig, forms: ThinkingForms): Asking => {
  if (thinking.effort !== undefined && forms.effort !== true) note(to, "thinking-missing", at(to))
  const display = shown(thinking)
  return { ...effort(forms, thinking.effort), thinking: display === undefined ? undefined : { display } }
}

const effort = (forms: ThinkingForms, said: ReasoningEffort | undefined): Pick<Asking, "effort"> =>
  said === undefined || said === "none" || forms.effort !== true ? {} : { effort: said === "minimal" ? "low" : said }

const askNone = (to: Writing, forms: ThinkingForms, said: ReasoningEffort | undefined): Asking => {
  if (forms.off === false) {
    note(to, "thinking-always", at(to))
    return effort(forms, "low")
  }
  if (forms.off === "between-tools") {
    note(to, "thinking-always", at(to))
    return { thinking: { type: "between_tools" } }
  }
  if (forms.adaptive !== true && forms.budget === undefined) return {}
  return { thinking: { type: "disabled" }, ...effort(forms, said) }
}

const askAdaptive = (to: Writing, thinking: ThinkingConfig, forms: ThinkingForms): Asking => {
  const budget = thinking.budget !== undefined && thinking.budget > 0 ? thinking.budget : undefined
  const said = thinking.effort ?? (budget === undefined ? undefined : effortOf(budget))
  if (budget !== undefined || thinking.mode === "on" || said === "minimal") note(to, "thinking-form", at(to))
  const display = shown(thinking) ?? (to.own ? undefined : "summarized")
  if (display !== undefined && display !== thinking.visible) note(to, "thinking-shown", at(to))
  return {
    thinking: { type: "adaptive", display },
    ...effort(forms, said)
  }
}

const shown = ({ visible }: ThinkingConfig): "summarized" | "omitted" | undefined =>
  visible === true ? "summarized" : visible === false ? "omitted" : visible

const askBudget = (
  to: Writing,
  thinking: ThinkingConfig,
  forms: ThinkingForms,
  range: { readonly minimum: number; readonly maximum: number },
  maxTokens: number
): Asking => {
  const exact = thinking.budget !== undefined && thinking.budget > 0 ? thinking.budget : undefined
  const wanted = exact ?? budgetOf(thinking.effort ?? "medium", range.maximum)
  if (exact === undefined) note(to, "thinking-form", at(to))
  const floor = Math.max(minBudget, range.minimum)
  const fitting = Math.min(Math.max(wanted, floor), range.maximum, maxTokens - 1)
  if (fitting < floor) {
    note(to, "thinking-off", at(to), "No budget fits under `max_tokens`.")
    return { thinking: { type: "disabled" } }
  }
  if (fitting !== wanted)
    note(to, "thinking-budget", exact === undefined ? at(to) : placeInside(to.request, "thinking", "budget"))
  if (exact === undefined) return { thinking: { type: "enabled", budget_tokens: fitting } }
  if (thinking.effort !== undefined && forms.effort !== true)
    note(to, "effort-beaten", placeInside(to.request, "thinking", "effort"))
  const said = shown(thinking)
  const display = to.own || said === "omitted" ? said : undefined
  const budget_tokens = budgetOut(to, fitting)
  return { thinking: { type: "enabled", budget_tokens, display }, ...effort(forms, thinking.effort) }
}

/** A budget as its client spelled it. */
const budgetOut = ({ request }: Writing, budget: number | undefined): JsonTemplate =>
  budget && spelledAs(request, "/thinking/budget_tokens", budget)

/** Thinking off, because something else of the request cannot go with it. */
export const withoutThinking = (to: Writing, asking: Asking, why: string): Asking => {
  note(to, "thinking-off", at(to), why)
  return to.target.thinking?.off === false
    ? effort(to.target.thinking, asking.effort)
    : { ...asking, thinking: { type: "disabled" } }
}

/** Whether a call may be forced while the model thinks; of a model that nothing is known of, this format's client knows. */
export const forcesWhileThinking = ({ target, own }: Writing): boolean =>
  target.forcedChoice === "always" || (own && target.forcedChoice === undefined)
