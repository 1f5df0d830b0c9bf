import { plainId } from "../../words/call-id.ts"
import type { ToolCallPart } from "../../words/chat.ts"
import type { Undo } from "../../words/format.ts"
import { isObject, type JsonObject, JsonText } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"
import type { Draft } from "./draft.ts"
import { inside, keep, type Member, needed, readNode, optional, silent, table, text } from "./table.ts"
import { contentVendor, id } from "./wire.ts"

type Call = Draft<ToolCallPart>

/** The calls of an assistant's message, in requests and answers: `tool_calls`, then `function_call`. */
export const readCalls = (reader: Reader, message: JsonObject, at: Pointer): readonly ToolCallPart[] => {
  if (message["tool_calls"] === undefined && message["function_call"] === undefined) return none
  const out: ToolCallPart[] = []
  for (const [object, path] of reader.objects(message, "tool_calls", at) ?? []) out.push(readCall(reader, object, path))
  const legacy = reader.object(message, "function_call", at)
  if (legacy !== undefined) out.push(readBareCall(reader, legacy, below(at, "function_call")))
  return out
}

/** An item of `tool_calls`: a whole call, or a piece of one in a stream. */
export const readCall = (reader: Reader, object: JsonObject, at?: Pointer): ToolCallPart => {
  const custom = object["type"] === "custom" || (object["function"] === undefined && isObject(object["custom"]))
  return readNode(custom ? customCall : functionCall, reader, object, at, custom ? noCustom() : noFunction())
}

/** A `function_call`, or a piece of one. */
export const readBareCall = (reader: Reader, object: JsonObject, at?: Pointer): ToolCallPart =>
  readNode(bareCall, reader, object, at, { ...noFunction(), native: { format: id, kind: "legacy" } })

/** A call of an answer as the client knows it: under the name that it declared; an empty id is none. */
export const asDeclared = ({ id: said, ...call }: ToolCallPart, { names }: Undo): ToolCallPart => {
  const named = { ...call, name: names.get(call.name) ?? call.name }
  return said === undefined || said === "" ? named : { ...named, id: plainId(said) }
}

const none: readonly ToolCallPart[] = []

const noFunction = (): Call => ({
  type: "tool-call",
  name: "",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source("") }
})

const noCustom = (): Call => ({ ...noFunction(), of: "custom", input: { kind: "text", text: "" } })

/** The input of a function: JSON as text, or the object itself. */
const json: Member<Call> = {
  ...silent,
  says: [["input", ""]],
  read: (reader, object, key, at, node) => {
    const value = object[key]
    const said = isObject(value) ? JsonText.of(value) : JsonText.source(reader.string(object, key, at) ?? "")
    node.input = { kind: "json", json: said }
  }
}

/** The input of a custom tool. */
const free: Member<Call> = {
  ...json,
  read: (reader, object, key, at, node) => {
    node.input = { kind: "text", text: reader.string(object, key, at) ?? "" }
  }
}

const signature = table<Call>({
  thought_signature: {
    ...silent,
    read: (_reader, object, key, _at, node, path) => {
      const data = object[key]
      if (typeof data === "string") node.opaque = [{ vendor: contentVendor, kind: "signature", data }]
      else keep(node, path, key, JsonText.member(object, key))
    }
  }
})

/** A call as the old `function_call` has it. */
const bareCall = table<Call>({ name: needed(text("name")), arguments: json })

const beside = {
  index: silent,
  id: text("id"),
  type: silent,
  extra_content: optional(table({ google: optional(signature) }))
}

const functionCall = table<Call>({ ...beside, custom: silent, function: needed(inside(bareCall)) })

const customCall = table<Call>({
  ...beside,
  function: silent,
  custom: needed(inside(table({ name: needed(text("name")), input: free })))
})
