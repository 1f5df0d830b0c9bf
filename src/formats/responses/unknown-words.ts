import { reasoningEfforts } from "../../core/chat/thinking.ts"
import { isArray, isObject, type Json, type JsonText } from "../../core/json/json.ts"
import type { InvalidIssue } from "../../core/errors/invalid.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { longestKey, longestValue, mostPairs } from "../openai/limits.ts"
import { isMediumType } from "./media.ts"
import { callTypes, resultTypes } from "./tool-calls.ts"
import { includable } from "./wire.ts"

/** A list of words for a sentence. */
export const quotedWords = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ")

/** What the vendor would refuse, and the short code that it does so with. */
interface Refusal extends InvalidIssue {
  readonly code?: string
}

/** Checks a value that is there and not null: what is wrong with it, and where inside it. */
type Check = (value: Json) => readonly [within: JsonPointer, message: string, code?: string] | undefined

/** The vendor's code of a word that is none of its list. */
const notListed = "invalid_value"

const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value)
      ? undefined
      : ["", `It must be one of ${quotedWords(words)}.`, notListed]

const included: Check = (value) => {
  if (!isArray(value)) return ["", "It must be an array."]
  const wrong = value.findIndex((word) => typeof word !== "string" || !includable.includes(word))
  return wrong < 0 ? undefined : [childPointer("", wrong), `It must be one of ${quotedWords(includable)}.`, notListed]
}

const metadata: Check = (value) => {
  if (!isObject(value)) return ["", "It must be an object."]
  const pairs = Object.entries(value)
  if (pairs.length > mostPairs) return ["", `It must have no more than ${mostPairs} pairs.`]
  for (const [key, text] of pairs) {
    if (key.length > longestKey)
      return [childPointer("", key), `Its keys must have no more than ${longestKey} characters.`]
    if (typeof text !== "string" || text.length > longestValue)
      return [childPointer("", key), `It must be a string of no more than ${longestValue} characters.`]
  }
  return undefined
}

/**
 * What an item may be; `agent_message` is Codex's.
 *
 * @see https://github.com/openai/openai-node `ResponseInputItem` of openai 7.55.0 (read 2026-11)
 */
export const itemTypes: ReadonlySet<string> = new Set([
  ..."message reasoning item_reference additional_tools configuration_update compaction compaction_trigger image_generation_call mcp_approval_request mcp_approval_response program_output agent_message".split(
    " "
  ),
  ...callTypes,
  ...resultTypes
])

/**
 * What a part may be besides a medium; `reasoning_text` is of clients that repeat what they were told. `text`, as the
 * other API has it, is refused.
 *
 * @see https://github.com/MervinPraison/PraisonAI/issues/3934 the vendor's list, and the `param` of its refusal (2026-08)
 */
const parts = new Set(
  "input_text output_text refusal computer_screenshot summary_text reasoning_text encrypted_content".split(" ")
)

const isPart = (type: string): boolean => parts.has(type) || isMediumType(type)

const stranger = (at: JsonPointer): ReturnType<Check> => [
  at,
  "The Responses API has nothing of this type here.",
  notListed
]

/** The first object of a list that says a type which is none, or has one inside. */
const typed =
  (isKnown: (type: string) => boolean, inside: (item: Json, at: JsonPointer) => ReturnType<Check>) =>
  (list: Json | undefined, at: JsonPointer): ReturnType<Check> => {
    if (!isArray(list)) return undefined
    for (const [index, item] of list.entries()) {
      const here = childPointer(at, index)
      const type = isObject(item) ? item["type"] : undefined
      const wrong = typeof type === "string" && !isKnown(type) ? stranger(`${here}/type`) : inside(item, here)
      if (wrong !== undefined) return wrong
    }
    return undefined
  }

const partsOf = typed(isPart, () => undefined)

const inputOf = typed(
  (type) => itemTypes.has(type),
  (item, at) => (isObject(item) ? partsOf(item["content"], `${at}/content`) : undefined)
)

/** Fewer are refused: https://github.com/earendil-works/pi/issues/6265 (2026-07), https://github.com/vectorize-io/hindsight/issues/58 (2025-12). */
const fewestTokens: Check = (value) =>
  typeof value === "number" && value < 16 ? ["", "It must be at least 16.", "integer_below_min_value"] : undefined

/** @see https://github.com/openai/openai-node `ResponseFormatTextJSONSchemaConfig` of openai 7.57.0, whose `name` and `schema` are required (read 2026-11) */
const schemaOf: Check = (value) => {
  if (!isObject(value) || value["type"] !== "json_schema") return undefined
  const missing = ["name", "schema"].find((key) => (value[key] ?? null) === null)
  return missing === undefined
    ? undefined
    : [childPointer("", missing), "It is required.", "missing_required_parameter"]
}

const choiceWord = oneOf("auto", "none", "required")

/** Where a word is said that the vendor takes out of a list, or that it bounds. */
const checks: readonly (readonly [path: readonly string[], check: Check])[] = [
  [["include"], included],
  [["input"], (value) => inputOf(value, "")],
  [["max_output_tokens"], fewestTokens],
  [["metadata"], metadata],
  [["reasoning", "effort"], oneOf(...reasoningEfforts)],
  [["reasoning", "summary"], oneOf("auto", "concise", "detailed")],
  [["service_tier"], oneOf("auto", "default", "fast", "flex", "priority", "scale", "ultrafast")],
  [["text", "format", "type"], oneOf("text", "json_object", "json_schema")],
  [["text", "format"], schemaOf],
  [["text", "verbosity"], oneOf("low", "medium", "high")],
  [["tool_choice"], (value) => (isObject(value) ? undefined : choiceWord(value))],
  [["truncation"], oneOf("auto", "disabled")]
]

/**
 * What the vendor would refuse of a body that it does not see, because it is translated: a word that it does not know. Where
 * the bytes pass, the vendor says it, and knows new words on the same day.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create (read 2026-11)
 */
export const unknownWord = (body: JsonText): Refusal | undefined => {
  for (const [path, check] of checks) {
    const value = path.reduce<Json | undefined>(
      (inside, key) => (isObject(inside) ? inside[key] : undefined),
      body.value
    )
    const wrong = value === undefined || value === null ? undefined : check(value)
    if (wrong === undefined) continue
    const [within, message, code] = wrong
    return { path: path.reduce(childPointer, "") + within, message, ...(code !== undefined && { code }) }
  }
  return undefined
}
