import type { ChatRequest, ToolChoice, ToolDefinition, ToolKind } from "../../core/chat/chat.ts"
import { mustCall } from "../../core/chat/tool.ts"
import { type JsonObjectBuilder, type MutableDraft, JsonText, type JsonTemplate } from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { eachInside } from "../../core/reading/member-row.ts"
import {
  consumed,
  type DecodeContext,
  type EncodeContext,
  spelledName,
  type ToolNames,
  kindOfType,
  typeOfKind
} from "./context.ts"
import { note } from "./rules.ts"
import { customNames, type EncodedTools } from "./tools.ts"

const words: ReadonlyMap<string, ToolChoice> = new Map([
  ["auto", { mode: "auto" }],
  ["none", { mode: "none" }],
  ["required", { mode: "required" }]
])

/** The tools that a choice may name; absent: any, for none are declared, or a vendor holds others. */
interface Choosable {
  readonly names: ToolNames
  readonly keys?: ReadonlySet<string>
}

const choosableOf = ({ tools = [], refs }: MutableDraft<ChatRequest>, names: ToolNames): Choosable =>
  tools.length === 0 || refs !== undefined ? { names } : { names, keys: new Set(tools.map(keyOf)) }

const keyOf = (tool: ToolDefinition): string =>
  tool.type === "vendor" ? keyOfType(tool.of, tool.version) : `${tool.type} ${tool.name}`

const keyOfType = (of: ToolKind, type = ""): string => (of === "other" ? `other ${type}` : of)

/** `tool_choice`. A word that is not known gives no choice, and is kept; an object is told its own vendor as it is. */
export const decodeToolChoice = (root: DecodeContext, request: MutableDraft<ChatRequest>, names: ToolNames): void => {
  const { from, body } = root
  const isWord = typeof body["tool_choice"] === "string"
  const choice = isWord ? from.word("tool_choice", words) : readObject(root, choosableOf(request, names))
  if (choice === undefined) return
  request.toolChoice = choice
  root.place("toolChoice", "/tool_choice")
}

const readObject = ({ from, body, ownTexts }: DecodeContext, choosable: Choosable): ToolChoice | undefined => {
  const choice = from.inside("tool_choice")
  if (choice === undefined) return undefined
  ownTexts.set("tool_choice", JsonText.member(body, "tool_choice"))
  if (choice.object["type"] === "allowed_tools") return allowedIn(choice, choosable)
  const tool = toolIn(choice, choosable)
  return tool && { mode: "tool", ...tool }
}

/** The tools that may be called: functions by their names, the vendor's own by their types. */
const allowedIn = (choice: ObjectReader, choosable: Choosable): ToolChoice => {
  const [only, kinds]: [string[], ToolKind[]] = [[], []]
  choice.skip("type")
  if (!choice.says("tools")) choice.reader.absent(choice.at, "tools")
  for (const entry of eachInside(choice, "tools")) {
    const tool = toolIn(entry, choosable)
    if (tool?.of === "function" || tool?.of === "custom") only.push(tool.name)
    else if (tool !== undefined) kinds.push(tool.of)
  }
  const mode = choice.string("mode") ?? "auto"
  if (mode === "auto" || mode === "required") return { mode, only, kinds }
  choice.reader.issue(choice.below("mode"), "`mode` must be auto or required.")
  return { mode: "auto", only, kinds }
}

/**
 * The tool that an object names, which must be among those that it may.
 *
 * @see https://github.com/vercel/ai what OpenAI says of another one, forced or allowed: "not found in 'tools' parameter" (2026-08)
 */
const toolIn = (
  from: ObjectReader,
  { names, keys }: Choosable
): { readonly of: ToolKind; readonly name: string } | undefined => {
  const type = from.needed("type")
  const isClients = type === "function" || type === "custom"
  const namespace = isClients ? from.string("namespace") : undefined
  const named = isClients ? from.needed("name") : type
  if (type === undefined || named === undefined) return undefined
  const of = isClients ? type : kindOfType(type)
  const name = names.of(named, namespace)
  if (keys?.has(isClients ? `${type} ${name}` : keyOfType(of, type)) === false)
    from.reader.issue(from.at, "No tool of this type and name is among `tools`.")
  return { of, name }
}

/** Which tool must be called. */
export const encodeToolChoice = (
  to: EncodeContext,
  { tools, dropped }: EncodedTools,
  body: JsonObjectBuilder
): void => {
  const { request } = to
  const { toolChoice: choice, tools: declared = [] } = request
  if (choice === undefined) return
  if (!to.own && !isPossible(choice, declared, tools !== undefined, dropped)) {
    return note(to, mustCall(request) ? "tool-choice-lost" : "idle-setting", request, "toolChoice")
  }
  if (choice.mode === "validated") note(to, "tool-choice", request, "toolChoice")
  body["tool_choice"] = consumed(request, "tool_choice") ?? choiceOf(to, choice)
}

const isPossible = (
  choice: ToolChoice,
  declared: NonNullable<ChatRequest["tools"]>,
  hasTools: boolean,
  dropped: EncodedTools["dropped"]
): boolean =>
  choice.mode === "tool"
    ? declared.some(
        (tool) => !dropped.has(tool) && (tool.type === "vendor" ? tool.of === choice.of : tool.name === choice.name)
      )
    : hasTools

const choiceOf = (to: EncodeContext, choice: ToolChoice): JsonTemplate => {
  const { tools = [] } = to.request
  const custom = new Set(customNames(to.request))
  const named = (name: string): JsonTemplate => ({
    type: custom.has(name) ? "custom" : "function",
    name: spelledName(to, name)
  })
  if (choice.mode === "tool")
    return choice.of === "function" || choice.of === "custom" ? named(choice.name) : { type: typeOfKind(choice.of) }
  const mode = choice.mode === "validated" ? "auto" : choice.mode
  if (choice.only === undefined || mode === "none") return mode
  const kinds = (choice.kinds ?? tools.flatMap((tool) => (tool.type === "vendor" ? tool.of : []))).map((kind) => ({
    type: typeOfKind(kind)
  }))
  return { type: "allowed_tools", mode, tools: [...choice.only.map(named), ...kinds] }
}
