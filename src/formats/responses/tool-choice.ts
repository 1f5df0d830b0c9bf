import type { ChatRequest, ToolChoice, ToolKind } from "../../core/chat/chat.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type DecodeContext, type EncodeContext, spelledName } from "./context.ts"
import { note } from "./rules.ts"
import type { ToolNames } from "./tool-names.ts"
import type { EncodedTools } from "./tools.ts"

const words: ReadonlyMap<string, ToolChoice> = new Map([
  ["auto", { mode: "auto" }],
  ["none", { mode: "none" }],
  ["required", { mode: "required" }]
])

/** The vendor's own tools that a choice may name, by the type that does. */
const hosted: ReadonlyMap<string, ToolKind> = new Map([
  ["web_search", "web-search"],
  ["web_search_preview", "web-search"],
  ["file_search", "file-search"],
  ["code_interpreter", "code-execution"],
  ["image_generation", "image-generation"],
  ["computer_use_preview", "computer"],
  ["mcp", "mcp"],
  ["shell", "shell"],
  ["apply_patch", "apply-patch"]
])

/** `tool_choice`. A word or a type that is not known gives no choice, and is kept. */
export const decodeToolChoice = (root: DecodeContext, request: MutableDraft<ChatRequest>, names: ToolNames): void => {
  const { from, body } = root
  const choice = typeof body["tool_choice"] === "string" ? from.word("tool_choice", words) : readObject(root, names)
  if (choice === undefined) return
  request.toolChoice = choice
  root.place("toolChoice", "/tool_choice")
}

const readObject = ({ from, body, reader }: DecodeContext, names: ToolNames): ToolChoice | undefined => {
  const object = reader.object(body, "tool_choice", "")
  const type = object?.["type"]
  const of = typeof type === "string" ? hosted.get(type) : undefined
  if (of === undefined && type !== "function" && type !== "custom" && type !== "allowed_tools") return undefined
  const inside = from.inside("tool_choice")
  if (inside === undefined) return undefined
  inside.skip("type")
  if (of !== undefined && typeof type === "string") return { mode: "tool", of, name: type }
  if (type === "allowed_tools") return allowedIn(inside, names)
  const name = nameIn(inside, names)
  return name === undefined ? undefined : { mode: "tool", of: type === "custom" ? "custom" : "function", name }
}

/** The tools that may be called: functions by their names, the vendor's own by their types. */
const allowedIn = (choice: ObjectReader, names: ToolNames): ToolChoice => {
  const [only, kinds]: [string[], ToolKind[]] = [[], []]
  for (const tool of choice.items("tools") ?? []) {
    const { type } = tool.object
    const kind = typeof type === "string" ? hosted.get(type) : undefined
    const name = kind === undefined ? nameIn(tool, names) : undefined
    if (kind !== undefined) kinds.push(kind)
    if (name !== undefined) only.push(name)
  }
  return { mode: choice.string("mode") === "required" ? "required" : "auto", only, kinds }
}

const nameIn = (from: ObjectReader, names: ToolNames): string | undefined => {
  const namespace = from.string("namespace")
  const name = from.needed("name")
  return name === undefined ? undefined : names.of(name, namespace)
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
    const forced = (choice.mode === "tool" || choice.mode === "required") && declared.length > 0
    return note(to, forced ? "tool-choice-lost" : "idle-setting", request, "toolChoice")
  }
  if (choice.mode === "validated") note(to, "tool-choice", request, "toolChoice")
  body["tool_choice"] = choiceOf(to, choice)
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
  if (choice.mode === "tool") {
    if (choice.of === "function" || choice.of === "custom")
      return { type: choice.of, name: spelledName(to, choice.name) }
    return { type: hosted.has(choice.name) ? choice.name : typeOf(choice.of) }
  }
  const mode = choice.mode === "validated" ? "auto" : choice.mode
  if (choice.only === undefined || mode === "none") return mode
  const named = choice.only.map((name) => ({
    type: tools.some((tool) => tool.type === "custom" && tool.name === name) ? "custom" : "function",
    name: spelledName(to, name)
  }))
  const kinds = (choice.kinds ?? tools.flatMap((tool) => (tool.type === "vendor" ? tool.of : []))).map((kind) => ({
    type: typeOf(kind)
  }))
  return { type: "allowed_tools", mode, tools: [...named, ...kinds] }
}

const typeOf = (kind: ToolKind): string => [...hosted].find(([, of]) => of === kind)?.[0] ?? kind
