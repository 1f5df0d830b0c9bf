import type { ToolSchema } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import {
  type JsonObjectBuilder,
  isArray,
  isItems,
  isJsonObjectBuilder,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  putMember
} from "../../core/json/json.ts"
import { childPointer, decodedFragment, type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import { placeOf } from "../../core/notes/note.ts"
import { consumed, type EncodeContext, note } from "./context.ts"

/**
 * Writes a schema of a node's field, where there is one, into one of two members: `older` holds the vendor's own dialect,
 * as it was read or where the target takes no other, and `newer` JSON Schema.
 */
export const encodeSchema = (
  to: EncodeContext,
  out: JsonObjectBuilder,
  given: ToolSchema | undefined,
  node: ChatNode,
  field: string,
  [older, newer]: readonly [older: string, newer: string]
): void => {
  if (given === undefined) return
  const asRead = consumed(node, older)
  if (asRead !== undefined) out[older] = asRead
  else if (to.target.schemaDialect !== "openapi-3.0") out[newer] = given.source
  else {
    const { schema, lost, loops } = toOpenApiSchema(given.source)
    const at = placeOf(node, field)
    for (const path of lost) note(to, "schema-keyword", `${at}${path}`)
    for (const path of loops) note(to, "schema-loop", `${at}${path}`)
    out[older] = schema
  }
}

/** A schema in the vendor's own dialect. */
interface LoweredSchema {
  readonly schema: JsonObjectBuilder
  /** Pointers of the keywords that the dialect cannot say, in the schema that was given. */
  readonly lost: readonly JsonPointer[]
  /** Pointers of references that lead back to where they stand, or to more than one request can hold. */
  readonly loops: readonly JsonPointer[]
}

/** The most schemas that references may grow to. */
const maxSchemas = 10_000

interface Lowering {
  readonly root: JsonObject
  readonly lost: JsonPointer[]
  readonly loops: JsonPointer[]
  /** Targets of the references around the schema that is written. */
  readonly around: Set<string>
  schemas: number
}

/**
 * Writes a JSON schema in the dialect of the vendor's `Schema`: a subset of OpenAPI 3.0 without references, constants,
 * unions of types and most rules about values. Pure, and linear in what it writes; what is lost is told by its place.
 *
 * @see https://ai.google.dev/api/caching#Schema
 */
export const toOpenApiSchema = (source: JsonText): LoweredSchema => {
  const root = source.object
  if (root === undefined) return { schema: {}, lost: source.value === true ? [] : [""], loops: [] }
  const state: Lowering = { root, lost: [], loops: [], around: new Set(), schemas: 0 }
  return { schema: lower(state, root, ""), lost: state.lost, loops: state.loops }
}

const lower = (state: Lowering, schema: JsonObject, at: JsonPointer): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  state.schemas++
  for (const key of Object.keys(schema)) {
    const write = keywords.get(key)
    if (write === undefined) state.lost.push(childPointer(at, key))
    else write(state, out, schema, key, childPointer(at, key))
  }
  return out
}

type Keyword = (state: Lowering, out: JsonObjectBuilder, schema: JsonObject, key: string, at: JsonPointer) => void

const inside = (state: Lowering, value: Json | undefined, at: JsonPointer): JsonObjectBuilder => {
  if (isObject(value)) return lower(state, value, at)
  if (value !== true) state.lost.push(at)
  return {}
}

const same: Keyword = (_, out, schema, key) => putMember(out, key, JsonText.member(schema, key))

const leave: Keyword = () => undefined

/** Types are words in capitals; of several, each is an alternative, and null is a flag. */
const type: Keyword = (state, out, schema, key, at) => {
  const value = schema[key]
  const types = (isArray(value) ? value : [value]).filter((it): it is string => typeof it === "string")
  const [first, ...more] = types.filter((it) => it !== "null")
  if (first === undefined) {
    if (types.includes("null")) out["type"] = "NULL"
    else state.lost.push(at)
    return
  }
  if (types.includes("null")) out["nullable"] = true
  if (more.length === 0) out["type"] = first.toUpperCase()
  else
    addChoices(
      out,
      [first, ...more].map((it) => ({ type: it.toUpperCase() }))
    )
}

/** Alternatives; a null among them is a flag, and a single one is the schema itself. */
const anyOf: Keyword = (state, out, schema, key, at) => {
  const value = schema[key]
  if (!isArray(value)) return void state.lost.push(at)
  const choices = value.map((choice, index) => inside(state, choice, childPointer(at, index)))
  const alternatives = choices.filter((choice) => choice["type"] !== "NULL")
  if (alternatives.length < choices.length) out["nullable"] = true
  addChoices(out, alternatives)
}

const addChoices = (out: JsonObjectBuilder, choices: readonly JsonObjectBuilder[]): void => {
  const [only, second] = choices
  if (only !== undefined && second === undefined) merge(out, only)
  else if (choices.length > 0) out["anyOf"] = choices
}

/** What holds all of several schemas: their members together. Those that two of them say are kept of the first. */
const allOf: Keyword = (state, out, schema, key, at) => {
  const value = schema[key]
  if (!isArray(value)) return void state.lost.push(at)
  value.forEach((part, index) => {
    const clash = merge(out, inside(state, part, childPointer(at, index)))
    if (clash) state.lost.push(childPointer(at, index))
  })
}

/** Adds the members of a schema to another; whether some are there already and say something else. */
const merge = (out: JsonObjectBuilder, more: JsonObjectBuilder): boolean => {
  let clash = false
  for (const key of Object.keys(more)) {
    const [before, now] = [out[key], more[key]]
    if (before === undefined) putMember(out, key, now)
    else if (key === "properties" && isJsonObjectBuilder(before) && isJsonObjectBuilder(now))
      clash = merge(before, now) || clash
    else if (key === "required") out[key] = [...namesIn(before), ...namesIn(now)]
    else if (before !== now) clash = true
  }
  return clash
}

const namesIn = (value: JsonObjectBuilder[string]): readonly JsonObjectBuilder[string][] =>
  value instanceof JsonText && isArray(value.value) ? value.value : isItems(value) ? value : []

const properties: Keyword = (state, out, schema, key, at) => {
  const value = schema[key]
  if (!isObject(value)) return void state.lost.push(at)
  const made: JsonObjectBuilder = {}
  for (const name of Object.keys(value)) putMember(made, name, inside(state, value[name], childPointer(at, name)))
  out["properties"] = made
}

const items: Keyword = (state, out, schema, key, at) => {
  out["items"] = inside(state, schema[key], at)
}

/** The dialect enumerates strings alone. */
const words: Keyword = (state, out, schema, key, at) => {
  const value = key === "const" ? [schema[key] ?? null] : schema[key]
  if (!isArray(value)) return void state.lost.push(at)
  const texts = value.filter((it): it is string => typeof it === "string")
  const hasNull = value.includes(null)
  if (texts.length + (hasNull ? 1 : 0) < value.length) return void state.lost.push(at)
  if (hasNull) out["nullable"] = true
  if (texts.length === 0) return
  out["type"] ??= "STRING"
  out["enum"] = texts
}

/** A bound that is itself outside: of integers, the next one. */
const bound: Keyword = (state, out, schema, key, at) => {
  const value = schema[key]
  const lowest = key === "exclusiveMinimum"
  if (typeof value !== "number" || schema["type"] !== "integer" || !Number.isSafeInteger(value)) {
    return void state.lost.push(at)
  }
  out[lowest ? "minimum" : "maximum"] = value + (lowest ? 1 : -1)
}

/** A reference is replaced by what it names. */
const reference: Keyword = (state, out, schema, key, at) => {
  const name = schema[key]
  const target = typeof name === "string" ? named(state.root, name) : undefined
  if (typeof name !== "string" || target === undefined) return void state.lost.push(at)
  if (state.around.has(name) || state.schemas > maxSchemas) return void state.loops.push(at)
  state.around.add(name)
  merge(out, inside(state, target, at))
  state.around.delete(name)
}

const named = (root: JsonObject, name: string): Json | undefined => {
  if (!name.startsWith("#")) return undefined
  let here: Json | undefined = root
  for (const token of pointerTokens(decodedFragment(name.slice(1)))) {
    here = isObject(here) && Object.hasOwn(here, token) ? here[token] : undefined
  }
  return here
}

/** Formats that the dialect knows. */
const formats: ReadonlySet<Json> = new Set<Json>(["float", "double", "int32", "int64", "enum", "date-time"])

const format: Keyword = (state, out, schema, key, at) => {
  if (formats.has(schema[key] ?? null)) same(state, out, schema, key, at)
  else state.lost.push(at)
}

const example: Keyword = (_, out, schema, key) => {
  const value = schema[key]
  if (isArray(value) && value.length > 0) out["example"] = JsonText.of(value[0] ?? null)
}

const sameKeywords = [
  "title",
  "description",
  "default",
  "required",
  "nullable",
  "example",
  "pattern",
  "propertyOrdering",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "minLength",
  "maxLength",
  "minProperties",
  "maxProperties"
]

const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ...sameKeywords.map((key): readonly [string, Keyword] => [key, same]),
  ...["$schema", "$id", "$defs", "$anchor", "$comment", "definitions"].map((key): readonly [string, Keyword] => [
    key,
    leave
  ]),
  ["type", type],
  ["anyOf", anyOf],
  ["oneOf", anyOf],
  ["allOf", allOf],
  ["properties", properties],
  ["items", items],
  ["enum", words],
  ["const", words],
  ["exclusiveMinimum", bound],
  ["exclusiveMaximum", bound],
  ["$ref", reference],
  ["format", format],
  ["examples", example]
])
