import type { Request, Tool, ToolChoice } from "../../../words/chat.ts"
import { isObject, type JsonObject, type Tree } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import { Reader } from "../../../words/reader.ts"
import type { Draft } from "../draft.ts"
import { innerOf, type Members, ownNative, type Texts } from "../native.ts"
import { readNamed } from "../named.ts"
import { note } from "../rules.ts"
import { sameJson } from "../same.ts"
import type { Root } from "./root.ts"
import type { Writing } from "./writing.ts"

/** What was read of a choice, and the members beside it that are not known. */
export interface ReadChoice {
  readonly choice: ToolChoice | undefined
  readonly inner: Texts | undefined
}

const unread: ReadChoice = { choice: undefined, inner: undefined }

const words: ReadonlyMap<string, ToolChoice> = new Map([
  ["auto", { mode: "auto" }],
  ["none", { mode: "none" }],
  ["required", { mode: "required" }],
  ["any", { mode: "required" }]
])

/** `tool_choice` in all its forms. A word or a type that is not known gives no choice. */
const readChoice = (reader: Reader, body: JsonObject): ReadChoice => {
  const value = body["tool_choice"]
  if (typeof value === "string") return { choice: words.get(value), inner: undefined }
  const object = reader.object(body, "tool_choice", "")
  if (object === undefined) return unread
  const at = "/tool_choice"
  const type = reader.required(object, "type", at, reader.string)
  switch (type) {
    case "function":
    case "custom": {
      const named = readNamed(reader, object, type, at)
      if (named === undefined) return unread
      const { name, body, path } = named
      const inner = innerOf(innerOf(undefined, object, new Set(["type", type]), at), body, new Set(["name"]), path)
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
  if (allowed === undefined || tools === undefined) return unread
  const only: string[] = []
  for (const [tool, place] of tools) {
    const key = isObject(tool["custom"]) ? "custom" : "function"
    const named = readNamed(reader, tool, key, place)
    if (named !== undefined) only.push(named.name)
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
const readLegacyChoice = (reader: Reader, body: JsonObject): ToolChoice | undefined => {
  const value = body["function_call"]
  if (typeof value === "string") return words.get(value)
  const object = reader.object(body, "function_call", "")
  const name = object && reader.required(object, "name", "/function_call", reader.string)
  return name === undefined ? undefined : { mode: "tool", of: "function", name }
}

/** A choice as `tool_choice` says it. `validated` is `auto`; the caller notes it. */
const writeChoice = (choice: ToolChoice, tools: readonly Tool[], name: (of: string) => string): Tree => {
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
const writeLegacyChoice = (choice: ToolChoice, name: (of: string) => string): Tree | undefined => {
  if (choice.mode === "tool") return { name: name(choice.name) }
  return choice.only === undefined && (choice.mode === "auto" || choice.mode === "none") ? choice.mode : undefined
}

/** `tool_choice`, else `function_call`; words and types that are not known are kept. */
export const readToolChoice = (root: Root, request: Draft<Request>): void => {
  const { reader, body } = root
  const { choice, inner } = readChoice(reader, body)
  const legacy = readLegacyChoice(reader, body)
  root.add(inner)
  if (choice === undefined) root.keep("tool_choice")
  else if (legacy !== undefined && !sameJson(choice, legacy)) note(reader.notes, "choice-beaten", "/function_call")
  if (legacy === undefined) root.keep("function_call")
  else if (choice === undefined) root.consume("function_call")
  const chosen = choice ?? legacy
  if (chosen === undefined) return
  request.toolChoice = chosen
  root.place("toolChoice", choice === undefined ? "/function_call" : "/tool_choice")
}

/** Which tool must be called, in the spelling it was read in. */
export const writeToolChoice = (writing: Writing, request: Request, body: Members): void => {
  const choice = request.toolChoice
  if (choice === undefined) return
  if (choice.mode === "tool" && writing.dropped.some((tool) => tool.name === choice.name))
    return writing.note("choice-dropped", request, "toolChoice")
  if (choice.mode === "validated") writing.note("choice-validated", request, "toolChoice")
  if (choice.mode === "none" && choice.only !== undefined) writing.note("choice-only", request, "toolChoice")
  if (!writing.own && body["tools"] === undefined) {
    if (choice.mode === "required" && writing.dropped.length > 0) writing.note("choice-dropped", request, "toolChoice")
    else if (choice.mode !== "auto" && choice.mode !== "none") writing.note("tool-vendor", request, "toolChoice")
    return
  }
  const name = (it: string): string => writing.name(it)
  const consumed = ownNative(request)?.consumed?.get("/function_call")?.value
  const legacy = consumed === undefined ? undefined : writeLegacyChoice(choice, name)
  if (legacy !== undefined && sameJson(readLegacyChoice(new Reader(), { function_call: consumed ?? null }), choice))
    body["function_call"] = legacy
  else body["tool_choice"] = writeChoice(choice, request.tools ?? [], name)
}
