import { onlyShown, type ReadThinking, readThinking } from "../../formats/chat-completions/thinking.ts"
import type { WireRequest } from "../../core/format.ts"
import type { JsonObject } from "../../core/json/json.ts"
import { type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { isOff, isOnlyHidden, type ThinkingConfig } from "../../core/chat/thinking.ts"
import { bodyWith } from "../body-editor.ts"
import type { CompatProfile, ModelRules } from "./profile.ts"
import type { Edits, EditReason } from "./rules.ts"
import { thinkingMembers, type ThinkingWish, writeMembers } from "./thinking-fields.ts"

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
  const wanted = thinkingMembers(editor, wish, body, profile.thinking, model)
  writeMembers(editor, body, wanted)
  if (spelled.members.length > 0) noteSaid(editor, spelled, wanted, whyNot(model, spelled.thinking))
  return willThink(model, asksToThink(wish.thinking))
}

/** Notes what became of each member with which a client controls thinking; what the API calls otherwise is taken out. */
const noteSaid = (
  editor: Edits,
  spelled: ReadThinking,
  wanted: ReturnType<typeof thinkingMembers>,
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
