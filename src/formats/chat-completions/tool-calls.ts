import { inputText, freeTextIn } from "../../core/chat/tool-calls.ts"
import { cacheControl, type EncodeContext, restoreOwn } from "./context.ts"
import { noteCache } from "./parts.ts"
import { isNative } from "./opaque.ts"
import { answerStem, plainId } from "../../core/chat/call-id.ts"
import type { ToolCallPart, ToolInput, ContentPart } from "../../core/chat/chat.ts"
import type { ReplyContext, ReplyPreferences } from "../../core/format.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  type JsonTemplate,
  type MutableDraft,
  type JsonObjectBuilder
} from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { textRow } from "../../core/reading/member-row.ts"
import {
  nestedMember,
  type WireMember,
  neededMember,
  optionalMember,
  readMember,
  readNode,
  readPiece,
  keptTextMember,
  silentMember,
  type MemberTable,
  memberTable,
  takeNode,
  textMember
} from "../../core/reading/member-table.ts"
import { contentVendor, id, ownVendor } from "./wire.ts"
import { note } from "./rules.ts"
import { carriedId, type PartAt } from "../../core/chat/carried-calls.ts"
import type { NoteSink } from "../../core/notes/note.ts"

type Call = MutableDraft<ToolCallPart>

/** The calls of an assistant's message, in requests and answers: `tool_calls`, then `function_call`. */
export const decodeToolCalls = (message: ObjectReader, tables: Tables): readonly ToolCallPart[] => {
  if (message.object["tool_calls"] === undefined && message.object["function_call"] === undefined) return none
  const out: ToolCallPart[] = []
  for (const call of message.items("tool_calls") ?? []) out.push(decodeToolCall(call, tables))
  const legacy = message.own("function_call")
  if (legacy !== undefined && saysCall(legacy.object)) out.push(readNode(tables.bare, legacy, noBare()))
  return out
}

const decodeToolCall = (call: ObjectReader, tables: Tables): ToolCallPart =>
  isCustom(call.object) ? readNode(tables.custom, call, noCustom()) : readNode(tables.function, call, noFunction())

/** Whether a `function_call` says anything: some vendors write an empty one where there is none. */
export const saysCall = (call: Json | undefined): call is JsonObject =>
  isObject(call) && ((call["name"] ?? "") !== "" || (call["arguments"] ?? "") !== "")

/** The calls of functions in a client's `tool_calls`, where nothing of them has to be read; undefined elsewhere. */
export const takeToolCalls = (calls: Json, at: JsonPointer): readonly ToolCallPart[] | undefined => {
  if (!isArray(calls) || calls.length === 0) return undefined
  const out: ToolCallPart[] = []
  for (const call of calls) {
    if (!isObject(call) || isCustom(call)) return undefined
    const taken = takeNode(clientCallTables.function, call, childPointer(at, out.length), noFunction())
    if (taken === undefined) return undefined
    out.push(taken)
  }
  return out
}

const isCustom = (call: JsonObject): boolean =>
  call["type"] === "custom" || (call["function"] === undefined && isObject(call["custom"]))

/** An item of `tool_calls` in a stream: a whole call, or a piece of one. */
export const readCallPiece = (from: ObjectReader): ToolCallPart =>
  isCustom(from.object)
    ? readPiece(upstreamCallTables.custom, from, noCustom())
    : readPiece(upstreamCallTables.function, from, noFunction())

/** A `function_call` in a stream: whole, or a piece of one. */
export const readBarePiece = (from: ObjectReader): ToolCallPart => readPiece(upstreamCallTables.bare, from, noBare())

/** What upstreams write where a call has no input. */
export const noInputs: ReadonlySet<string> = new Set(["null", "[]", '""'])

/** Whether an input, as far as its text came, may yet be none. */
export const mayBeNoInput = ({ kind }: ToolInput, text: string): boolean =>
  text === "" || (kind === "json" && [...noInputs].some((none) => none.startsWith(text)))

/** Whether the text of a call's input says that there is none. */
const isNoInput = ({ input }: ToolCallPart): boolean => input.kind === "json" && noInputs.has(input.json.text)

/** Whether an id names nothing: some upstreams spell the lack of one. */
export const isNoId = (id = ""): boolean => id === "" || id === "null"

/** A call of an answer as the client knows it: under the name that it declared, and of the kind. */
export const asDeclared = (
  { id: callId, ...call }: ToolCallPart,
  { names, customTools }: ReplyContext
): ToolCallPart => {
  const input: ToolCallPart["input"] = isNoInput(call) ? { kind: "json", json: JsonText.source("{}") } : call.input
  const isFree = call.of === "function" && customTools.includes(call.name)
  const named: ToolCallPart = {
    ...call,
    name: names.get(call.name) ?? call.name,
    ...(isFree ? { of: "custom", input: freeTextIn(JsonText.source(inputText(input))) } : { input })
  }
  return callId === undefined || isNoId(callId) ? named : { ...named, id: plainId(callId) }
}

const none: readonly ToolCallPart[] = []

const noInput = { kind: "json", json: JsonText.source("") } as const

const noFunction = (): Call => ({ type: "tool-call", name: "", of: "function", runBy: "client", input: noInput })

const noCustom = (): Call => ({ ...noFunction(), of: "custom", input: { kind: "text", text: "" } })

const noBare = (): Call => ({ ...noFunction(), native: { format: id, kind: "legacy" } })

/**
 * The input of a function: JSON as text, which clients repeat as the model wrote it.
 * @see `ChatCompletionMessageFunctionToolCall.Function` of `openai` 7.55: "does not always generate valid JSON" (read 2026-11)
 */
const json = keptTextMember<Call>((node, text) => {
  node.input = { kind: "json", json: JsonText.source(text) }
}, "input")

/** The same, or the value itself, which some upstreams send. */
const jsonOrValue: WireMember<Call> = {
  ...json,
  read: (from, key, node) => {
    const value = from.value(key) ?? undefined
    if (value === undefined || typeof value === "string") json.read(from, key, node)
    else node.input = { kind: "json", json: JsonText.of(value) }
  }
}

/** An id, which some upstreams write as a number. */
const textOrNumber: WireMember<Call> = {
  ...textMember("id"),
  read: (from, key, node) => {
    const value = from.value(key)
    if (typeof value === "string" || typeof value === "number") node.id = String(value)
  }
}

/** The input of a custom tool. */
const free = keptTextMember<Call>((node, text) => {
  node.input = { kind: "text", text }
}, "input")

const signature = memberTable<Call>({
  thought_signature: readMember(textRow, (from, key, node) => {
    const data = typeof from.object[key] === "string" ? from.string(key) : undefined
    if (data !== undefined) node.opaque = [{ vendor: contentVendor, kind: "signature", data }]
  })
})

/** A word that says no more than the members beside it. */
const word = keptTextMember(() => undefined)

/** How calls are said: old ones, those of functions, and those of custom tools. */
interface Tables {
  readonly bare: MemberTable<Call>
  readonly function: MemberTable<Call>
  readonly custom: MemberTable<Call>
}

const tablesOf = (
  callId: WireMember<Call>,
  input: WireMember<Call>,
  more: Readonly<Record<string, WireMember<Call>>> = {}
): Tables => {
  const bare = memberTable<Call>({ name: neededMember(textMember("name")), arguments: input })
  const custom = memberTable<Call>({ name: neededMember(textMember("name")), input: free })
  const beside = {
    ...more,
    index: silentMember,
    id: callId,
    type: word,
    extra_content: optionalMember(memberTable({ google: optionalMember(signature) }))
  }
  return {
    bare,
    function: memberTable<Call>({ ...beside, custom: silentMember, function: neededMember(nestedMember(bare)) }),
    custom: memberTable<Call>({ ...beside, function: silentMember, custom: neededMember(nestedMember(custom)) })
  }
}

/** Calls as upstreams say them. */
export const upstreamCallTables = tablesOf(textOrNumber, jsonOrValue)

/** Calls as clients repeat them. */
export const clientCallTables = tablesOf(neededMember(textMember("id")), json, { cache_control: cacheControl })

/** What stands around free text and code in a function's arguments; undefined where the input stands alone. */
export interface InputWrapping {
  readonly before: string
  readonly after: string
}

/** The wrapping of an input. `custom`: its call goes out as one of a custom tool. */
export const wrappingOf = (input: ToolInput, custom: boolean): InputWrapping | undefined => {
  if (input.kind === "json" || custom) return undefined
  if (input.kind === "text") return { before: '{"input":"', after: input.unfinished === true ? "" : '"}' }
  const language = input.language === undefined ? "}" : `,"language":${JSON.stringify(input.language)}}`
  return { before: '{"code":"', after: `"${language}` }
}

/** A piece of an input inside its wrapping. */
export const wrappedInput = (text: string, wrapping: InputWrapping | undefined): string =>
  wrapping === undefined ? text : JSON.stringify(text).slice(1, -1)

/** A whole input in its wrapping. */
export const wholeInput = (input: ToolInput, custom: boolean): string => {
  const wrapping = wrappingOf(input, custom)
  const text = wrappedInput(inputText(input), wrapping)
  return wrapping === undefined ? text : wrapping.before + text + wrapping.after
}

/** A call as an item of `tool_calls`. */
export const callEntry = (
  id: string | undefined,
  name: string,
  custom: boolean,
  input: string,
  extra: JsonTemplate
): JsonObjectBuilder => ({
  id,
  type: custom ? "custom" : "function",
  ...(custom ? { custom: { name, input } } : { function: { name, arguments: input } }),
  extra_content: extra
})

/** Google's signature of a call as its `extra_content`. */
export const signatureOf = (part: ContentPart): JsonTemplate => {
  const signature = part.opaque?.find((it) => it.vendor === contentVendor && it.kind === "signature")
  return signature && { google: { thought_signature: signature.data } }
}

/** A call of a conversation as an item of `tool_calls`. */
export const encodeToolCall = (writing: EncodeContext, part: ToolCallPart, id: string | undefined): JsonTemplate => {
  const custom = writing.takesOwnTools && part.of === "custom" && part.input.kind === "text"
  const extra = signatureOf(part)
  const foreign = part.opaque?.some((it) => isNative(part, it) && !writing.takes(it)) === true
  if (foreign) writing.note("foreign-opaque", part)
  const input = wholeInput(part.input, custom)
  const out = callEntry(id, writing.name(part.name, part), custom, input, foreign ? undefined : extra)
  if (part.caller !== undefined) writing.note("unsupported", part, "caller")
  if (part.toolset !== undefined) writing.note("unsupported", part, "toolset")
  noteCache(writing, part)
  writing.leftovers(part)
  return restoreOwn(out, part)
}

/** An answer that is being written: what its client asked for. */
export interface EncodedCall extends NoteSink {
  readonly preferences: ReplyPreferences
}

/** Where a call stands: in which answer, as which of its calls, and among which parts. */
interface CallPlace {
  readonly answer: string
  readonly index: number
  readonly part: number
  readonly partAt: PartAt
}

/** @see https://github.com/Portkey-AI/gateway/issues/1062 ids of calls that a gateway made of more than 40 characters are refused (2025-04) */
const longestStem = 32

/** The id of a call, which carries the bytes that it needs; one is made where its upstream gave none. */
export const callId = (call: ToolCallPart, { answer, index, part, partAt }: CallPlace): string =>
  carriedId(call.id || `call_${answerStem(answer, longestStem)}_${index}`, call, part, partAt, ownVendor)

/** Whether a call goes out as one of a custom tool: only clients that declared it can read that. */
export const isCustomCall = (call: ToolCallPart, preferences: ReplyPreferences): boolean =>
  call.input.kind === "text" && preferences.customTools.includes(call.name)

/** Notes what a call does not say of itself; the old spelling needs no id. */
export const noteCall = (call: ToolCallPart, to: EncodedCall): void => {
  for (const field of ["caller", "toolset"] as const) {
    if (call[field] !== undefined) note(to, "unsupported", call, field)
  }
  if ((call.id ?? "") === "" && !to.preferences.legacyTools) note(to, "required-member", call)
}

/** Notes how a call's input was changed. `said`: it has any. */
export const noteInput = (call: ToolCallPart, hasInput: boolean, to: EncodedCall): void => {
  if (call.input.kind === "json") {
    if (!hasInput) note(to, "empty-input", call)
  } else if (!isCustomCall(call, to.preferences))
    note(to, call.input.kind === "text" ? "input-text" : "input-text/code", call)
}
