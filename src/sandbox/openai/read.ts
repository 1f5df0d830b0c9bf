import type { Ask, AskTool, Choice, Media, OutputForm, ToolResult } from "../ask.ts"
import { digest } from "../digest.ts"
import { given, isObject, listAt, member, numberAt, objectsAt, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import type { Effort } from "../model.ts"
import type { GptModel, GptRules } from "./catalogue.ts"

const textOf = (message: JsonObject): string =>
  textAt(message, "content") ??
  objectsAt(message, "content")
    .flatMap((part) => textAt(part, "text") ?? [])
    .join("\n")

/** The messages since the assistant last spoke: what is to be answered. */
const openTurn = (messages: readonly JsonObject[]): readonly JsonObject[] => {
  const last = messages.at(-1)
  const spoken = textAt(last, "role") === "assistant" ? messages.slice(0, -1) : messages
  return spoken.slice(spoken.findLastIndex((message) => textAt(message, "role") === "assistant") + 1)
}

const functionTool = (definition: JsonObject): AskTool => ({
  name: textAt(definition, "name") ?? "",
  description: textAt(definition, "description") ?? "",
  schema: given(definition, "parameters") ?? { type: "object", properties: {} },
  free: false
})

const toolOf = (tool: JsonObject): AskTool => {
  const custom = member(tool, "custom")
  const definition = member(tool, "function")
  if (!isObject(custom)) return functionTool(isObject(definition) ? definition : {})
  return { ...functionTool(custom), free: true }
}

const allowedNames = (body: JsonObject): readonly string[] | undefined =>
  textAt(body, "tool_choice", "type") === "allowed_tools"
    ? listAt(body, "tool_choice", "allowed_tools", "tools").map(
        (tool) => textAt(tool, "function", "name") ?? textAt(tool, "custom", "name") ?? ""
      )
    : undefined

const toolsOf = (body: JsonObject): readonly AskTool[] => {
  const all = [...objectsAt(body, "tools").map(toolOf), ...objectsAt(body, "functions").map(functionTool)]
  const allowed = allowedNames(body)
  return allowed === undefined ? all : all.filter((tool) => allowed.includes(tool.name))
}

const choiceOf = (body: JsonObject): Choice => {
  const choice = given(body, "tool_choice") ?? given(body, "function_call")
  const word = typeof choice === "string" ? choice : textAt(choice, "allowed_tools", "mode")
  const name = textAt(choice, "function", "name") ?? textAt(choice, "custom", "name") ?? textAt(choice, "name")
  if (name !== undefined) return { kind: "named", name }
  return word === "none" ? { kind: "none" } : word === "required" ? { kind: "required" } : { kind: "auto" }
}

const resultsOf = (messages: readonly JsonObject[], open: readonly JsonObject[]): readonly ToolResult[] => {
  const names = new Map(
    messages.flatMap((message) =>
      objectsAt(message, "tool_calls").map(
        (call) =>
          [textAt(call, "id") ?? "", textAt(call, "function", "name") ?? textAt(call, "custom", "name") ?? ""] as const
      )
    )
  )
  return open.flatMap((message) => {
    const role = textAt(message, "role")
    if (role !== "tool" && role !== "function") return []
    const name = role === "tool" ? names.get(textAt(message, "tool_call_id") ?? "") : textAt(message, "name")
    return [{ name: name ?? "the tool", text: textOf(message), failed: false }]
  })
}

const mediaOf = (open: readonly JsonObject[]): Media => {
  const kinds = open.flatMap((message) => objectsAt(message, "content").map((part) => textAt(part, "type")))
  const count = (kind: string): number => kinds.filter((each) => each === kind).length
  return { images: count("image_url"), documents: count("file"), recordings: count("input_audio") }
}

const formOf = (body: JsonObject): OutputForm | undefined => {
  switch (textAt(body, "response_format", "type")) {
    case "json_object":
      return { kind: "object" }
    case "json_schema":
      return { kind: "schema", schema: member(body, "response_format", "json_schema", "schema") ?? { type: "object" } }
    default:
      return undefined
  }
}

const effortOf = (body: JsonObject, rules: GptRules): Effort | undefined =>
  rules.efforts.length === 0
    ? undefined
    : (rules.efforts.find((effort) => effort === textAt(body, "reasoning_effort")) ?? "medium")

const stopsOf = (body: JsonObject): readonly string[] => {
  const one = textAt(body, "stop")
  return one === undefined ? listAt(body, "stop").filter((stop) => typeof stop === "string") : [one]
}

const isAsked = (message: JsonObject): boolean => textAt(message, "role") === "user"

/** What a chat completion request asks for. */
export const readAsk = (body: JsonObject, { behaviour, rules }: GptModel): Ask => {
  const messages = objectsAt(body, "messages")
  const open = openTurn(messages)
  const asked = open.filter(isAsked)
  const last = messages.findLast(isAsked)
  return {
    behaviour,
    seed: digest(
      JSON.stringify(body, (key, value: unknown) => (key.startsWith("stream") ? undefined : value)),
      24
    ),
    text: asked.length > 0 ? asked.map(textOf).join("\n") : last === undefined ? "" : textOf(last),
    prefill: "",
    results: resultsOf(messages, open),
    media: mediaOf(open),
    tools: toolsOf(body),
    choice: choiceOf(body),
    parallel: member(body, "parallel_tool_calls") !== false && given(body, "functions") === undefined,
    output: formOf(body),
    thinking: effortOf(body, rules),
    search: given(body, "web_search_options") !== undefined,
    stops: stopsOf(body),
    maxTokens: numberAt(body, "max_completion_tokens") ?? numberAt(body, "max_tokens") ?? rules.maxOutput
  }
}
