import { plainId, answerStem } from "../../core/chat/call-id.ts"
import type { ToolCallPart, ToolKind } from "../../core/chat/chat.ts"
import {
  type Json,
  type JsonObject,
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  JsonText,
  type JsonTemplate
} from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  keepBookkeeping,
  restoreBookkeeping,
  consume,
  consumed,
  type EncodeContext,
  restore,
  isOwn,
  type ResponseEncodeContext,
  namespaced,
  qualifiedName
} from "./context.ts"
import { note, noteLeftovers } from "./rules.ts"
import { id, itemId, ownVendor } from "./wire.ts"
import type { ReplyContext, ClientCall } from "../../core/format.ts"
import { carriedId } from "../../core/chat/carried-calls.ts"
import { inputText } from "../../core/chat/tool-calls.ts"
import { carriers, isOwnPhase } from "./opaque.ts"

/** Calls that a client runs, besides functions and custom tools: what they are, by the type of their item. */
export const clientCallTypes: ReadonlyMap<string, ToolKind> = new Map([
  ["shell_call", "shell"],
  ["local_shell_call", "shell"],
  ["apply_patch_call", "apply-patch"],
  ["computer_call", "computer"]
])

/** Calls that the vendor runs, which hold their results, too. */
const providerCalls: ReadonlyMap<string, ToolKind> = new Map([
  ["web_search_call", "web-search"],
  ["file_search_call", "file-search"],
  ["code_interpreter_call", "code-execution"],
  ["mcp_call", "mcp"],
  ["mcp_list_tools", "mcp"],
  ["tool_search_call", "tool-search"],
  ["program", "code-execution"]
])

const clientCalls = ["function_call", "custom_tool_call", ...clientCallTypes.keys()]

/** What a call of an item was given, as a text. */
export const inputOf = ({ arguments: args, input }: JsonObject): string => {
  const value = args ?? input
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JsonText.of(value).text
}

/** Whether an item's type is that of calls that name their tools. */
export const isNamedCall = (type: Json | undefined): type is "function_call" | "custom_tool_call" =>
  type === "function_call" || type === "custom_tool_call"

/** Items that are calls. */
export const callTypes: ReadonlySet<string> = new Set([...clientCalls, ...providerCalls.keys()])

/** Items that are what a client says of a call. */
export const resultTypes: ReadonlySet<string> = new Set([
  ...clientCalls.map((type) => `${type}_output`),
  "tool_search_output"
])

type Call = MutableDraft<ToolCallPart>

/** A call, of a conversation or of an answer. */
export const decodeToolCall = (from: ObjectReader, type: string): ToolCallPart => {
  if (!isNamedCall(type)) return decodeOtherCall(from, type)
  const custom = type === "custom_tool_call"
  from.skip("type")
  const namespace = from.string("namespace")
  const name = from.needed("name") ?? ""
  const call: Call = {
    type: "tool-call",
    at: from.at,
    name: qualifiedName(name, namespace),
    of: custom ? "custom" : "function",
    runBy: "client",
    input: custom ? { kind: "text", text: from.needed("input") ?? "" } : { kind: "json", json: argumentsOf(from) }
  }
  if (namespace !== undefined) {
    consume(call, "namespace", JsonText.tree(namespace))
    consume(call, "name", JsonText.tree(name))
  }
  call.places = callPlaces
  setDefined(call, "id", from.needed("call_id"))
  keepBookkeeping(from, call)
  return from.attachUnknown(call)
}

/** Where fields of a call stand. */
export const callPlaces = new Map([
  ["id", "/call_id"],
  ["input", "/arguments"]
])

/** A call that says whether it broke off where it came from. */
export const asEnded = (call: ToolCallPart, { status }: JsonObject): ToolCallPart =>
  status !== "incomplete" || call.input.kind === "code" ? call : { ...call, input: { ...call.input, unfinished: true } }

const argumentsOf = (from: ObjectReader): JsonText => {
  const value = from.value("arguments")
  return typeof value === "string"
    ? JsonText.source(value)
    : value === undefined
      ? JsonText.source("")
      : JsonText.of(value)
}

/** A call of another kind, kept whole for this format. Its input is what it does, or all of it. */
const decodeOtherCall = (from: ObjectReader, type: string): ToolCallPart => {
  const { object, at } = from
  const clientRun = clientCallTypes.get(type)
  const action = object["action"] ?? object["operation"] ?? object["arguments"] ?? {}
  const call: Call = {
    type: "tool-call",
    at,
    name: type.replace(/_call$/, ""),
    of: clientRun ?? providerCalls.get(type) ?? "other",
    runBy: clientRun === undefined && object["execution"] !== "client" ? "provider" : "client",
    input: { kind: "json", json: typeof action === "string" ? JsonText.source(action) : JsonText.of(action) }
  }
  const callId = object["call_id"] ?? object["id"]
  if (typeof callId === "string") call.id = callId
  call.native = { format: id, kind: type, consumed: new Map([["item", JsonText.of(object)]]) }
  return call
}

/** A call of a conversation as OpenAI takes it back; undefined where it takes none such. */
export const encodeToolCall = (
  to: EncodeContext,
  call: ToolCallPart,
  name: string,
  callId: string
): JsonTemplate | undefined => {
  const item = consumed(call, "item")
  if (item !== undefined) return item
  if (call.runBy === "provider") return undefined
  noteLeftovers(to, call)
  for (const field of ["caller", "toolset"] as const)
    if (call[field] !== undefined) note(to, "bookkeeping", call, field)
  const head = { call_id: callId, name, namespace: undefined, ...namespaced(call) }
  const out: JsonObjectBuilder =
    call.of === "custom" && call.input.kind === "text"
      ? { type: "custom_tool_call", ...head, input: call.input.text }
      : { type: "function_call", ...head, arguments: argumentsText(to, call) }
  return restore(restoreBookkeeping(out, call), call)
}

const argumentsText = (to: EncodeContext, call: ToolCallPart): string => {
  const { input } = call
  switch (input.kind) {
    case "json":
      if (input.json.text !== "" || to.own) return input.json.text
      note(to, "empty-input", call, "input")
      return "{}"
    case "text":
      note(to, "input-text", call)
      return JSON.stringify({ input: input.text })
    case "code":
      note(to, "input-text/code", call)
      return JSON.stringify({ code: input.code, language: input.language })
  }
}

/** A call of an answer as the client knows it: under the name that it declared; an empty id is none. */
export const asDeclared = ({ id: callId = "", ...call }: ToolCallPart, { names }: ReplyContext): ToolCallPart => {
  const named = { ...call, name: names.get(call.name) ?? call.name }
  return callId === "" ? named : { ...named, id: plainId(callId) }
}

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
    (at) => {
      const part = to.partAt(at)
      return isOwnPhase(part) ? undefined : part
    },
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
const encodedCallTypes = {
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
  const type = encodedCallTypes[as]
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

/** A call as it begins: without its input, and without a status, which is another when it ends. */
export const begunCall = (call: ToolCallPart): ToolCallPart => {
  const { native } = call
  const said = new Map(native?.consumed)
  said.delete("status")
  return {
    ...call,
    ...(native && { native: { ...native, consumed: said } }),
    input: call.input.kind === "text" ? { kind: "text", text: "" } : { kind: "json", json: JsonText.source("") }
  }
}
