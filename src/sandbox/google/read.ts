import type { Ask, AskTool, Choice, Media, OutputForm, ToolResult } from "../ask.ts"
import { digest } from "../digest.ts"
import { given, listAt, member, numberAt, objectsAt, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Effort } from "../model.ts"
import type { GeminiModel, GeminiRules } from "./catalogue.ts"
import { ofKind, textIn } from "./contents.ts"
import type { Turn } from "./contents.ts"
import { answerType } from "./context.ts"
import { jsonSchemaOf } from "./schema.ts"

/** The functions that a request declares. */
export const declarationsOf = (body: JsonObject): readonly JsonObject[] =>
  objectsAt(body, "tools").flatMap((tool) => objectsAt(tool, "functionDeclarations"))

/** Whether a request has a tool of the vendor's own. */
export const hasTool = (body: JsonObject, name: string): boolean =>
  objectsAt(body, "tools").some((tool) => given(tool, name) !== undefined)

const modeOf = (body: JsonObject): string => textAt(body, "toolConfig", "functionCallingConfig", "mode") ?? "AUTO"

const toolOf = (declaration: JsonObject): AskTool => ({
  name: textAt(declaration, "name") ?? "",
  description: textAt(declaration, "description") ?? "",
  schema:
    given(declaration, "parametersJsonSchema") ??
    jsonSchemaOf(given(declaration, "parameters") ?? { type: "OBJECT", properties: {} }),
  free: false
})

const toolsOf = (body: JsonObject): readonly AskTool[] => {
  const allowed = listAt(body, "toolConfig", "functionCallingConfig", "allowedFunctionNames")
  return declarationsOf(body)
    .map(toolOf)
    .filter(({ name }) => allowed.length === 0 || allowed.includes(name))
}

const choiceOf = (body: JsonObject): Choice => {
  switch (modeOf(body)) {
    case "NONE":
      return { kind: "none" }
    case "ANY":
      return { kind: "required" }
    default:
      return { kind: "auto" }
  }
}

const resultText = (response: Json | undefined): string => {
  const said = given(response, "output") ?? given(response, "result") ?? given(response, "error") ?? response ?? ""
  return typeof said === "string" ? said : JSON.stringify(said)
}

const resultsOf = (asked: Turn | undefined): readonly ToolResult[] =>
  ofKind(asked, "functionResponse").map(({ part }) => ({
    name: textAt(part, "functionResponse", "name") ?? "the tool",
    text: resultText(member(part, "functionResponse", "response")),
    failed: given(part, "functionResponse", "response", "error") !== undefined
  }))

/** The MIME types of the files in parts, those in the results of calls too. */
export const fileTypes = (parts: readonly JsonObject[]): readonly string[] =>
  parts.flatMap((part) => [
    ...["inlineData", "fileData"]
      .filter((kind) => member(part, kind) !== undefined)
      .map((kind) => textAt(part, kind, "mimeType") ?? ""),
    ...fileTypes(objectsAt(part, "functionResponse", "parts"))
  ])

const mediaOf = (asked: Turn | undefined): Media => {
  const types = fileTypes(asked?.parts.map(({ part }) => part) ?? [])
  const images = types.filter((type) => type.startsWith("image/")).length
  const recordings = types.filter((type) => type.startsWith("audio/")).length
  return { images, recordings, documents: types.length - images - recordings }
}

const formOf = (body: JsonObject): OutputForm | undefined => {
  const config = member(body, "generationConfig")
  const plain = given(config, "responseJsonSchema") ?? given(config, "_responseJsonSchema")
  const own = given(config, "responseSchema")
  const schema = plain ?? (own === undefined ? undefined : jsonSchemaOf(own))
  switch (answerType({ body })) {
    case "application/json":
      return schema === undefined ? { kind: "object" } : { kind: "schema", schema }
    case "text/x.enum":
      return schema === undefined ? undefined : { kind: "word", schema }
    default:
      return undefined
  }
}

const effortOfBudget = (budget: number): Effort | undefined =>
  budget === 0 ? undefined : budget < 0 ? "medium" : budget <= 1024 ? "low" : budget <= 8192 ? "medium" : "high"

const levels: ReadonlyMap<string, Effort> = new Map<string, Effort>([
  ["MINIMAL", "minimal"],
  ["LOW", "low"],
  ["MEDIUM", "medium"],
  ["HIGH", "high"]
])

const thinkingOf = (body: JsonObject, { generation }: GeminiRules): Effort | undefined => {
  const budget = numberAt(body, "generationConfig", "thinkingConfig", "thinkingBudget")
  if (budget !== undefined) return effortOfBudget(budget)
  const level = textAt(body, "generationConfig", "thinkingConfig", "thinkingLevel")
  return levels.get(level ?? "") ?? (generation === 2 ? "medium" : "high")
}

/** What a request asks for. */
export const readAsk = (body: JsonObject, turns: readonly Turn[], { behaviour, rules }: GeminiModel): Ask => {
  const asked = turns.findLast(({ role }) => role === "user")
  const said = turns.filter(({ role }) => role === "user").map(textIn)
  const end = turns.at(-1)
  return {
    behaviour,
    seed: digest(JSON.stringify(body), 24),
    text: said.findLast((text) => text !== "") ?? "",
    prefill: end?.role === "model" ? textIn(end) : "",
    results: resultsOf(asked),
    media: mediaOf(asked),
    tools: toolsOf(body),
    choice: choiceOf(body),
    parallel: true,
    output: formOf(body),
    thinking: thinkingOf(body, rules),
    search: hasTool(body, "googleSearch"),
    stops: listAt(body, "generationConfig", "stopSequences").filter((stop) => typeof stop === "string"),
    maxTokens: numberAt(body, "generationConfig", "maxOutputTokens") ?? rules.maxOutput
  }
}

/** Whether thoughts are sent as text. */
export const showsThoughts = (body: JsonObject): boolean =>
  member(body, "generationConfig", "thinkingConfig", "includeThoughts") === true
