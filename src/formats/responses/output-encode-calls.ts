import { answerStem, plainId } from "../../core/chat/call-id.ts"
import { carriedId } from "../../core/chat/carried-calls.ts"
import type { ToolCallPart } from "../../core/chat/chat.ts"
import type { ClientCall } from "../../core/format.ts"
import { type JsonObjectBuilder, JsonText } from "../../core/json/json.ts"
import { restoreBookkeeping, isOwn, restore, type ResponseEncodeContext } from "./context.ts"
import { itemId, ownVendor } from "./wire.ts"
import { note } from "./rules.ts"
import { inputText } from "../../core/chat/tool-calls.ts"
import { namespaced } from "./tool-names.ts"
import { carriers } from "./opaque.ts"

/** How a call goes out: as its upstream of this format named it, else as what the client declared its tool. */
export const clientCallOf = ({ preferences }: ResponseEncodeContext, call: ToolCallPart): ClientCall => {
  const { name, of } = call
  const named = namespaced(call)
  if (named !== undefined) return { as: of === "custom" ? "custom" : "function", ...named }
  const isCustom = preferences.customTools.includes(name) || (of === "custom" && isOwn(call))
  return preferences.calls?.get(name) ?? { as: isCustom ? "custom" : "function", name }
}

/** The id of a call, which carries the bytes that it needs; one is made where its upstream gave none. */
export const callIdOf = (to: ResponseEncodeContext, call: ToolCallPart, place: number): string => {
  if ((call.id ?? "") === "") note(to, "required-member", call)
  return carriedId(
    call.id || `call_${answerStem(to.answer)}_${place}`,
    call,
    place,
    to.partAt,
    ownVendor,
    longestCallId
  )
}

/**
 * What the process takes in which Codex runs scripts (`MAX_IDENTIFIER_BYTES` of
 * https://github.com/openai/codex/tree/main/codex-rs, November 2026).
 */
const longestCallId = 256

/** Bytes of a call that its id does not carry, in items before it. */
export const callCarriers = (
  to: ResponseEncodeContext,
  call: ToolCallPart,
  callId: string,
  place: number,
  index: number
): readonly JsonObjectBuilder[] => {
  const { opaque = [] } = call
  const left = plainId(callId) === callId ? opaque : opaque.filter(({ vendor }) => vendor === ownVendor)
  return carriers(to, left, call, place, index)
}

/** A call as an item, behind those of its bytes. */
export const callItems = (
  to: ResponseEncodeContext,
  call: ToolCallPart,
  place: number,
  index: number
): readonly JsonObjectBuilder[] => {
  const callId = callIdOf(to, call, place)
  const before = callCarriers(to, call, callId, place, index)
  return [...before, callItem(to, call, callId, index + before.length)]
}

/** The type of a call's item, by its kind. */
const callTypes = {
  function: "function_call",
  custom: "custom_tool_call",
  "tool-search": "tool_search_call"
} as const satisfies Readonly<Record<ClientCall["as"], string>>

/** A call as an item. */
export const callItem = (
  to: ResponseEncodeContext,
  call: ToolCallPart,
  callId: string,
  index: number
): JsonObjectBuilder => {
  for (const field of ["caller", "toolset"] as const)
    if (call[field] !== undefined) note(to, "bookkeeping", call, field)
  const { as, name, namespace } = clientCallOf(to, call)
  const input = callInput(to, call, as)
  const type = callTypes[as]
  const out: JsonObjectBuilder = { id: itemId(type, to.answer, index), type, status: "completed", call_id: callId }
  if (as === "tool-search")
    Object.assign(out, { execution: "client", arguments: call.input.kind === "json" ? call.input.json.printable : {} })
  else Object.assign(out, { name, namespace, [as === "custom" ? "input" : "arguments"]: input })
  if (isUnfinished(call) || (as === "function" && JsonText.source(input).object === undefined))
    out["status"] = "incomplete"
  return isOwn(call) ? restore(restoreBookkeeping(out, call), call) : out
}

/** Whether a call is known to have broken off, whatever its input looks like. */
export const isUnfinished = ({ input }: ToolCallPart): boolean => input.kind !== "code" && input.unfinished === true

/** The text of a call's input as it goes out; of one that broke off what there is, be it nothing. */
const callInput = (to: ResponseEncodeContext, call: ToolCallPart, as: ClientCall["as"]): string => {
  const { input } = call
  const text = inputText(input)
  if (as === "custom") return text
  switch (input.kind) {
    case "json":
      if (isUnfinished(call)) return text
      if (text === "") note(to, "empty-input", call)
      return text === "" ? "{}" : text
    case "text":
      note(to, "input-text", call)
      return JSON.stringify({ input: text })
    case "code":
      note(to, "input-text/code", call)
      return JSON.stringify({ code: text, language: input.language })
  }
}
