import { given, isObject, listAt, member, numberAt, objectsAt, textAt, valuesAt } from "../../json.ts"
import type { Json } from "../../json.ts"
import { firstOf, type Problem, when } from "../../refusal.ts"
import { invalid } from "../context.ts"
import type { MessagesRefusal } from "../context.ts"

const ofNumbers = ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"]

/** What a schema of each type may not say, in the order in which the vendor names it. */
const refused: ReadonlyMap<string, readonly string[]> = new Map([
  ["integer", ofNumbers],
  ["number", ofNumbers],
  ["string", ["maxLength", "minLength"]],
  ["array", ["maxItems", "uniqueItems"]],
  ["object", ["maxProperties", "minProperties"]]
])

const ofOne = (schema: Json, at: string): Problem | undefined => {
  const type = textAt(schema, "type") ?? ""
  const names = (refused.get(type) ?? []).filter((key) => member(schema, key) !== undefined)
  if (names.length > 0)
    return { message: `${at}: For '${type}' type, properties ${names.join(", ")} are not supported` }
  return when(
    type === "array" && (numberAt(schema, "minItems") ?? 0) > 1,
    `${at}: For 'array' type, 'minItems' values other than 0 or 1 are not supported`
  )
}

/** The schemas that stand in one. */
const within = (schema: Json): readonly Json[] => [
  ...["properties", "$defs", "definitions"].flatMap((key) => valuesAt(schema, key)),
  ...["anyOf", "allOf", "oneOf"].flatMap((key) => listAt(schema, key)),
  ...["items", "not"].flatMap((key) => member(schema, key) ?? [])
]

const bounded = (schema: Json | undefined, at: string, depth = 0): Problem | undefined => {
  if (!isObject(schema) || depth > 32) return undefined
  return ofOne(schema, at) ?? firstOf(within(schema), (each) => bounded(each, at, depth + 1))
}

/** The first object of a schema that does not say that it has no other members. */
const open = (schema: Json | undefined, at: string, depth = 0): Problem | undefined => {
  if (!isObject(schema) || depth > 32) return undefined
  const isOpen = textAt(schema, "type") === "object" && member(schema, "additionalProperties") !== false
  return (
    when(isOpen, `${at}: For 'object' type, 'additionalProperties' must be explicitly set to false`) ??
    firstOf(within(schema), (each) => open(each, at, depth + 1))
  )
}

/**
 * Schemas to which the vendor holds the model.
 *
 * @see https://github.com/earendil-works/pi/issues/9953 status, type and sentence for a strict tool (2026-09)
 * @see https://github.com/vercel/ai/issues/20681 the same of open objects in a strict tool (2026-09)
 * @see https://github.com/BerriAI/litellm/issues/21016 the same of an answer's schema (2026-02)
 * @see https://github.com/ghostlobster/memorize-everything/issues/93 the sentence of `minItems` (2026-05)
 */
export const schemaRefusals: readonly MessagesRefusal[] = [
  invalid("open-object-format", "an object of the output schema allows other members", ({ body }) =>
    open(given(body, "output_config", "format", "schema"), "output_config.format.schema")
  ),
  invalid("bounded-format", "the output schema bounds a value", ({ body }) =>
    bounded(given(body, "output_config", "format", "schema"), "output_config.format.schema")
  ),
  invalid("bounded-strict-tool", "the input schema of a strict tool bounds a value", ({ body }) =>
    firstOf(objectsAt(body, "tools"), (tool, index) =>
      member(tool, "strict") === true ? bounded(member(tool, "input_schema"), `tools.${index}.custom`) : undefined
    )
  ),
  invalid("open-strict-tool", "an object in the input schema of a strict tool is open", ({ body }) =>
    firstOf(objectsAt(body, "tools"), (tool, index) =>
      member(tool, "strict") === true ? open(member(tool, "input_schema"), `tools.${index}.custom`) : undefined
    )
  )
]
