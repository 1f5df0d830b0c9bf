import { onlyShown, type ReadThinking, readThinking, effortFor } from "../../formats/chat-completions/thinking.ts"
import type { WireRequest } from "../../core/format.ts"
import { type JsonObject, isObject, type Json } from "../../core/json/json.ts"
import { type JsonPointer, pointerTokens, childPointer } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import {
  isOff,
  isOnlyHidden,
  type ThinkingConfig,
  budgetOf,
  type ReasoningEffort,
  effortOf,
  nearestEffort
} from "../../core/chat/thinking.ts"
import { bodyWith } from "../models/chat.ts"
import type { CompatProfile, ModelRules, ThinkingSpelling, Edits, EditReason } from "./profile.ts"

/** What is to be said of thinking. */
interface ThinkingWish {
  readonly thinking: ThinkingConfig | undefined
  /** Where the client said it. */
  readonly at: JsonPointer | undefined
  /** Where the client's budget stands. */
  readonly budgetAt?: JsonPointer | undefined
  /** Whether it is what the client said. */
  readonly unchanged: boolean
}

/** Members by pointer, and what they must say; undefined: they must not be there. */
type WantedMembers = ReadonlyMap<JsonPointer, Json | undefined>

/** The tokens that the share of an effort is taken of, and the most of a model that does not say how many it thinks. */
export const mostThinking = 16_384

/** The members that say a wish in an API's spelling. */
const wishMembers = (
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
const addMembers = (editor: Edits, body: JsonObject, wanted: WantedMembers): void => {
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

/** Why a model must not think, and the place of what forbids it. */
export interface ThinkingBan {
  readonly why: "choice-thinking" | "form-thinking" | "functions-thinking" | "thinking-unstreamed"
  /** The same, where the model would think unasked and is kept from it; absent: it is told that it is. */
  readonly unasked?: "functions-thinking"
  readonly at: JsonPointer
}

/** Whether what a request says of thinking asks for it; undefined where it says nothing. */
const asksToThink = (thinking: ThinkingConfig | undefined): boolean | undefined => {
  if (thinking === undefined) return undefined
  if (isOff(thinking)) return false
  const { mode, effort, budget } = thinking
  return mode !== undefined || effort !== undefined || budget !== undefined || onlyShown(thinking) ? true : undefined
}

/** Whether a model will think. Of one that is not known, where it is asked to. */
const willThink = (model: ModelRules | undefined, isAsked: boolean | undefined): boolean => {
  switch (model?.thinks) {
    case "never":
      return false
    case "always":
      return true
    case "unasked":
      return isAsked !== false
    case "asked":
    case undefined:
      return isAsked === true
  }
}

/** Whether a model can do without thinking, and will for such a wish. */
export const rests = (model: ModelRules, thinking: ThinkingConfig | undefined): boolean =>
  model.efforts?.includes("none") === true && !willThink(model, asksToThink(thinking))

/** Says the client's wish to think as the API takes it, as far as the model can follow; whether it will think. */
export const fitThinking = (
  editor: Edits,
  call: WireRequest,
  body: JsonObject,
  profile: CompatProfile,
  model: ModelRules | undefined,
  calm: ThinkingBan | undefined
): boolean => {
  const spelled = readThinking(new IssueReader(), body, call.names)
  const wish = possible(editor, spelled, model, calm)
  const wanted = wishMembers(editor, wish, body, profile.thinking, model)
  addMembers(editor, body, wanted)
  if (spelled.members.length > 0) noteSaid(editor, spelled, wanted, whyNot(model, spelled.thinking))
  return willThink(model, asksToThink(wish.thinking))
}

/** Notes what became of each member with which a client controls thinking; what the API calls otherwise is taken out. */
const noteSaid = (
  editor: Edits,
  spelled: ReadThinking,
  wanted: ReturnType<typeof wishMembers>,
  why: EditReason
): void => {
  const own = new Set([...wanted.keys()].map(topMember))
  for (const { at } of spelled.members) {
    const isForeign = !own.has(topMember(at))
    if (isForeign) editor.change(at)
    if (spelled.beaten.includes(at)) editor.note(at, "thinking-beaten")
    else if (isForeign || (wanted.has(at) && wanted.get(at) === undefined)) editor.note(at, why)
  }
}

/** Why a model is not told what a client said of thinking. */
const whyNot = (model: ModelRules | undefined, thinking: ThinkingConfig | undefined): EditReason => {
  const isAsked = asksToThink(thinking)
  if (thinking !== undefined && isOnlyHidden(thinking)) return "hidden"
  if (isAsked === true && model?.thinks === "never") return "effort-missing"
  return isAsked === true && model?.thinks === "always" ? "thinks-anyway" : "control"
}

/** What of a wish the model can follow. */
const possible = (
  editor: Edits,
  { thinking, at, budgetAt }: Omit<ThinkingWish, "unchanged">,
  model: ModelRules | undefined,
  calm: ThinkingBan | undefined
): ThinkingWish => {
  const isAsked = asksToThink(thinking)
  if (model?.thinks === "never") return { thinking: undefined, at, unchanged: false }
  if (model?.thinks === "always") {
    if (isAsked === false && at !== undefined) editor.note(at, "thinking-always")
    return { thinking: isAsked === false ? undefined : thinking, at, budgetAt, unchanged: isAsked !== false }
  }
  if (calm === undefined || !willThink(model, isAsked)) return { thinking, at, budgetAt, unchanged: true }
  if (isAsked === true) editor.note(at ?? calm.at, calm.why)
  else editor.note(calm.at, calm.unasked ?? "thinking-off")
  return { thinking: { mode: "off" }, at: at ?? calm.at, unchanged: false }
}

/** The member of the top level that a pointer begins with. */
const topMember = (at: JsonPointer): string => pointerTokens(at)[0] ?? ""

/** Whether a call asks its model to think, or the model does so unasked. */
export const isThinking = (call: WireRequest, model: ModelRules | undefined): boolean => {
  const body = bodyWith(call, controls)
  return willThink(model, body && asksToThink(readThinking(new IssueReader(), body, call.names).thinking))
}

/** Members without one of which nothing is said of thinking. */
const controls = ["enable_thinking", "thinking_budget", "thinking", "reasoning", "reasoning_effort"] as const
