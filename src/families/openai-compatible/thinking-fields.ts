import { effortFor } from "../../formats/chat-completions/thinking.ts"
import { isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import {
  budgetOf,
  type ReasoningEffort,
  effortOf,
  isOff,
  isOnlyHidden,
  type ThinkingConfig
} from "../../core/chat/thinking.ts"
import { nearestEffort } from "../catalogue.ts"
import type { ModelRules, ThinkingSpelling } from "./profile.ts"
import type { Edits } from "./rules.ts"

/** What is to be said of thinking. */
export interface ThinkingWish {
  readonly thinking: ThinkingConfig | undefined
  /** Where the client said it. */
  readonly at: JsonPointer | undefined
  /** Where the client's budget stands. */
  readonly budgetAt?: JsonPointer | undefined
  /** Whether it is what the client said. */
  readonly unchanged: boolean
}

/** Members by pointer, and what they must say; undefined: they must not be there. */
export type WantedMembers = ReadonlyMap<JsonPointer, Json | undefined>

/** The tokens that the share of an effort is taken of, and the most of a model that does not say how many it thinks. */
export const mostThinking = 16_384

/** The members that say a wish in an API's spelling. */
export const thinkingMembers = (
  editor: Edits,
  wish: ThinkingWish,
  body: JsonObject,
  spelling: ThinkingSpelling,
  model: ModelRules | undefined
): WantedMembers => {
  const { thinking } = wish
  if (thinking === undefined) return nothing
  if (isOnlyHidden(thinking)) return new Map(spelling === "object" ? [["/reasoning/exclude", true]] : [])
  switch (spelling) {
    case "effort":
      return new Map([["/reasoning_effort", effortIn(editor, wish, thinking, model)]])
    case "switch":
      return switched(thinking, budgetIn(editor, wish, thinking, body, model))
    case "typed":
      return typed(editor, wish, thinking, model)
    case "object":
      return inObject(editor, wish, thinking, body, model)
  }
}

const nothing: WantedMembers = new Map()

/** The effort of a model's that is nearest to a wish; undefined where it has none. */
const effortIn = (
  editor: Edits,
  { at = "" }: ThinkingWish,
  thinking: ThinkingConfig,
  model: ModelRules | undefined
): ReasoningEffort | undefined => {
  const wanted = effortFor(thinking, effortOf)
  if (wanted === undefined) return undefined
  const sent = nearestEffort(wanted.effort, model?.efforts ?? [wanted.effort])
  if (sent !== wanted.effort || !(wanted.exact || isOff(thinking))) editor.note(at, "effort")
  return sent
}

/** The budget that a wish means, as far as the model and the limit of the output allow it; 0: none fits. */
const budgetIn = (
  editor: Edits,
  { at = "", budgetAt = at }: ThinkingWish,
  thinking: ThinkingConfig,
  body: JsonObject,
  model: ModelRules | undefined
): number | undefined => {
  const { budget, effort } = thinking
  if (isOff(thinking)) return undefined
  if (budget === undefined && effort !== undefined) editor.note(at, "effort")
  const wanted = budget ?? (effort === undefined ? undefined : budgetOf(effort, mostThinking))
  if (wanted === undefined || wanted < 0) return undefined
  const limit = body["max_completion_tokens"] ?? body["max_tokens"]
  const most = Math.min(model?.budget ?? Infinity, typeof limit === "number" ? limit - 1 : Infinity)
  if (wanted <= most) return wanted
  editor.note(budget === undefined ? at : budgetAt, most < 1 ? "budget-off" : "budget")
  return Math.max(most, 0)
}

const switched = (thinking: ThinkingConfig, budget: number | undefined): WantedMembers => {
  const on = !isOff(thinking) && budget !== 0
  return new Map<JsonPointer, Json | undefined>([
    ["/enable_thinking", on],
    ["/thinking_budget", on ? budget : undefined]
  ])
}

const typed = (
  editor: Edits,
  wish: ThinkingWish,
  thinking: ThinkingConfig,
  model: ModelRules | undefined
): WantedMembers => {
  const on = !isOff(thinking)
  const measured = thinking.effort !== undefined || (thinking.budget ?? -1) > 0
  const hasEfforts = model === undefined ? thinking.effort !== undefined : model.efforts !== undefined
  if (on && measured && !hasEfforts) editor.note(wish.at ?? "", "effort")
  const effort = on && measured && hasEfforts ? effortIn(editor, wish, thinking, model) : undefined
  const fields: readonly (readonly [JsonPointer, Json | undefined])[] =
    model?.thinks === "always"
      ? [["/thinking", undefined]]
      : [
          ["/thinking/type", on ? "enabled" : "disabled"],
          ["/thinking/budget_tokens", undefined]
        ]
  return new Map([...fields, ["/reasoning_effort", effort]])
}

const inObject = (
  editor: Edits,
  wish: ThinkingWish,
  thinking: ThinkingConfig,
  body: JsonObject,
  model: ModelRules | undefined
): WantedMembers => {
  const { effort, visible } = thinking
  const budget = effort === undefined ? budgetIn(editor, wish, thinking, body, model) : undefined
  if (wish.unchanged && wish.at === "/reasoning") return new Map([["/reasoning/max_tokens", budget]])
  const on = !isOff(thinking) && budget !== 0
  return new Map<JsonPointer, Json | undefined>([
    ["/reasoning/effort", on ? effort : "none"],
    ["/reasoning/max_tokens", on ? budget : undefined],
    ["/reasoning/enabled", on && effort === undefined && budget === undefined ? true : undefined],
    ["/reasoning/exclude", on && visible === false ? true : undefined]
  ])
}

/** Writes members that do not say it yet; those that do stay as they are. */
export const writeMembers = (editor: Edits, body: JsonObject, wanted: WantedMembers): void => {
  if (wanted.size === 0) return
  const objects = new Map<string, { [key: string]: Json }>()
  for (const [at, value] of wanted) {
    const [top = "", inside] = pointerTokens(at)
    const there = body[top]
    if (inside === undefined) put(editor, at, there, value)
    else if (isObject(there)) put(editor, at, there[inside], value)
    else if (value !== undefined) objects.set(top, { ...objects.get(top), [inside]: value })
  }
  for (const [top, object] of objects) editor.change(childPointer("", top), object)
}

const put = (editor: Edits, at: JsonPointer, there: Json | undefined, value: Json | undefined): void => {
  if (there !== value) editor.change(at, value)
}
