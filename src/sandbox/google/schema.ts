import { entriesAt, given, isObject, listAt, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"

/** A schema of the vendor's own dialect, and where it stands in the request. */
export interface PlacedSchema {
  readonly schema: JsonObject
  readonly at: string
}

const inner = ({ schema, at }: PlacedSchema): readonly PlacedSchema[] => {
  const items = given(schema, "items")
  return [
    ...entriesAt(schema, "properties").map(([name, each]) => ({ schema: each, at: `${at}.properties[${name}]` })),
    ...(items === undefined ? [] : [{ schema: items, at: `${at}.items` }]),
    ...listAt(schema, "anyOf").map((each, index) => ({ schema: each, at: `${at}.any_of[${index}]` }))
  ].flatMap((each) => (isObject(each.schema) ? [{ schema: each.schema, at: each.at }] : []))
}

/** A schema and every schema in it. */
export const everySchema = (placed: PlacedSchema): readonly PlacedSchema[] => [
  placed,
  ...inner(placed).flatMap(everySchema)
]

const inOrder = (schema: JsonObject): readonly (readonly [string, Json])[] => {
  const order = listAt(schema, "propertyOrdering")
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return entriesAt(schema, "properties").toSorted(([one], [other]) => rank(one) - rank(other))
}

/** A schema of the vendor's dialect as JSON Schema: lower-case types, properties in their ordering. */
export const jsonSchemaOf = (schema: Json): JsonObject => {
  if (!isObject(schema)) return {}
  const type = textAt(schema, "type")?.toLowerCase()
  const items = given(schema, "items")
  const branches = listAt(schema, "anyOf")
  const properties = inOrder(schema)
  return {
    ...schema,
    ...(type === undefined ? {} : { type }),
    ...(items === undefined ? {} : { items: jsonSchemaOf(items) }),
    ...(branches.length === 0 ? {} : { anyOf: branches.map(jsonSchemaOf) }),
    ...(properties.length === 0
      ? {}
      : { properties: Object.fromEntries(properties.map(([name, each]) => [name, jsonSchemaOf(each)])) })
  }
}
