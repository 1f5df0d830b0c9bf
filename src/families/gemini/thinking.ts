import { memberKey, memberOf } from "../../formats/generate-content/wire.ts"
import { isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { budgetOf, effortOf, reasoningEfforts, isEffort, type ThinkingConfig } from "../../core/chat/thinking.ts"
import type { GeminiRules, GeminiThinking, Level, Edits } from "./models.ts"

/** What `thinkingConfig` says, by its members. */
interface ThinkingControl {
  readonly thinkingBudget?: number | undefined
  readonly thinkingLevel?: string | undefined
  readonly includeThoughts?: boolean | undefined
}

/** The thinking control of a body, where it stands or would stand, and where a client says it who is told of it. */
interface ThinkingPlace {
  readonly body: JsonObject
  readonly config: Json | undefined
  readonly thinking: Json | undefined
  readonly at: JsonPointer
  readonly from: JsonPointer
  readonly control: ThinkingControl
}

/** The levels of the newest models, for an id that the catalogue does not list. */
const newest: GeminiThinking = { form: "level", levels: ["low", "medium", "high"] }

/**
 * Brings a body's thinking control, and that of the model id's suffix, to the form and the range that a model has.
 * `-nothinking` wins over all, else a field over the suffix. Of a model that is not listed only the suffix is settled.
 */
export const fitThinking = (
  editor: Edits,
  body: JsonObject,
  rules: GeminiRules | undefined,
  suffix: ThinkingConfig | undefined
): void => {
  const place = placeIn(body)
  const wanted = suffix === undefined ? place.control : withSuffix(editor, place, suffix)
  const known = rules?.thinking ?? (suffix === undefined ? undefined : newest)
  if (known === undefined) return
  put(
    editor,
    place,
    known.form === "level" ? levelled(editor, place, wanted, known) : budgeted(editor, place, wanted, known)
  )
}

const placeIn = (body: JsonObject): ThinkingPlace => {
  const config = memberOf(body, "generationConfig")
  const thinking = isObject(config) ? memberOf(config, "thinkingConfig") : undefined
  const parent = childPointer("", memberKey(body, "generationConfig"))
  const at = childPointer(parent, isObject(config) ? memberKey(config, "thinkingConfig") : "thinkingConfig")
  return {
    body,
    config,
    thinking,
    at,
    from: isObject(thinking) ? at : "",
    control: isObject(thinking) ? controlIn(thinking) : {}
  }
}

const controlIn = (thinking: JsonObject): ThinkingControl => {
  const budget = memberOf(thinking, "thinkingBudget")
  const level = memberOf(thinking, "thinkingLevel")
  const include = memberOf(thinking, "includeThoughts")
  return {
    thinkingBudget: typeof budget === "number" ? budget : undefined,
    thinkingLevel: typeof level === "string" ? level : undefined,
    includeThoughts: typeof include === "boolean" ? include : undefined
  }
}

/** What a body and a suffix say together. */
const withSuffix = (
  editor: Edits,
  { from, control }: ThinkingPlace,
  { mode, budget, effort }: ThinkingConfig
): ThinkingControl => {
  const isSaid = control.thinkingBudget !== undefined || control.thinkingLevel !== undefined
  if (isSaid && mode !== "off") {
    editor.note(from, mode === "auto" ? "suffix" : "suffix-beaten")
    return mode === "auto" ? { ...control, includeThoughts: control.includeThoughts ?? true } : control
  }
  editor.note(from, "suffix")
  if (mode === "off") return { thinkingBudget: 0 }
  const includeThoughts = control.includeThoughts ?? true
  return effort === undefined
    ? { thinkingBudget: budget ?? -1, includeThoughts }
    : { thinkingLevel: effort.toUpperCase(), includeThoughts }
}

type Budgets = Extract<GeminiThinking, { form: "budget" }>
type Levels = Extract<GeminiThinking, { form: "level" }>

/** A control as a model takes it that is told a budget: in its range, and below the limit of the output. */
const budgeted = (editor: Edits, place: ThinkingPlace, wanted: ThinkingControl, range: Budgets): ThinkingControl => {
  const { includeThoughts } = wanted
  const control = budgetIn(editor, place, wanted, range)
  if (control === undefined) return wanted
  const fitting = inRange(editor, place, control, range)
  return { thinkingBudget: underLimit(editor, place, fitting, range), includeThoughts }
}

const budgetIn = (
  editor: Edits,
  { from, control }: ThinkingPlace,
  { thinkingBudget, thinkingLevel }: ThinkingControl,
  { most }: Budgets
): number | undefined => {
  const level = thinkingLevel?.toLowerCase()
  if (level === undefined || !isEffort(level)) return thinkingBudget
  if (thinkingBudget !== undefined) editor.note(from, "thinking-twice")
  else if (control.thinkingLevel !== undefined) editor.note(from, "form")
  return thinkingBudget ?? budgetOf(level, most)
}

const inRange = (editor: Edits, { from }: ThinkingPlace, budget: number, { least, most, rests }: Budgets): number => {
  if (budget < 0 || (budget === 0 && rests)) return budget
  const fitting = Math.min(Math.max(budget, least), most)
  if (budget === 0) editor.note(from, "thinking-always")
  else if (fitting !== budget) editor.note(from, "range")
  return fitting
}

/** Thoughts count toward the limit of the output, which is never raised. */
const underLimit = (
  editor: Edits,
  { config, from }: ThinkingPlace,
  budget: number,
  { least, rests }: Budgets
): number => {
  const limit = isObject(config) ? memberOf(config, "maxOutputTokens") : undefined
  if (typeof limit !== "number" || budget < limit || budget <= least) return budget
  if (limit > least) {
    editor.note(from, "budget")
    return limit - 1
  }
  editor.note(from, rests ? "thinking-off" : "budget")
  return rests ? 0 : least
}

/** A control as a model takes it that is told a level. */
const levelled = (
  editor: Edits,
  { from, control: own }: ThinkingPlace,
  wanted: ThinkingControl,
  { levels }: Levels
): ThinkingControl => {
  const { thinkingBudget: budget, thinkingLevel: wantedLevel, includeThoughts } = wanted
  if (wantedLevel !== undefined) {
    if (budget !== undefined) editor.note(from, "thinking-twice")
    const level = wantedLevel.toLowerCase()
    const had = isEffort(level) ? nearest(level, levels) : undefined
    if (had === undefined || had === level) return { thinkingLevel: wantedLevel, includeThoughts }
    editor.note(from, "level")
    return { thinkingLevel: had.toUpperCase(), includeThoughts }
  }
  if (budget === undefined) return wanted
  if (budget === 0) editor.note(from, "thinking-always")
  else if (budget > 0 || own.thinkingBudget !== undefined) editor.note(from, "form")
  if (budget < 0) return { includeThoughts }
  return { thinkingLevel: nearest(effortOf(budget), levels).toUpperCase(), includeThoughts }
}

/** The weakest level that is as strong as the wanted one; the strongest where none is. */
const nearest = (wanted: (typeof reasoningEfforts)[number], [weakest, ...stronger]: Levels["levels"]): Level => {
  const strength = reasoningEfforts.indexOf(wanted)
  let found = weakest
  for (const level of stronger) if (reasoningEfforts.indexOf(found) < strength) found = level
  return found
}

const members = ["thinkingBudget", "thinkingLevel", "includeThoughts"] as const

/** Writes what changed: member by member where the object is there, else the object, in its parent where that is there. */
const put = (editor: Edits, { body, config, thinking, at, control }: ThinkingPlace, wanted: ThinkingControl): void => {
  const changed = members.filter((name) => wanted[name] !== control[name])
  if (changed.length === 0) return
  if (isObject(thinking)) {
    for (const name of changed) editor.change(childPointer(at, memberKey(thinking, name)), wanted[name])
  } else if (isObject(config)) editor.change(at, { ...wanted })
  else editor.change(childPointer("", memberKey(body, "generationConfig")), { thinkingConfig: { ...wanted } })
}
