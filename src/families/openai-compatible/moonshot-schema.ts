import { choiceKeywords, hasKeyword, mapSchemas, withObjectRoot } from "../../core/chat/tool.ts"
import {
  isArray,
  isItems,
  isJsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  type JsonObjectBuilder,
  JsonText,
  stringifyJson
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import type { Edits } from "./profile.ts"

/** The keywords that make a root none that says it is an object. */
const rootKeywords = [...choiceKeywords, "$ref"]

/** The choices beside which no type may stand. */
const untypedChoices = ["anyOf", "oneOf"]

/**
 * Brings the functions of a body, and the form of its answer, to Moonshot's dialect of JSON Schema, without which the whole
 * request is refused: the root is an object's, a type stands in the schemas of a choice and not beside it, and `items` is one schema.
 *
 * @see https://github.com/MoonshotAI/walle docs/mfjs-spec.md the dialect (read 2026-11)
 * @see https://github.com/MoonshotAI/kimi-code/issues/2661 what the vendor says of a type beside a choice (2026-08)
 * @see https://github.com/MoonshotAI/kimi-code/pull/2662 what it says of a root without a type (2026-08)
 * @see https://github.com/vercel/ai/pull/18921 what it takes in their place, tried, tuples too (2026-08)
 * @see https://github.com/murtaza-nasir/maestro/issues/34 what it says of the form of an answer (2025-09)
 */
export const fitMoonshotSchemas = (editor: Edits, body: JsonObject): void => {
  const fit = (holder: Json | undefined, key: string, at: JsonPointer): void => {
    const schema = isObject(holder) ? holder[key] : undefined
    if (isObject(schema)) fitSchema(editor, schema, childPointer(at, key))
  }
  eachObject(body, "tools", "", ({ function: inside }, at) => fit(inside, "parameters", childPointer(at, "function")))
  const { response_format: form } = body
  if (isObject(form)) fit(form["json_schema"], "schema", "/response_format/json_schema")
}

const fitSchema = (editor: Edits, schema: JsonObject, at: JsonPointer): void => {
  const isChoice = hasKeyword(schema, rootKeywords)
  let isOther = isChoice || !Object.hasOwn(schema, "type")
  const root = isOther ? JsonText.source(stringifyJson(withObjectRoot(schema, rootKeywords))).object : schema
  const fitted = mapSchemas(root ?? {}, (out, inside) => {
    for (const key of untypedChoices) isOther = movesType(out, inside, key) || isOther
    if (!isArray(inside["items"])) return
    out["prefixItems"] = out["items"]
    delete out["items"]
    isOther = true
  })
  if (isOther) editor.set(at, fitted, isChoice ? "schema-root" : "schema-dialect")
}

/** Moves the type of a choice into those of its schemas that say none; whether there was one. */
const movesType = (out: JsonObjectBuilder, { type }: JsonObject, key: string): boolean => {
  const branches = out[key]
  if (type === undefined || !isItems(branches)) return false
  out[key] = branches.map((branch) =>
    isJsonObjectBuilder(branch) && !("type" in branch || "$ref" in branch) ? { ...branch, type } : branch
  )
  delete out["type"]
  return true
}
