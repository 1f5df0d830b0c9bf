import {
  budgetOf,
  effortOf,
  isOnlyHidden,
  type ReasoningEffort,
  reasoningEfforts,
  type ThinkingConfig,
  isTurnedOff
} from "../../core/chat/thinking.ts"
import type { ThinkingForms } from "../../core/format.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined, type JsonTemplate } from "../../core/json/json.ts"
import { placeInside, placeOf } from "../../core/notes/note.ts"
import { wordRow, integerAbove } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, note, spelledAs } from "./context.ts"
import { minThinkingBudget } from "./wire.ts"

type Mode = NonNullable<ThinkingConfig["mode"]>

/**
 * The types of thinking control.
 *
 * @see `ThinkingConfigParam` of `@anthropic-ai/sdk` 1.11 (read 2026-11)
 */
const thinkingModes: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ["enabled", "on"],
  ["adaptive", "auto"],
  ["disabled", "off"],
  ["between_tools", "between-tools"]
])

/** The words of `output_config.effort`. */
export const effortWords = new Map(reasoningEfforts.map((effort) => [effort, effort]))

const displays = new Map((["summarized", "omitted"] as const).map((display) => [display, display]))

/** The members of `thinking`. */
export const thinkingMembers = {
  type: wordRow(thinkingModes),
  budget_tokens: integerAbove(minThinkingBudget - 1),
  display: wordRow(displays)
}

/** Reads `thinking`; an object that says nothing of its kind nor of what is shown sets nothing. */
export const decodeThinking = (body: ObjectReader): ThinkingConfig | undefined => {
  const config = body.inside("thinking")
  if (config === undefined) return undefined
  const thinking: MutableDraft<ThinkingConfig> = {}
  const isKind = config.has("type") || config.has("budget_tokens")
  const type = isKind ? config.reader.required(config.object, "type", config.at, config.reader.string) : undefined
  if (type === "enabled" && !config.has("budget_tokens")) config.reader.absent(config.at, "budget_tokens")
  if (type !== undefined) setDefined(thinking, "mode", thinkingMembers.type.read(config, "type"))
  setDefined(thinking, "budget", thinkingMembers.budget_tokens.read(config, "budget_tokens"))
  setDefined(thinking, "visible", thinkingMembers.display.read(config, "display"))
  return isKind || thinking.visible !== undefined ? thinking : undefined
}

/** How thinking is asked for on the wire. */
export interface EncodedThinking {
  readonly thinking?: JsonObjectBuilder | undefined
  readonly effort?: ReasoningEffort | undefined
}

/** The forms of a model that nothing is known of: the newest ones. */
const newestForms: ThinkingForms = { adaptive: true, effort: true, off: true }

const at = (to: EncodeContext): string => placeOf(to.request, "thinking")

/** Whether an asking makes the model think. */
export const thinks = ({ thinking }: EncodedThinking): boolean =>
  thinking?.["type"] === "enabled" || thinking?.["type"] === "adaptive"

/** How a request's wish for thinking is said to its target, whose answer has room for `maxTokens`. */
export const encodeThinking = (to: EncodeContext, maxTokens: number): EncodedThinking => {
  const { thinking } = to.request
  if (thinking === undefined) return {}
  if (isThinkingVerbatim(to)) return encodeVerbatim(to, thinking)
  const forms = to.target.thinking ?? newestForms
  if (to.own && thinking.mode === undefined && thinking.budget === undefined)
    return encodeEffortAlone(to, thinking, forms)
  if (isOnlyHidden(thinking)) {
    note(to, "thinking-shown/hidden", at(to))
    return {}
  }
  if (isTurnedOff(thinking)) return encodeOff(to, forms, thinking.effort)
  if (thinking.mode === "between-tools")
    return { thinking: { type: "between_tools" }, ...encodeEffort(forms, thinking.effort) }
  if (forms.budget !== undefined && (forms.adaptive !== true || (thinking.budget ?? -1) > 0)) {
    return encodeBudget(to, thinking, forms, forms.budget, maxTokens)
  }
  if (forms.adaptive === true) return encodeAdaptive(to, thinking, forms)
  note(to, "unsupported-by-model", at(to))
  return {}
}

/** Whether thinking is asked for as it was said: this format's own client knows a model that nothing else is known of. */
export const isThinkingVerbatim = ({ own, target }: EncodeContext): boolean => own && target.thinking === undefined

const encodeVerbatim = (to: EncodeContext, thinking: ThinkingConfig): EncodedThinking => {
  const { mode, budget, effort: wanted } = thinking
  const display = displayOf(thinking)
  const type = [...thinkingModes].find(([, meaning]) => meaning === mode)?.[0]
  const silent = mode === undefined && budget === undefined && display === undefined
  return { thinking: silent ? undefined : { type, budget_tokens: budgetOut(to, budget), display }, effort: wanted }
}

/** An effort alone says nothing of thinking here. */
const encodeEffortAlone = (to: EncodeContext, thinking: ThinkingConfig, forms: ThinkingForms): EncodedThinking => {
  if (thinking.effort !== undefined && forms.effort !== true) note(to, "unsupported-by-model", at(to))
  const display = displayOf(thinking)
  return { ...encodeEffort(forms, thinking.effort), thinking: display === undefined ? undefined : { display } }
}

const encodeEffort = (forms: ThinkingForms, effort: ReasoningEffort | undefined): Pick<EncodedThinking, "effort"> =>
  effort === undefined || effort === "none" || forms.effort !== true
    ? {}
    : { effort: effort === "minimal" ? "low" : effort }

const encodeOff = (to: EncodeContext, forms: ThinkingForms, effort: ReasoningEffort | undefined): EncodedThinking => {
  if (forms.off === false) {
    note(to, "thinking", at(to))
    return encodeEffort(forms, "low")
  }
  if (forms.off === "between-tools") {
    note(to, "thinking", at(to))
    return { thinking: { type: "between_tools" } }
  }
  if (forms.adaptive !== true && forms.budget === undefined) return {}
  return { thinking: { type: "disabled" }, ...encodeEffort(forms, effort) }
}

const encodeAdaptive = (to: EncodeContext, thinking: ThinkingConfig, forms: ThinkingForms): EncodedThinking => {
  const budget = thinking.budget !== undefined && thinking.budget > 0 ? thinking.budget : undefined
  const effort = thinking.effort ?? (budget === undefined ? undefined : effortOf(budget))
  const isUnsaid = thinking.mode === undefined && typeof thinking.visible === "string"
  if (budget !== undefined || thinking.mode === "on" || isUnsaid || effort === "minimal")
    note(to, "thinking-form", at(to))
  const display = displayOf(thinking) ?? (to.own ? undefined : "summarized")
  if (display !== undefined && display !== thinking.visible) note(to, "thinking-shown", at(to))
  return {
    thinking: { type: "adaptive", display },
    ...encodeEffort(forms, effort)
  }
}

const displayOf = ({ visible }: ThinkingConfig): "summarized" | "omitted" | undefined =>
  visible === true ? "summarized" : visible === false ? "omitted" : visible

const encodeBudget = (
  to: EncodeContext,
  thinking: ThinkingConfig,
  forms: ThinkingForms,
  range: { readonly minimum: number; readonly maximum: number },
  maxTokens: number
): EncodedThinking => {
  const exact = thinking.budget !== undefined && thinking.budget > 0 ? thinking.budget : undefined
  const wanted = exact ?? budgetOf(thinking.effort ?? "medium", range.maximum)
  if (exact === undefined) note(to, "thinking-form", at(to))
  const floor = Math.max(minThinkingBudget, range.minimum)
  const fitting = Math.min(Math.max(wanted, floor), range.maximum, maxTokens - 1)
  if (fitting < floor) {
    note(to, "thinking/off", at(to), "No budget fits under `max_tokens`.")
    return { thinking: { type: "disabled" } }
  }
  if (fitting !== wanted)
    note(to, "range/budget", exact === undefined ? at(to) : placeInside(to.request, "thinking", "budget"))
  if (exact === undefined) return { thinking: { type: "enabled", budget_tokens: fitting } }
  if (thinking.effort !== undefined && forms.effort !== true)
    note(to, "overridden", placeInside(to.request, "thinking", "effort"))
  const shown = displayOf(thinking)
  const display = to.own || shown === "omitted" ? shown : undefined
  const budget_tokens = budgetOut(to, fitting)
  return { thinking: { type: "enabled", budget_tokens, display }, ...encodeEffort(forms, thinking.effort) }
}

/** A budget as its client spelled it. */
const budgetOut = ({ request }: EncodeContext, budget: number | undefined): JsonTemplate =>
  budget && spelledAs(request, "/thinking/budget_tokens", budget)

/** Thinking off, because something else of the request cannot go with it. */
export const withoutThinking = (to: EncodeContext, asking: EncodedThinking, why: string): EncodedThinking => {
  note(to, "thinking/off", at(to), why)
  return to.target.thinking?.off === false
    ? encodeEffort(to.target.thinking, asking.effort)
    : { ...asking, thinking: { type: "disabled" } }
}

/** Whether a call may be forced while the model thinks; of a model that nothing is known of, this format's client knows. */
export const forcesWhileThinking = ({ target, own }: EncodeContext): boolean =>
  target.forcedChoice === "always" || (own && target.forcedChoice === undefined)
