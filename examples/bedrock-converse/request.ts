import {
  type ChatMessage,
  type ChatRequest,
  type DecodedRequest,
  defaultReplyPreferences,
  emptyReplyContext,
  type EncodedRequest,
  fail,
  type FunctionTool,
  Invalid,
  isObject,
  IssueReader,
  type JsonObjectBuilder,
  type JsonTemplate,
  JsonText,
  type MutableDraft,
  ObjectReader,
  placeOf,
  type Refused,
  type RequestTarget,
  type Result,
  setDefined,
  succeed,
  type ToolChoice,
  type ToolDefinition,
  type Translated,
  type TranslationNote,
  wireNames,
  type WireRequest
} from "../../src/format.ts"
import { marks, readBlocks } from "./parts-decode.ts"
import { cachePoint, inRequest, note, noteRest, restore } from "./rules.ts"
import { writeBlocks } from "./parts-encode.ts"

const settings = new Map([
  ["maxTokens", "/inferenceConfig/maxTokens"],
  ["temperature", "/inferenceConfig/temperature"],
  ["topP", "/inferenceConfig/topP"],
  ["stop", "/inferenceConfig/stopSequences"],
  ["topK", "/additionalModelRequestFields/top_k"],
  ["thinking", "/additionalModelRequestFields/thinking"],
  ["tools", "/toolConfig/tools"],
  ["toolChoice", "/toolConfig/toolChoice"]
])

/** Reads a request; its model and whether it streams stand in its path. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = call.body.value
  if (!isObject(body)) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new IssueReader()
  const request = readRequest(new ObjectReader(reader, body, "", inRequest), call.model)
  const [first, ...more] = reader.issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  return succeed({
    value: { request, asked: { ...defaultReplyPreferences, stream: call.stream, usage: true } },
    notes: reader.notes
  })
}

const readRequest = (body: ObjectReader, model: string): ChatRequest => {
  const system = readBlocks(body.items("system") ?? [])
  const head: readonly ChatMessage[] = system.length === 0 ? [] : [{ role: "system", at: "/system", parts: system }]
  const turns = (body.items("messages") ?? []).map(readMessage)
  const request: MutableDraft<ChatRequest> = { at: "", places: settings, model, messages: [...head, ...turns] }
  const config = body.inside("inferenceConfig")
  setDefined(request, "maxTokens", config?.integer("maxTokens"))
  setDefined(request, "temperature", config?.number("temperature"))
  setDefined(request, "topP", config?.number("topP"))
  setDefined(request, "stop", config?.strings("stopSequences"))
  readAdditional(body.inside("additionalModelRequestFields"), request)
  const tools = body.inside("toolConfig")
  setDefined(request, "tools", readTools(tools?.items("tools")))
  setDefined(request, "toolChoice", readChoice(tools?.inside("toolChoice")))
  return body.attachUnknown(request)
}

const roles: ReadonlyMap<string, "user" | "assistant"> = new Map([
  ["user", "user"],
  ["assistant", "assistant"]
])

const readMessage = (message: ObjectReader): ChatMessage => {
  const role = message.word("role", roles)
  if (role === undefined) message.reader.issue(message.at, "`role` must be `user` or `assistant`.")
  const parts = readBlocks(message.items("content") ?? [])
  return message.attachUnknown<MutableDraft<ChatMessage>>({ role: role ?? "user", at: message.at, parts })
}

const modes: ReadonlyMap<string, "on" | "off"> = new Map([
  ["enabled", "on"],
  ["disabled", "off"]
])

/** What the vendor's own models take beside the API's settings. */
const readAdditional = (fields: ObjectReader | undefined, request: MutableDraft<ChatRequest>): void => {
  setDefined(request, "topK", fields?.integer("top_k"))
  const thinking = fields?.inside("thinking")
  const mode = thinking?.word("type", modes)
  const budget = mode === "on" ? thinking?.integer("budget_tokens") : undefined
  if (mode !== undefined) request.thinking = budget === undefined ? { mode } : { mode, budget }
}

const readTools = (items: readonly ObjectReader[] | undefined): readonly ToolDefinition[] | undefined => {
  if (items === undefined) return undefined
  const tools: MutableDraft<ToolDefinition>[] = []
  for (const item of items) if (!marks(item, tools.at(-1))) tools.push(readTool(item))
  return tools
}

const readTool = (item: ObjectReader): MutableDraft<ToolDefinition> => {
  const { at } = item
  const spec = item.inside("toolSpec")
  if (spec === undefined)
    return { type: "vendor", at, vendor: "aws", of: "other", runBy: "provider", config: JsonText.of(item.object) }
  const tool: MutableDraft<FunctionTool> = { type: "function", at, name: spec.needed("name") ?? "" }
  setDefined(tool, "description", spec.string("description"))
  const source = spec.inside("inputSchema")?.json("json")
  if (source !== undefined) tool.input = { dialect: "json-schema", source }
  return item.attachUnknown(tool)
}

const readChoice = (choice: ObjectReader | undefined): ToolChoice | undefined => {
  const name = choice?.inside("tool")?.needed("name")
  if (name !== undefined) return { mode: "tool", of: "function", name }
  if (choice?.inside("any") !== undefined) return { mode: "required" }
  return choice?.inside("auto") === undefined ? undefined : { mode: "auto" }
}

/** Writes a request. Nothing is refused: what has no place is noted. */
export const encodeRequest = (
  request: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const notes: TranslationNote[] = []
  noteRest(request, [...settings.keys(), "model", "messages"], notes)
  const [system, turns] = split(request.messages)
  const { maxTokens, temperature, topP, stop, topK } = request
  const toolConfig = {
    tools: request.tools?.flatMap((tool) => writeTool(tool, notes)),
    toolChoice: writeChoice(request, notes)
  }
  const body: JsonObjectBuilder = {
    system: orAbsent(system.flatMap((message) => writeSystem(message, notes))),
    messages: writeMessages(turns, notes),
    inferenceConfig: said({ maxTokens, temperature, topP, stopSequences: stop }),
    toolConfig: said(toolConfig),
    additionalModelRequestFields: said({ top_k: topK, thinking: writeThinking(request, notes) })
  }
  const call: WireRequest = {
    model: target.model,
    stream: target.stream ?? false,
    headers: {},
    body: JsonText.tree(restore(body, request)),
    names: target.names ?? wireNames
  }
  return succeed({ value: { call, undo: emptyReplyContext, needs: [] }, notes })
}

const orAbsent = (list: readonly JsonTemplate[]): readonly JsonTemplate[] | undefined =>
  list.length === 0 ? undefined : list

/** An object of which something is said. */
const said = (out: JsonObjectBuilder): JsonObjectBuilder | undefined =>
  Object.values(out).some((it) => it !== undefined) ? out : undefined

/** The system messages at the head, and the rest. */
const split = (messages: readonly ChatMessage[]): readonly [readonly ChatMessage[], readonly ChatMessage[]] => {
  const first = messages.findIndex(({ role }) => role !== "system")
  return first < 0 ? [messages, []] : [messages.slice(0, first), messages.slice(first)]
}

const writeSystem = (message: ChatMessage, notes: TranslationNote[]): readonly JsonTemplate[] => {
  noteRest(message, ["role", "parts"], notes)
  return writeBlocks(message.parts, "system", notes)
}

/** Turns, of which the API wants no two of one role in a row. */
const writeMessages = (messages: readonly ChatMessage[], notes: TranslationNote[]): readonly JsonTemplate[] => {
  const out: { readonly whole: JsonObjectBuilder; readonly role: string; readonly content: JsonTemplate[] }[] = []
  for (const message of messages) {
    if (message.role === "system") notes.push(note("late", message.at ?? ""))
    const role = message.role === "assistant" ? "assistant" : "user"
    noteRest(message, ["role", "parts"], notes)
    const content = [...writeBlocks(message.parts, "turn", notes)]
    const whole = restore({ role, content }, message)
    const last = out.at(-1)
    if (last?.role === role && isBare(whole) && isBare(last.whole)) last.content.push(...content)
    else if (content.length > 0 || !isBare(whole)) out.push({ whole, role, content })
  }
  return out.map(({ whole }) => whole)
}

const isBare = (message: JsonObjectBuilder): boolean => Object.keys(message).length === 2

const writeTool = (tool: ToolDefinition, notes: TranslationNote[]): readonly JsonTemplate[] => {
  if (tool.type === "vendor" && tool.vendor === "aws") return withPoint(tool.config.printable, tool)
  const written = toolOf(tool, notes)
  if (written === undefined) notes.push(note("part", tool.at ?? ""))
  if (written === undefined) return []
  noteRest(tool, ["name", "description", "input", "cache"], notes)
  return withPoint(restore(written, tool), tool)
}

const withPoint = (tree: JsonTemplate, { cache }: ToolDefinition): readonly JsonTemplate[] =>
  cache === undefined ? [tree] : [tree, cachePoint(cache)]

const toolOf = (tool: ToolDefinition, notes: TranslationNote[]): JsonObjectBuilder | undefined => {
  if (tool.type !== "function") return undefined
  if (tool.input === undefined) notes.push(note("schema", tool.at ?? ""))
  const json = tool.input?.source.printable ?? { type: "object" }
  return { toolSpec: { name: tool.name, description: tool.description, inputSchema: { json } } }
}

const writeChoice = (request: ChatRequest, notes: TranslationNote[]): JsonObjectBuilder | undefined => {
  const { toolChoice } = request
  if (toolChoice === undefined) return undefined
  const isRestricted = toolChoice.mode !== "tool" && toolChoice.only !== undefined
  if (toolChoice.mode === "tool" && toolChoice.of === "function") return { tool: { name: toolChoice.name } }
  if (toolChoice.mode === "auto" && !isRestricted) return { auto: {} }
  if (toolChoice.mode === "required" && !isRestricted) return { any: {} }
  notes.push(note("choice", placeOf(request, "toolChoice")))
  return undefined
}

const writeThinking = (request: ChatRequest, notes: TranslationNote[]): JsonObjectBuilder | undefined => {
  const { mode, budget, effort, visible } = request.thinking ?? {}
  if (request.thinking === undefined) return undefined
  const isPlain = effort === undefined && visible === undefined
  if (isPlain && mode === "on") return { type: "enabled", budget_tokens: budget }
  if (isPlain && mode === "off" && budget === undefined) return { type: "disabled" }
  notes.push(note("field", placeOf(request, "thinking")))
  return undefined
}
