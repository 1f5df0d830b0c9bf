import type { ChatNode } from "../../core/chat/node.ts"
import type { ToolSchema } from "../../core/chat/tool.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  isArray,
  isItems,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  putMember
} from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { consume } from "./context.ts"
import { camelCase } from "./wire.ts"

/** The schema that a member holds: in the vendor's own dialect, which is kept beside its meaning, or in JSON Schema. */
export const decodeSchemaMember = (
  from: ObjectReader,
  node: MutableDraft<ChatNode>,
  member: string,
  isVendors: boolean
): ToolSchema | undefined => {
  const source = isVendors ? from.record(member) : from.json(member)
  if (source === undefined) return undefined
  if (isVendors) consume(node, member, source)
  return { dialect: "json-schema", source: isVendors ? decodeSchema(source) : source }
}

/** A schema of the vendor's own dialect as JSON Schema, which says all of it. Source text is kept where nothing changes. */
export const decodeSchema = (source: JsonText): JsonText => {
  const { object } = source
  return object === undefined ? source : JsonText.tree(up(object))
}

const up = (schema: JsonObject): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(schema)) {
    const name = camelCase(key)
    const write = keywords.get(name)
    if (write === undefined) putMember(out, name, JsonText.member(schema, key))
    else write(out, schema[key] ?? null, schema, key)
  }
  return schema["nullable"] === true ? nullable(out) : out
}

type Keyword = (out: JsonObjectBuilder, value: Json, schema: JsonObject, key: string) => void

const leave: Keyword = () => undefined

/** What a keyword cannot mean stays as it is, for the one who reads the schema to refuse. */
const stay: Keyword = (out, value, schema, key) => {
  if (value !== null) putMember(out, camelCase(key), JsonText.member(schema, key))
}

/** The types by the numbers that the vendor takes in place of their words. */
const numbered = [undefined, "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"] as const

const type: Keyword = (out, given, schema, key) => {
  const value = typeof given === "number" ? (numbered[given] ?? given) : given
  if (typeof value !== "string") return stay(out, value, schema, key)
  if (value !== "TYPE_UNSPECIFIED") out["type"] = value.toLowerCase()
}

const nullability: Keyword = (out, value, schema, key) => {
  if (typeof value !== "boolean") stay(out, value, schema, key)
}

/** 64-bit counts are strings in the vendor's JSON. */
const count: Keyword = (out, value, schema, key) => {
  const isText = typeof value === "string" && /^\d+$/.test(value)
  out[camelCase(key)] = isText ? JsonText.source(value.replace(/^0+(?=\d)/, "")) : JsonText.member(schema, key)
}

const inner = (value: Json): JsonTemplate => (isObject(value) ? up(value) : value)

const properties: Keyword = (out, value, schema, key) => {
  if (!isObject(value)) return stay(out, value, schema, key)
  const order = schema["propertyOrdering"] ?? schema["property_ordering"]
  const first = isArray(order) ? order.filter((name): name is string => typeof name === "string") : []
  const made: JsonObjectBuilder = {}
  for (const name of new Set([...first, ...Object.keys(value)])) {
    if (Object.hasOwn(value, name)) putMember(made, name, inner(value[name] ?? null))
  }
  out["properties"] = made
}

const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["type", type],
  ["nullable", nullability],
  ["propertyOrdering", leave],
  ["properties", properties],
  ["items", (out, value) => void (out["items"] = inner(value))],
  ["anyOf", (out, value) => void (out["anyOf"] = isArray(value) ? value.map(inner) : value)],
  ["example", (out, _, schema, key) => void (out["examples"] = [JsonText.member(schema, key)])],
  ...["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"].map(
    (key): readonly [string, Keyword] => [key, count]
  )
])

/** A schema that takes null, too. As in OpenAPI 3.0, a list of words takes only what it lists. */
const nullable = (out: JsonObjectBuilder): JsonObjectBuilder => {
  if (out["type"] !== undefined) out["type"] = [out["type"], "null"]
  else if (isItems(out["anyOf"])) out["anyOf"] = [...out["anyOf"], { type: "null" }]
  return out
}
