import type { ChatRequest } from "../../core/chat/chat.ts"
import { effortOf, isEffort, type ReasoningEffort, type ThinkingConfig } from "../../core/chat/thinking.ts"
import { type JsonObjectBuilder, type MutableDraft, putAt, JsonText } from "../../core/json/json.ts"
import { type DecodeContext, type EncodeContext, consumed } from "./context.ts"
import { note } from "./rules.ts"

/** `reasoning`: how hard to think, and whether summaries are wanted. A word that is not known is kept. */
export const decodeThinking = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const { from } = root
  const inside = from.inside("reasoning")
  if (inside === undefined) return
  const thinking: MutableDraft<ThinkingConfig> = {}
  const effort = inside.object["effort"]
  if (typeof effort === "string" && isEffort(effort)) {
    inside.skip("effort")
    if (effort === "none") thinking.mode = "off"
    else thinking.effort = effort
  } else if (effort !== null) inside.reader.string(inside.object, "effort", inside.at)
  const { summary } = inside.object
  if (typeof summary === "string") {
    inside.skip("summary")
    thinking.visible = true
    root.ownTexts.set("reasoning.summary", JsonText.member(inside.object, "summary"))
  } else if (summary === null) thinking.visible = false
  if (Object.keys(thinking).length === 0) return
  request.thinking = thinking
  root.place("thinking", "/reasoning")
  root.place("thinking.effort", "/reasoning/effort")
}

/** Thinking as `reasoning`: the nearest effort, and summaries where thoughts are wanted. */
export const encodeThinking = (to: EncodeContext, body: JsonObjectBuilder): void => {
  const { request } = to
  const { thinking } = request
  if (thinking === undefined) return
  const { visible } = thinking
  const effort = effortFor(thinking)
  if (effort !== undefined) {
    putAt(body, "/reasoning/effort", effort)
    if (!isExact(thinking)) note(to, "thinking", request, "thinking")
  }
  if (to.own) {
    const summary = consumed(request, "reasoning.summary")
    if (summary !== undefined) putAt(body, "/reasoning/summary", summary)
  } else if (
    visible === undefined ? effort !== undefined && effort !== "none" : visible === true || visible === "summarized"
  )
    putAt(body, "/reasoning/summary", "auto")
}

const effortFor = ({ mode, budget, effort }: ThinkingConfig): ReasoningEffort | undefined => {
  if (mode === "off") return "none"
  if (effort !== undefined) return effort
  if (budget !== undefined) return effortOf(budget)
  return mode === undefined ? undefined : mode === "between-tools" ? "low" : "medium"
}

/** Whether the effort says all of a control. */
const isExact = ({ mode, budget, effort }: ThinkingConfig): boolean =>
  budget === undefined && (mode === "off" ? effort === undefined : effort !== undefined && mode === undefined)
