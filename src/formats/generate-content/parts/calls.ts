import { plainId } from "../../../core/chat/call-id.ts"
import type { ToolCallPart, ToolResultPart } from "../../../core/chat/chat.ts"
import { isObject, type Json, type JsonObject, JsonText } from "../../../core/json/json.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import { holdsNothing } from "../../../core/reading/read-options.ts"
import type { ObjectReader } from "../../../core/reading/object-reader.ts"
import { consume, type PartDecoder } from "../context.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import { id } from "../wire.ts"

const noInput = JsonText.source("{}")

/** Takes a client's call that says its name and its input, and an id or none; undefined for all others. */
export const takeCall = (call: JsonObject, at: JsonPointer): MutableDraft<ToolCallPart> | undefined => {
  const { name, args, id } = call
  if (typeof name !== "string" || !isObject(args) || !isPlain(call, id)) return undefined
  return callOf(at, name, JsonText.of(args), id)
}

/** Whether an object says two members, and a text as its id or none. */
export const isPlain = (object: JsonObject, id: Json | undefined): id is string | undefined =>
  typeof id === "string" ? Object.keys(object).length === 3 : id === undefined && Object.keys(object).length === 2

const callPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["id", "/functionCall/id"],
  ["name", "/functionCall/name"],
  ["input", "/functionCall/args"]
])

/** Where fields stand below a part whose `member` may have another spelling in the body. */
export const spelledPlaces = (
  places: ReadonlyMap<string, JsonPointer>,
  members: ObjectReader,
  member: string
): ReadonlyMap<string, JsonPointer> => {
  const key = members.key(member)
  return key === member ? places : new Map([...places].map(([field, path]) => [field, path.replace(member, key)]))
}

const callOf = (at: JsonPointer, name: string, json: JsonText, id: string | undefined): MutableDraft<ToolCallPart> => {
  const part: MutableDraft<ToolCallPart> = {
    type: "tool-call",
    at,
    places: callPlaces,
    name,
    of: "function",
    runBy: "client",
    input: { kind: "json", json }
  }
  setDefined(part, "id", id)
  return part
}

/** Reads a call that the client answers. In answers, what the request's encoding renamed is undone. */
export const decodeToolCall: PartDecoder = ({ reply: undo, answer }, members, member) => {
  const call = members.inside(member)
  const sent = call?.needed("name")
  if (call === undefined || sent === undefined) return undefined
  const json = (answer ? inputIn(call) : call.record("args")) ?? noInput
  const id = call.string("id")
  const plain = answer && id !== undefined ? plainId(id) || undefined : id
  const part = callOf(members.at, undo.names.get(sent) ?? sent, json, plain)
  part.places = spelledPlaces(callPlaces, members, member)
  if (!undo.customTools.includes(sent)) return part
  return { ...part, of: "custom", input: { kind: "text", text: freeText(json) } }
}

/** The input of an answer's call, whatever it is: an empty list is none, and a text says JSON. */
const inputIn = (call: ObjectReader): JsonText | undefined => {
  const said = call.value("args")
  if (typeof said === "string") return JsonText.source(said)
  return holdsNothing(said) ? undefined : call.json("args")
}

/** The free text in the input of a tool that was sent as a function with one string member `input`. */
const freeText = (json: JsonText): string => {
  const text = json.object?.["input"]
  return typeof text === "string" ? text : json.text
}

/** Reads code that the vendor runs. */
export const decodeCode: PartDecoder = (_, members, member) => {
  const code = members.inside(member)
  if (code === undefined) return undefined
  const part: MutableDraft<ToolCallPart> = {
    type: "tool-call",
    at: members.at,
    name: "code_execution",
    of: "code-execution",
    runBy: "provider",
    input: { kind: "code", code: code.string("code") ?? "", ...languageOf(code) },
    native: { format: id, kind: member }
  }
  setDefined(part, "id", code.string("id"))
  return part
}

const languageOf = (code: ObjectReader): { readonly language?: string } => {
  const language = code.string("language")
  return language === undefined ? {} : { language }
}

/** Reads what code that the vendor ran gave. */
export const decodeCodeResult: PartDecoder = (_, members, member) => {
  const result = members.inside(member)
  if (result === undefined) return undefined
  const outcome = result.string("outcome")
  const output = result.string("output")
  const part: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at: members.at,
    name: "code_execution",
    of: "code-execution",
    runBy: "provider",
    output: { kind: "parts", parts: output === undefined ? [] : [{ type: "text", text: output }] },
    native: { format: id, kind: member }
  }
  setDefined(part, "id", result.string("id"))
  if (outcome !== undefined) {
    part.error = outcome !== "OUTCOME_OK"
    consume(part, "outcome", JsonText.of(outcome))
  }
  return part
}

/** Reads a call of another tool that the vendor runs. */
export const decodeVendorCall: PartDecoder = (_, members, member) => {
  const call = members.inside(member)
  if (call === undefined) return undefined
  const part: MutableDraft<ToolCallPart> = {
    type: "tool-call",
    at: members.at,
    name: call.string("toolType") ?? "",
    of: "other",
    runBy: "provider",
    input: { kind: "json", json: call.json("args") ?? noInput },
    native: { format: id, kind: member }
  }
  setDefined(part, "id", call.string("id"))
  return part
}

/** Reads what another tool that the vendor runs answered. */
export const decodeVendorResult: PartDecoder = (_, members, member) => {
  const answer = members.inside(member)
  if (answer === undefined) return undefined
  const part: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at: members.at,
    name: answer.string("toolType") ?? "",
    of: "other",
    runBy: "provider",
    output: { kind: "json", json: answer.json("response") ?? noInput },
    native: { format: id, kind: member }
  }
  setDefined(part, "id", answer.string("id"))
  return part
}
