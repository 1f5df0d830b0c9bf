import { plainId } from "../../core/chat/call-id.ts"
import type { ContentPart, ToolCallPart, ToolResultPart } from "../../core/chat/node.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  putMember
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { holdsNothing } from "../../core/reading/issue-reader.ts"
import {
  consume,
  consumed,
  type ContentTurn,
  type EncodeContext,
  encodeToolName,
  kindOf,
  note,
  noteField,
  type PartDecoder,
  restore
} from "./context.ts"
import { signedPart } from "./opaque.ts"
import { id, memberOf, signatureBypass } from "./wire.ts"
import { inputObject, lacksInput, freeTextIn } from "../../core/chat/tool-calls.ts"

const noInput = JsonText.source("{}")

/** Takes a client's call that says its name and its input, and an id or none; undefined for all others. */
export const takeCall = (call: JsonObject, at: JsonPointer): MutableDraft<ToolCallPart> | undefined => {
  const { name, args, id } = call
  if (typeof name !== "string" || !isObject(args) || !hasPlainId(call, id)) return undefined
  return toolCall(at, name, JsonText.of(args), id)
}

/** Whether an object says two members, and a text as its id or none. */
export const hasPlainId = (object: JsonObject, id: Json | undefined): id is string | undefined =>
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

const toolCall = (
  at: JsonPointer,
  name: string,
  json: JsonText,
  id: string | undefined
): MutableDraft<ToolCallPart> => ({
  type: "tool-call",
  at,
  places: callPlaces,
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json },
  ...(id === undefined ? {} : { id })
})

/** Reads a call that the client answers. In answers, what the request's encoding renamed is undone. */
export const decodeToolCall: PartDecoder = ({ reply, answer }, members, member) => {
  const call = members.inside(member)
  const sent = call?.needed("name")
  if (call === undefined || sent === undefined) return undefined
  const json = (answer ? replyInput(call) : call.record("args")) ?? noInput
  const id = call.string("id")
  const plain = answer && id !== undefined ? plainId(id) || undefined : id
  const part = toolCall(members.at, reply.names.get(sent) ?? sent, json, plain)
  part.places = spelledPlaces(callPlaces, members, member)
  if (!reply.customTools.includes(sent)) return part
  return { ...part, of: "custom", input: freeTextIn(json) }
}

/** The input of an answer's call, whatever it is: an empty list is none, and a text says JSON. */
const replyInput = (call: ObjectReader): JsonText | undefined => {
  const args = call.value("args")
  if (typeof args === "string") return JsonText.source(args)
  return holdsNothing(args) ? undefined : call.json("args")
}

/** Decodes a call or a result of a tool that the vendor runs by what its member says. */
const ranByVendor =
  (decode: (from: ObjectReader) => VendorPart): PartDecoder =>
  (_, members, member) => {
    const from = members.inside(member)
    if (from === undefined) return undefined
    const part = decode(from)
    setDefined(part, "id", from.string("id"))
    return { ...part, at: members.at, native: { ...part.native, format: id, kind: member } }
  }

type VendorPart = MutableDraft<ToolCallPart> | MutableDraft<ToolResultPart>

const codeExecution = { name: "code_execution", of: "code-execution", runBy: "provider" } as const

/** Reads code that the vendor runs. */
export const decodeCode = ranByVendor((from) => {
  const language = from.string("language")
  const code = from.string("code") ?? ""
  const input = { kind: "code", code, ...(language === undefined ? {} : { language }) } as const
  return { type: "tool-call", ...codeExecution, input }
})

/** Reads what code that the vendor ran gave. */
export const decodeCodeResult = ranByVendor((from) => {
  const outcome = from.string("outcome")
  const text = from.string("output")
  const parts = text === undefined ? [] : [{ type: "text", text } as const]
  const part: MutableDraft<ToolResultPart> = { type: "tool-result", ...codeExecution, output: { kind: "parts", parts } }
  if (outcome === undefined) return part
  part.error = outcome !== "OUTCOME_OK"
  consume(part, "outcome", JsonText.of(outcome))
  return part
})

const otherTool = (from: ObjectReader) =>
  ({ name: from.string("toolType") ?? "", of: "other", runBy: "provider" }) as const

/** Reads a call of another tool that the vendor runs. */
export const decodeVendorCall = ranByVendor((from) => ({
  type: "tool-call",
  ...otherTool(from),
  input: { kind: "json", json: from.json("args") ?? noInput }
}))

/** Reads what another tool that the vendor runs answered. */
export const decodeVendorResult = ranByVendor((from) => ({
  type: "tool-result",
  ...otherTool(from),
  output: { kind: "json", json: from.json("response") ?? noInput }
}))

/** A call that the client answers, with the placeholder of its signature where the turn needs one and none is there. */
export const encodeToolCall = (
  to: EncodeContext,
  part: ToolCallPart,
  turn: ContentTurn
): JsonObjectBuilder | undefined => {
  const input = inputObject(part)
  if (input === undefined) return void noteField(to, "call-input", part, "input")
  if (lacksInput(part)) noteField(to, "empty-input", part, "input")
  for (const field of ["toolset", "caller"] as const) {
    if (part[field] !== undefined) noteField(to, "unknown-member", part, field)
  }
  const out = signedPart(to, encodeCall(part, encodeToolName(to, part.name, part), input), part)
  if (!turn.signed && out["thoughtSignature"] === undefined) {
    note(to, "missing-signature", part.at)
    out["thoughtSignature"] = signatureBypass
  }
  turn.signed = true
  return out
}

/** The id of a call or a result as the wire has it: one that only this library made up for its place says nothing. */
export const encodeCallId = ({ id }: { readonly id?: string }): string | undefined =>
  id !== undefined && /^isg_\d+_\d+$/.test(id) ? undefined : id

/** A call that the client answers, with its input as a JSON object. */
export const encodeCall = (part: ToolCallPart, name: string, args: JsonTemplate): JsonObjectBuilder => ({
  functionCall: { id: encodeCallId(part), name, args }
})

/** A call or a result of a tool that the vendor runs, as it was read and as `finish` signs it; undefined if another's. */
export const encodeVendorPart = (
  to: NoteSink,
  part: ToolCallPart | ToolResultPart,
  finish: (out: JsonObjectBuilder, part: ContentPart) => JsonObjectBuilder
): JsonObjectBuilder | undefined => {
  const member = kindOf(part)
  if (member === undefined) return void note(to, "provider-call", part.at)
  const { native: _, ...rest } = part
  const inner = part.type === "tool-call" ? encodeVendorCall(part, member) : encodeVendorResult(part, member)
  return finish(restore({ [member]: inner }, part), rest)
}

const encodeVendorCall = (part: ToolCallPart, member: string): JsonObjectBuilder => {
  const { id, name, input } = part
  if (input.kind === "code") return { id, language: input.language, code: input.code }
  return member === "toolCall" ? { id, toolType: name === "" ? undefined : name, args: inputObject(part) ?? {} } : {}
}

const encodeVendorResult = ({ id, name, output, ...node }: ToolResultPart, member: string): JsonObjectBuilder => {
  if (member === "toolResponse") {
    return {
      id,
      toolType: name === "" ? undefined : name,
      response: output.kind === "json" ? output.json : undefined
    }
  }
  const [text] = output.kind === "parts" ? output.parts : []
  return { id, outcome: consumed(node, "outcome"), output: text?.type === "text" ? text.text : undefined }
}

/** A call whose arguments come piece by piece, as one of the vendor's platforms sends them where it is asked to. */
export interface PartialCall {
  readonly id: Json | undefined
  readonly name: Json | undefined
  readonly signature: Json | undefined
  readonly args: JsonObjectBuilder
}

/** Whether a call goes on, or is one of which pieces came before. */
export const isCallPiece = (part: JsonObject, before: PartialCall | undefined): boolean => {
  const call = memberOf(part, "functionCall")
  if (!isObject(call)) return false
  return memberOf(call, "willContinue") === true || (before !== undefined && call["name"] === undefined)
}

/** What is known of a call after one more piece, and whether that was its last. */
export const addCallPiece = (
  part: JsonObject,
  before: PartialCall | undefined
): { readonly call: PartialCall; readonly whole: boolean } => {
  const functionCall = memberOf(part, "functionCall")
  const piece = isObject(functionCall) ? functionCall : {}
  const call = before ?? {
    id: piece["id"],
    name: piece["name"],
    signature: memberOf(part, "thoughtSignature"),
    args: {}
  }
  const partial = memberOf(piece, "partialArgs")
  if (isArray(partial)) for (const item of partial) if (isObject(item)) setAt(call.args, item)
  return { call, whole: memberOf(piece, "willContinue") !== true }
}

const steps = /\.([^.[\]]+)|\[(?:(\d+)|'([^']*)'|"([^"]*)")\]/g

/** The most steps and items that a path may reach: what is beyond is not a model's. */
const [maxSteps, maxIndex] = [64, 10_000]

/** Sets or extends the value at a path such as `$.recipe.steps[0].text`. */
const setAt = (args: JsonObjectBuilder, item: JsonObject): void => {
  const path = memberOf(item, "jsonPath")
  if (typeof path !== "string") return
  const keys = [...path.matchAll(steps)].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? "") : Number(index)
  )
  if (keys.length === 0 || keys.length > maxSteps) return
  if (keys.some((key) => typeof key === "number" && key > maxIndex)) return
  let here: JsonObjectBuilder | JsonTemplate[] = args
  for (const [depth, key] of keys.entries()) {
    const next = keys[depth + 1]
    if (next === undefined) return setIn(here, key, mergeDelta(valueAt(here, key), valueOf(item)))
    const inside = valueAt(here, key)
    const known = isContainer(inside) ? inside : typeof next === "number" ? [] : {}
    if (known !== inside) setIn(here, key, known)
    here = known
  }
}

const isContainer = (value: JsonTemplate): value is JsonObjectBuilder | JsonTemplate[] =>
  typeof value === "object" && value !== null

const valueAt = (container: JsonObjectBuilder | JsonTemplate[], key: string | number): JsonTemplate =>
  Array.isArray(container) ? container[Number(key)] : Object.hasOwn(container, key) ? container[String(key)] : undefined

const setIn = (container: JsonObjectBuilder | JsonTemplate[], key: string | number, value: JsonTemplate): void => {
  if (!Array.isArray(container)) putMember(container, String(key), value)
  else if (typeof key === "number") container[key] = value
}

const valueOf = (item: JsonObject): JsonTemplate =>
  ["stringValue", "numberValue", "boolValue"].map((name) => memberOf(item, name)).find((it) => it !== undefined) ?? null

/** Text goes on; anything else is set. */
const mergeDelta = (before: JsonTemplate, now: JsonTemplate): JsonTemplate =>
  typeof before === "string" && typeof now === "string" ? before + now : now
