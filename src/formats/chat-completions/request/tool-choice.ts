import type { Tool, ToolChoice } from "../../../words/chat.ts"
import { isObject, type JsonObject, type Tree } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import { innerOf, type Texts } from "../native.ts"

/** What was read of a choice, and the members beside it that are not known. */
export interface ReadChoice {
  readonly choice: ToolChoice | undefined
  readonly inner: Texts | undefined
}

const words: ReadonlyMap<string, ToolChoice> = new Map([
  ["auto", { mode: "auto" }],
  ["none", { mode: "none" }],
  ["required", { mode: "required" }],
  ["any", { mode: "required" }]
])

/** `tool_choice` in all its forms. A word or a type that is not known gives no choice. */
export const readChoice = (reader: Reader, body: JsonObject): ReadChoice => {
  const value = body["tool_choice"]
  if (typeof value === "string") return { choice: words.get(value), inner: undefined }
  const object = reader.object(body, "tool_choice", "")
  if (object === undefined) return { choice: undefined, inner: undefined }
  const at = "/tool_choice"
  const type = reader.required(object, "type", at, reader.string)
  switch (type) {
    case "function":
    case "custom": {
      const body = reader.required(object, type, at, reader.object)
      const name = body && reader.required(body, "name", below(at, type), reader.string)
      if (body === undefined || name === undefined) return { choice: undefined, inner: undefined }
      const inner = innerOf(
        innerOf(undefined, object, new Set(["type", type]), at),
        body,
        new Set(["name"]),
        below(at, type)
      )
      return { choice: { mode: "tool", of: type, name }, inner }
    }
    case "allowed_tools":
      return readAllowed(reader, object, at)
    default:
      return { choice: type === undefined ? undefined : words.get(type), inner: undefined }
  }
}

const readAllowed = (reader: Reader, object: JsonObject, at: Pointer): ReadChoice => {
  const path = below(at, "allowed_tools")
  const allowed = reader.required(object, "allowed_tools", at, reader.object)
  const tools = allowed && reader.required(allowed, "tools", path, reader.objects)
  if (allowed === undefined || tools === undefined) return { choice: undefined, inner: undefined }
  const only: string[] = []
  for (const [tool, place] of tools) {
    const key = isObject(tool["custom"]) ? "custom" : "function"
    const body = reader.required(tool, key, place, reader.object)
    const name = body && reader.required(body, "name", below(place, key), reader.string)
    if (name !== undefined) only.push(name)
  }
  const mode = allowed["mode"] === "required" ? "required" : "auto"
  const inner = innerOf(
    innerOf(undefined, object, new Set(["type", "allowed_tools"]), at),
    allowed,
    new Set(["mode", "tools"]),
    path
  )
  return { choice: { mode, only }, inner }
}

/** The old `function_call`: `none`, `auto` or the one to call. */
export const readLegacyChoice = (reader: Reader, body: JsonObject): ToolChoice | undefined => {
  const value = body["function_call"]
  if (typeof value === "string") return words.get(value)
  const object = reader.object(body, "function_call", "")
  const name = object && reader.required(object, "name", "/function_call", reader.string)
  return name === undefined ? undefined : { mode: "tool", of: "function", name }
}

/** A choice as `tool_choice` says it. `validated` is `auto`; the caller notes it. */
export const writeChoice = (choice: ToolChoice, tools: readonly Tool[], name: (of: string) => string): Tree => {
  if (choice.mode === "tool") {
    const type = choice.of === "custom" ? "custom" : "function"
    return { type, [type]: { name: name(choice.name) } }
  }
  const mode = choice.mode === "validated" ? "auto" : choice.mode
  if (choice.only === undefined || mode === "none") return mode
  const custom = new Set(tools.flatMap((tool) => (tool.type === "custom" ? [tool.name] : [])))
  const entries = choice.only.map((it) => {
    const type = custom.has(it) ? "custom" : "function"
    return { type, [type]: { name: name(it) } }
  })
  return { type: "allowed_tools", allowed_tools: { mode, tools: entries } }
}

/** A choice as the old `function_call` says it; undefined where it cannot. */
export const writeLegacyChoice = (choice: ToolChoice, name: (of: string) => string): Tree | undefined => {
  if (choice.mode === "tool") return { name: name(choice.name) }
  return choice.only === undefined && (choice.mode === "auto" || choice.mode === "none") ? choice.mode : undefined
}
