import { choiceKeywords, hasKeyword, mapSchemas, withObjectRoot } from "../../core/chat/tool-schema.ts"
import type { WireRequest } from "../../core/format.ts"
import { isArray, isObject, type JsonObject, JsonText, stringifyJson } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import type { Edits } from "./rules.ts"

/**
 * Brings the functions of a translated body to schemas that OpenAI takes: the root is an object's, which has
 * `properties`, and each list has `items`. What its own format's client says is its affair.
 *
 * @see https://github.com/langchain-ai/langchain-mcp-adapters/issues/137 `properties`, in the vendor's words (2025-05)
 * @see https://github.com/modelscope/ms-agent/pull/610 `items` (2025-01)
 * @see https://github.com/campfirein/byterover-cli/issues/42 the same of a list among other types (2025-07)
 */
export const fitFunctionSchemas = (editor: Edits, { translated }: WireRequest, body: JsonObject): void => {
  if (translated !== true) return
  eachObject(body, "tools", "", (tool, at) => {
    const { function: inside } = tool
    if (isObject(inside)) fitSchema(editor, inside, childPointer(at, "function"))
    else fitSchema(editor, tool, at)
  })
}

/**
 * The keywords that it refuses at a root.
 *
 * @see https://github.com/langchain-ai/langchainjs/issues/9804 its sentence, which names all but the last (2026-01)
 * @see https://github.com/twentyhq/twenty/pull/22284 what it says of a root that has no type (2026-06)
 */
const rootKeywords = [...choiceKeywords, "enum", "not", "$ref"]

const fitSchema = (editor: Edits, { parameters }: JsonObject, at: JsonPointer): void => {
  if (!isObject(parameters)) return
  const isChoice = hasKeyword(parameters, rootKeywords)
  let lacks = isChoice || !Object.hasOwn(parameters, "type")
  const root = lacks ? JsonText.source(stringifyJson(withObjectRoot(parameters, rootKeywords))).object : parameters
  const fitted = mapSchemas(root ?? {}, (out, schema, place) => {
    const needed = place === "" ? "properties" : "items"
    if (Object.hasOwn(schema, needed) || (place !== "" && !isOfLists(schema))) return
    out[needed] = {}
    lacks = true
  })
  if (lacks) editor.set(childPointer(at, "parameters"), fitted, isChoice ? "schema-root" : "schema-members")
}

const isOfLists = ({ type }: JsonObject): boolean => type === "array" || (isArray(type) && type.includes("array"))
