import type { Ask, AskTool, Choice, Media, ToolResult } from "../ask.ts"
import { digest } from "../digest.ts"
import { given, listAt, member, numberAt, objectsAt, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import type { Effort } from "../model.ts"
import type { ClaudeModel, ClaudeRules } from "./catalogue.ts"
import { ofKind, resultText, textIn } from "./turns.ts"
import type { Turn } from "./turns.ts"

const efforts: ReadonlyMap<string, Effort> = new Map<string, Effort>([
  ["low", "low"],
  ["medium", "medium"],
  ["high", "high"],
  ["xhigh", "xhigh"],
  ["max", "max"]
])

const isSearch = (tool: JsonObject): boolean => textAt(tool, "type")?.startsWith("web_search_") === true

const clientTools = (body: JsonObject): readonly AskTool[] =>
  objectsAt(body, "tools")
    .filter((tool) => (given(tool, "type") ?? "custom") === "custom")
    .map((tool) => ({
      name: textAt(tool, "name") ?? "",
      description: textAt(tool, "description") ?? "",
      schema: member(tool, "input_schema") ?? {},
      free: false
    }))

const choiceOf = (body: JsonObject): Choice => {
  switch (textAt(body, "tool_choice", "type")) {
    case "none":
      return { kind: "none" }
    case "any":
      return { kind: "required" }
    case "tool":
      return { kind: "named", name: textAt(body, "tool_choice", "name") ?? "" }
    default:
      return { kind: "auto" }
  }
}

const resultsOf = (turns: readonly Turn[], last: Turn | undefined): readonly ToolResult[] => {
  const names = new Map(
    turns.flatMap((turn) =>
      ofKind(turn, "tool_use").map(({ block }) => [textAt(block, "id") ?? "", textAt(block, "name") ?? ""] as const)
    )
  )
  return ofKind(last, "tool_result").map(({ block }) => ({
    name: names.get(textAt(block, "tool_use_id") ?? "") ?? "the tool",
    text: resultText(block),
    failed: member(block, "is_error") === true
  }))
}

const mediaOf = (last: Turn | undefined): Media => {
  const own = last?.blocks.map(({ block }) => block) ?? []
  const kinds = [...own, ...own.flatMap((block) => objectsAt(block, "content"))].map((block) => textAt(block, "type"))
  const images = kinds.filter((kind) => kind === "image").length
  return { images, documents: kinds.filter((kind) => kind === "document").length, recordings: 0 }
}

const thinkingOf = (body: JsonObject, rules: ClaudeRules, hasResults: boolean): Effort | undefined => {
  const effort = efforts.get(textAt(body, "output_config", "effort") ?? "") ?? "medium"
  switch (textAt(body, "thinking", "type")) {
    case "enabled":
    case "adaptive":
      return effort
    case "disabled":
      return undefined
    case "between_tools":
      return hasResults ? effort : undefined
    default:
      return rules.thinking.length > 0 && !rules.thinking.includes("disabled") ? effort : undefined
  }
}

/** What a message request asks for. */
export const readAsk = (body: JsonObject, turns: readonly Turn[], model: ClaudeModel): Ask => {
  const asked = turns.findLast((turn) => turn.role === "user")
  const end = turns.at(-1)
  const results = resultsOf(turns, asked)
  const said = turns.filter((turn) => turn.role === "user").map((turn) => textIn(turn.blocks.map(({ block }) => block)))
  return {
    behaviour: model.behaviour,
    seed: digest(
      JSON.stringify(body, (key, value: unknown) => (key === "stream" ? undefined : value)),
      24
    ),
    text: said.findLast((text) => text !== "") ?? "",
    prefill: end?.role === "assistant" ? textIn(end.blocks.map(({ block }) => block)) : "",
    results,
    media: mediaOf(asked),
    tools: clientTools(body),
    choice: choiceOf(body),
    parallel: member(body, "tool_choice", "disable_parallel_tool_use") !== true,
    output:
      given(body, "output_config", "format") === undefined
        ? undefined
        : { kind: "schema", schema: member(body, "output_config", "format", "schema") ?? {} },
    thinking: thinkingOf(body, model.rules, results.length > 0),
    search: objectsAt(body, "tools").some(isSearch),
    stops: listAt(body, "stop_sequences").filter((stop) => typeof stop === "string"),
    maxTokens: numberAt(body, "max_tokens") ?? 0
  }
}

/** Whether thoughts are sent as text, or only as their signatures. */
export const showsThinking = (body: JsonObject, rules: ClaudeRules): boolean => {
  const display = textAt(body, "thinking", "display")
  return display === undefined ? rules.shown : display !== "omitted"
}
