import type { Ask, AskTool, Choice, Media, OutputForm, ToolResult } from "../../ask.ts"
import { digest } from "../../digest.ts"
import { given, type Json, type JsonObject, listAt, member, numberAt, objectsAt, textAt } from "../../json.ts"
import type { Effort } from "../../model.ts"
import type { GptModel, GptRules } from "../catalogue.ts"
import { type Context, isModels, typeOf } from "./context.ts"
import { outputOf } from "./wire.ts"

/** A text, or the texts of a list of parts. */
const textIn = (value: Json | undefined): string =>
  typeof value === "string"
    ? value
    : objectsAt({ value: value ?? null }, "value")
        .flatMap((part) => textAt(part, "text") ?? [])
        .join("\n")

/** The items since the model last said something: what is to be answered. */
const openTurn = (items: readonly JsonObject[]): readonly JsonObject[] => items.slice(items.findLastIndex(isModels) + 1)

const toolOf = (tool: JsonObject): AskTool => ({
  name: textAt(tool, "name") ?? "",
  description: textAt(tool, "description") ?? "",
  schema: given(tool, "parameters") ?? { type: "object", properties: {} },
  free: textAt(tool, "type") === "custom"
})

/** All tools that are declared, those of groups and of items included. */
export const declared = ({ body, items }: Pick<Context, "body" | "items">): readonly JsonObject[] =>
  [
    ...objectsAt(body, "tools"),
    ...items.filter((item) => typeOf(item) === "additional_tools").flatMap((item) => objectsAt(item, "tools"))
  ].flatMap((tool) =>
    textAt(tool, "type") === "namespace"
      ? objectsAt(tool, "tools").map((own) => ({ ...own, namespace: textAt(tool, "name") ?? "" }))
      : [tool]
  )

const isCallable = (tool: JsonObject): boolean => ["function", "custom"].includes(textAt(tool, "type") ?? "")

const toolsOf = (context: Context): readonly AskTool[] => {
  const all = declared(context).filter(isCallable).map(toolOf)
  const choice = given(context.body, "tool_choice")
  if (textAt(choice, "type") !== "allowed_tools") return all
  const allowed = objectsAt(choice, "tools").map((tool) => textAt(tool, "name"))
  return all.filter((tool) => allowed.includes(tool.name))
}

const choiceOf = ({ body }: Context): Choice => {
  const choice = given(body, "tool_choice")
  const word = typeof choice === "string" ? choice : textAt(choice, "mode")
  const name = textAt(choice, "name")
  if (name !== undefined) return { kind: "named", name }
  return word === "none" ? { kind: "none" } : word === "required" ? { kind: "required" } : { kind: "auto" }
}

const resultsOf = (items: readonly JsonObject[], open: readonly JsonObject[]): readonly ToolResult[] => {
  const names = new Map(
    items.map((item) => [textAt(item, "call_id"), textAt(item, "name")] as const).filter(([, name]) => name)
  )
  const answers = new Set(outputOf.values())
  return open
    .filter((item) => answers.has(typeOf(item)))
    .map((item) => ({
      name: names.get(textAt(item, "call_id")) ?? "the tool",
      text: textIn(member(item, "output")),
      failed: false
    }))
}

const mediaOf = (open: readonly JsonObject[]): Media => {
  const kinds = open.flatMap((item) => objectsAt(item, "content").map((part) => textAt(part, "type")))
  const count = (kind: string): number => kinds.filter((each) => each === kind).length
  return { images: count("input_image"), documents: count("input_file"), recordings: count("input_audio") }
}

const formOf = ({ body }: Context): OutputForm | undefined => {
  switch (textAt(body, "text", "format", "type")) {
    case "json_object":
      return { kind: "object" }
    case "json_schema":
      return { kind: "schema", schema: member(body, "text", "format", "schema") ?? { type: "object" } }
    default:
      return undefined
  }
}

const effortOf = (body: JsonObject, rules: GptRules): Effort | undefined =>
  rules.efforts.length === 0
    ? undefined
    : (rules.efforts.find((effort) => effort === textAt(body, "reasoning", "effort")) ?? rules.effort)

const isAsked = (item: JsonObject): boolean => typeOf(item) === "message" && textAt(item, "role") === "user"

const searches = (context: Context): boolean =>
  listAt(context.body, "tools").some((tool) => textAt(tool, "type")?.startsWith("web_search") === true)

/** What a request of the Responses API asks for. */
export const readAsk = (context: Context, { behaviour, rules }: GptModel): Ask => {
  const { body, items } = context
  const open = openTurn(items)
  const asked = open.filter(isAsked)
  const last = items.findLast(isAsked)
  const said = asked.length > 0 ? asked : last === undefined ? [] : [last]
  return {
    behaviour,
    seed: digest(
      JSON.stringify({ ...body, items }, (key, value: unknown) => (key.startsWith("stream") ? undefined : value)),
      24
    ),
    text: said.map((item) => textIn(member(item, "content"))).join("\n"),
    prefill: "",
    results: resultsOf(items, open),
    media: mediaOf(open),
    tools: toolsOf(context),
    choice: choiceOf(context),
    parallel: member(body, "parallel_tool_calls") !== false,
    output: formOf(context),
    thinking: effortOf(body, rules),
    search: searches(context),
    stops: [],
    maxTokens: numberAt(body, "max_output_tokens") ?? rules.maxOutput
  }
}
