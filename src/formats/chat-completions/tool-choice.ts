import { exclusionBy, mustCall } from "../../core/chat/tool.ts"
import type { ChatRequest, ToolDefinition, ToolChoice } from "../../core/chat/chat.ts"
import {
  isObject,
  type JsonObject,
  type JsonTemplate,
  type MutableDraft,
  type JsonObjectBuilder
} from "../../core/json/json.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { consumed, kindOf, type DecodeContext, type EncodeContext } from "./context.ts"
import { note } from "./rules.ts"
import { isSame } from "./wire.ts"
import { textRow } from "../../core/reading/member-row.ts"
import {
  fieldMember,
  nestedMember,
  neededMember,
  silentMember,
  memberTable,
  textMember
} from "../../core/reading/member-table.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"

const words: ReadonlyMap<string, ToolChoice> = new Map([
  ["auto", { mode: "auto" }],
  ["none", { mode: "none" }],
  ["required", { mode: "required" }],
  ["any", { mode: "required" }]
])

/** The members of a choice. */
interface Chosen extends MutableDraft<ChatNode> {
  name?: string
  mode?: string
  only?: readonly string[]
}

const named = nestedMember(memberTable<Chosen>({ name: neededMember(textMember("name")) }))

const oneNamed: ValueSchema = { type: "object", required: ["name"], properties: { name: textRow.schema } }

const only = fieldMember<"only", readonly string[]>(
  "only",
  {
    schema: { type: "array", items: { type: "object", properties: { function: oneNamed, custom: oneNamed } } },
    read: (from, key) =>
      from.items(key)?.map((tool) => {
        const kind = isObject(tool.object["custom"]) ? "custom" : "function"
        const body = tool.own(kind)
        if (body === undefined) from.reader.absent(tool.at, kind)
        return body?.needed("name") ?? ""
      })
  },
  () => undefined
)

/** The objects that say a choice, by their type. */
export const choices = {
  function: memberTable<Chosen>({ type: silentMember, function: neededMember(named) }),
  custom: memberTable<Chosen>({ type: silentMember, custom: neededMember(named) }),
  allowed_tools: memberTable<Chosen>({
    type: silentMember,
    allowed_tools: neededMember(
      nestedMember(memberTable<Chosen>({ mode: textMember("mode"), tools: neededMember(only) }))
    )
  })
}

/** `tool_choice` in all its forms. A word or a type that is not known gives no choice. */
const readChoice = (root: DecodeContext): ToolChoice | undefined => {
  const { from, reader, body } = root
  if (typeof body["tool_choice"] === "string") return from.word("tool_choice", words)
  const object = reader.object(body, "tool_choice", "")
  const type = object && reader.required(object, "type", "/tool_choice", reader.string)
  if (type !== "function" && type !== "custom" && type !== "allowed_tools") {
    const choice = type === undefined ? undefined : words.get(type)
    if (choice !== undefined) from.skip("tool_choice")
    return choice
  }
  const { name = "", mode, only = [] }: Chosen = root.take<Chosen>(choices[type], "tool_choice", {}) ?? {}
  return type === "allowed_tools"
    ? { mode: mode === "required" ? "required" : "auto", only }
    : { mode: "tool", of: type, name }
}

/** The old `function_call`: `none`, `auto` or the one to call. */
const readLegacyChoice = (reader: IssueReader, body: JsonObject): ToolChoice | undefined => {
  const value = body["function_call"]
  if (typeof value === "string") return words.get(value)
  const object = reader.object(body, "function_call", "")
  const name = object && reader.required(object, "name", "/function_call", reader.string)
  return name === undefined ? undefined : { mode: "tool", of: "function", name }
}

/**
 * A choice as `tool_choice` says it. `validated` is `auto`; the caller notes it. Where it cannot be among some tools, these
 * alone are sent, and the one that must be called is named.
 */
const writeChoice = (choice: ToolChoice, tools: readonly ToolDefinition[], writing: EncodeContext): JsonTemplate => {
  const named = (name: string, isCustom: boolean): JsonTemplate => {
    const type = isCustom && writing.takesOwnTools ? "custom" : "function"
    return { type, [type]: { name: writing.name(name) } }
  }
  if (choice.mode === "tool") return named(choice.name, choice.of === "custom")
  const mode = choice.mode === "validated" ? "auto" : choice.mode
  if (choice.only === undefined || mode === "none") return mode
  if (choice.only.length === 0 && !writing.own) return "none"
  const custom = new Set(tools.flatMap((tool) => (tool.type === "custom" ? [tool.name] : [])))
  const entries = choice.only.map((name) => named(name, custom.has(name)))
  if (writing.takesOwnTools) return { type: "allowed_tools", allowed_tools: { mode, tools: entries } }
  const [entry = mode, ...more] = entries
  return mode === "required" && more.length === 0 ? entry : mode
}

/** Whether the choice leaves a tool out, so that it is not sent: one of the client's where a choice cannot be among some. */
export const unchosenBy = (
  { takesOwnTools }: EncodeContext,
  { toolChoice }: ChatRequest
): ((tool: ToolDefinition) => boolean) => {
  const isExcluded = exclusionBy(toolChoice)
  return (tool) => isExcluded(tool) && (tool.type === "vendor" ? kindOf(tool) !== "tool" : !takesOwnTools)
}

/** `tool_choice`, else `function_call`; words and types that are not known are kept. */
export const decodeToolChoice = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const { from, reader, body } = root
  const choice = readChoice(root)
  const legacy = readLegacyChoice(reader, body)
  if (legacy !== undefined) from.skip("function_call")
  if (choice !== undefined && legacy !== undefined && !isSame(choice, legacy))
    note(reader, "overridden", "/function_call")
  if (choice === undefined && legacy !== undefined) root.consume("function_call")
  const chosen = choice ?? legacy
  if (chosen === undefined) return
  request.toolChoice = chosen
  root.place("toolChoice", choice === undefined ? "/function_call" : "/tool_choice")
}

/** Whether there is something to choose, and what must be called is among it. */
const isPossible = (
  writing: EncodeContext,
  choice: ToolChoice,
  { tools = [] }: ChatRequest,
  body: JsonObjectBuilder
): boolean =>
  choice.mode === "tool"
    ? tools.some((tool) => tool.type !== "vendor" && tool.name === choice.name && !writing.dropped.has(tool))
    : (body["tools"] ?? body["functions"]) !== undefined && (choice.mode !== "required" || choice.only?.length !== 0)

/**
 * Which tool must be called, in the spelling it was read in. What cannot be chosen from nothing is nothing; what had to be
 * called, and cannot be, is refused.
 */
export const encodeToolChoice = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  const choice = request.toolChoice
  if (choice === undefined) return
  if (!writing.own && !isPossible(writing, choice, request, body))
    return writing.note(mustCall(request) ? "tool-choice-lost" : "idle-setting", request, "toolChoice")
  if (choice.mode === "validated") writing.note("tool-choice", request, "toolChoice")
  const written = writeChoice(choice, request.tools ?? [], writing)
  if (written === "none" && "only" in choice) writing.note("tool-choice/none", request, "toolChoice")
  const spelled = consumed(request, "/function_call")
  if (
    spelled !== undefined &&
    isSame(readLegacyChoice(new IssueReader(), { function_call: spelled.value ?? null }), choice)
  )
    body["function_call"] = spelled
  else body["tool_choice"] = written
}
