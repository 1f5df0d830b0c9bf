import { mapSchemas, choiceKeywords, hasKeyword, withObjectRoot } from "../../core/chat/tool.ts"
import {
  type JsonObjectBuilder,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  isItems,
  isJsonObjectBuilder,
  objectOr,
  putMember,
  stringifyJson
} from "../../core/json/json.ts"
import { type JsonPointer, childPointer, decodedFragment, pointerTokens } from "../../core/json/pointer.ts"
import { type EncodeContext, note, noteField } from "./context.ts"
import type { FunctionTool } from "../../core/chat/chat.ts"
import { spellName } from "../../core/chat/call-id.ts"
import { placeOf } from "../../core/notes/note.ts"

const noInput = JsonText.source('{"type":"object"}')

/**
 * The schema of a tool that is sent under a name. Its root must say that it is an object, and be no choice of schemas;
 * where it is otherwise, it is made so.
 */
export const encodeInputSchema = (to: EncodeContext, tool: FunctionTool, name: string): JsonText => {
  if (tool.input === undefined) return noInput
  const { source, dialect } = tool.input
  if (dialect !== "json-schema") noteField(to, "schema/dialect", tool, "input")
  const object = source.object
  if (object === undefined) {
    noteField(to, "schema", tool, "input")
    return noInput
  }
  if (to.own) return source
  const choice = hasKeyword(object, choiceKeywords)
  if (choice) noteField(to, "schema", tool, "input")
  const schema =
    choice || !Object.hasOwn(object, "type")
      ? JsonText.source(stringifyJson(withObjectRoot(object, choiceKeywords)))
      : source
  const sent = encodeProperties(to, name, schema)
  if (sent !== schema) noteSpelled(to, name, placeOf(tool, "input"), objectOr(object["properties"]))
  return sent
}

/** Notes each property that is spelled otherwise; one of a schema that the root was a choice of at the root. */
const noteSpelled = (to: EncodeContext, name: string, at: JsonPointer, properties: JsonObject = {}): void => {
  for (const own of to.properties.get(name)?.values() ?? [])
    note(to, "spelling/property", Object.hasOwn(properties, own) ? childPointer(`${at}/properties`, own) : at)
}

/**
 * The schema of a tool with names for the properties at its root that the vendor takes; those of the client are
 * remembered for the calls of the tool.
 *
 * @see https://github.com/anthropics/claude-code/issues/79418 "Property keys should match pattern" (2026-07)
 * @see https://github.com/aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws/issues/709 names
 *   further inside are not looked at (2026-08)
 */
export const encodeProperties = (to: EncodeContext, name: string, schema: JsonText): JsonText => {
  const root = schema.object
  const properties = objectOr(root?.["properties"])
  if (to.own || root === undefined || properties === undefined || allFit(properties)) return schema
  const sent = spelledNames(properties)
  to.properties.set(name, new Map([...sent].map(([own, it]) => [it, own])))
  return JsonText.tree(mapSchemas(root, (out, _, at) => respell(out, at, sent)))
}

const fitting = /^[\w.-]{1,64}$/

/** No name is spelled so: each gets its digest. */
const toldApart = { pattern: /(?!)/, length: 64 }

const allFit = (properties: JsonObject): boolean => {
  for (const name in properties) if (!fitting.test(name)) return false
  return true
}

/** Names by those that they are sent under. */
type SentNames = ReadonlyMap<string | undefined, string>

/** The names of properties that do not fit, each made to fit and told apart from all others. */
const spelledNames = (properties: JsonObject): ReadonlyMap<string, string> => {
  const names = Object.keys(properties)
  const used = new Set(names)
  const sent = new Map<string, string>()
  for (const name of names) {
    if (fitting.test(name)) continue
    let spelled = name.replace(/[^\w.-]/g, "_").slice(0, 64)
    for (let tried = name; spelled === "" || used.has(spelled); tried += "_") spelled = spellName(tried, toldApart)
    used.add(spelled)
    sent.set(name, spelled)
  }
  return sent
}

/** The keywords of a root that name its properties. */
const naming = "properties required default dependencies dependentRequired dependentSchemas propertyOrdering".split(" ")

/** Writes the names into one schema of a tool's. A property tells its own as its title, where it has none. */
const respell = (out: JsonObjectBuilder, at: JsonPointer, sent: SentNames): void => {
  const { $ref: reference } = out
  if (typeof reference === "string") out["$ref"] = sentReference(reference, sent)
  if (at === "") for (const key of naming.filter((it) => Object.hasOwn(out, it))) out[key] = sentNames(out[key], sent)
  const [keyword, own, inside] = pointerTokens(at)
  if (keyword === "properties" && inside === undefined && sent.has(own)) out["title"] ??= own
}

/** A list of names, or an object's members with the lists in them, as they are sent. */
const sentNames = (value: JsonTemplate, sent: SentNames): JsonTemplate => {
  if (isItems(value)) return value.map((name) => (typeof name === "string" ? (sent.get(name) ?? name) : name))
  if (!isJsonObjectBuilder(value)) return value
  const out: JsonObjectBuilder = {}
  for (const [name, it] of Object.entries(value))
    putMember(out, sent.get(name) ?? name, isItems(it) ? sentNames(it, sent) : it)
  return out
}

/** A reference to a property, or into it, as schemas have it that say one twice. */
const sentReference = (reference: string, sent: SentNames): string =>
  reference.replace(
    /(?<=^#\/properties\/)[^/]+/,
    (name) => sent.get(pointerTokens(`/${decodedFragment(name)}`)[0]) ?? name
  )

/** A schema in which no object is open, and whose bounds stand in its descriptions: the vendor holds the model to no other. */
export interface ClosedSchema {
  readonly schema: JsonTemplate
  /** Where schemas stand whose bounds are told. */
  readonly described: readonly JsonPointer[]
  /** Whether an object was open, and had to be closed. */
  readonly changed: boolean
  /** Whether one of some schemas and no other was to fit. */
  readonly chosen: boolean
  /** Whether the vendor's schemas can say it: it is no part of itself, and means the same when it is closed. */
  readonly sayable: boolean
}

/** Closes every object of a schema that may have other members, and tells its bounds. */
export const closeSchema = (schema: JsonText): ClosedSchema => {
  const state: RewriteState = { changed: false, sayable: true, described: [], chosen: false, references: [] }
  const value = schema.value
  const tree = value === undefined ? schema : mapSchemas(value, (out, it, at) => close(out, it, at, state))
  const isSame = !state.changed && !state.chosen && state.described.length === 0
  return { ...state, schema: isSame ? schema : tree, sayable: state.sayable && !isCircular(state.references) }
}

/** Where schemas stand that name another, and where that one stands. */
type References = readonly (readonly [from: JsonPointer, to: JsonPointer])[]

interface RewriteState {
  changed: boolean
  sayable: boolean
  readonly described: JsonPointer[]
  chosen: boolean
  readonly references: References[number][]
}

/**
 * Whether a schema names one that it stands in, or that leads back to it, or over more than `steps` others to one that
 * names none.
 *
 * @see https://github.com/egonSchiele/agency-lang/issues/487 "Circular reference detected in schema definitions" (2026-07)
 * @see https://github.com/langchain4j/langchain4j/pull/5097 the same of another host of these models (2026-06)
 */
const isCircular = (references: References, steps = 64): boolean => {
  const around = new Set<JsonPointer>()
  for (const [from] of references)
    for (let place = from; around.add(place) && place !== "";) place = place.slice(0, place.lastIndexOf("/"))
  const on = references.filter(([, to]) => around.has(to))
  return on.length > 0 && (on.length === references.length || steps === 0 || isCircular(on, steps - 1))
}

/** Closes one schema, as it is written, and tells its bounds. */
const close = (out: JsonObjectBuilder, schema: JsonObject, at: JsonPointer, state: RewriteState): void => {
  const { $ref: reference } = schema
  if (typeof reference === "string") state.references.push([at, decodedFragment(reference.slice(1))])
  if (out["oneOf"] !== undefined) {
    out["anyOf"] ??= out["oneOf"]
    out["oneOf"] = undefined
    state.chosen = true
  }
  const bounds = refusedKeywords(schema)
  for (const key of bounds) out[key] = undefined
  if (bounds.length > 0) {
    out["description"] = describedBy(schema, bounds)
    state.described.push(at)
  }
  const isOpen = schema["additionalProperties"] === undefined && isOfObjects(schema)
  if (!isSayable(schema, isOpen)) state.sayable = false
  if (!isOpen) return
  out["additionalProperties"] = false
  state.changed = true
}

const isOfObjects = ({ type, properties }: JsonObject): boolean =>
  type === "object" || (isArray(type) && type.includes("object")) || isObject(properties)

/**
 * Whether the vendor's schemas can say one, without those inside it: values are plain, and an object that is closed
 * keeps members. A map or an object of any members would leave the model `{}` alone to answer.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs "JSON Schema limitations": no complex
 *   types within enums, `additionalProperties` of `false` alone (read 2026-11)
 * @see node_modules/@anthropic-ai/sdk/lib/transform-json-schema.js which sends none of these words (2026-11)
 */
const isSayable = (schema: JsonObject, isOpen: boolean): boolean => {
  const { additionalProperties: others, const: only, enum: values, properties } = schema
  if (isOpen && (Object.keys(objectOr(properties) ?? {}).length === 0 || hasKeyword(schema, choiceKeywords)))
    return false
  if (others === true || isObject(others) || hasKeyword(schema, ["not", "patternProperties"])) return false
  return ![only, ...(isArray(values) ? values : [])].some((value) => isArray(value) || isObject(value))
}

/** Keywords that bound a value, and that a schema to which the vendor holds the model cannot have. */
const boundKeywords = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "contains",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties"
])

/** The forms of a string that the vendor knows. */
const stringFormats: ReadonlySet<Json | undefined> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid"
])

/**
 * The keywords of one schema, without those inside it, that the vendor refuses where it holds the model to the schema.
 *
 * @see node_modules/@anthropic-ai/sdk/lib/transform-json-schema.js what the vendor's own client keeps (2026-11)
 * @see https://github.com/earendil-works/pi/issues/9953 the vendor's answer to others (2026-09)
 */
const refusedKeywords = (schema: JsonObject): readonly string[] =>
  Object.keys(schema).filter((key) => {
    if (key === "minItems") return schema[key] !== 0 && schema[key] !== 1
    if (key === "format") return !stringFormats.has(schema[key])
    return boundKeywords.has(key)
  })

/** A schema's description with some of its keywords told in words that the model reads. */
const describedBy = (schema: JsonObject, keywords: readonly string[]): string => {
  const sentence = `Must have ${keywords.map((key) => `${key}: ${JsonText.member(schema, key).text}`).join(", ")}.`
  const { description } = schema
  return typeof description === "string" ? `${description}\n\n${sentence}` : sentence
}

/** The first three of some places in a schema, as a note's sentence names them. */
export const firstPlaces = (places: readonly JsonPointer[]): string => {
  const named = places.slice(0, 3).map((place) => (place === "" ? "the root" : `\`${place}\``))
  return [...named, ...(places.length > named.length ? ["…"] : [])].join(", ")
}

/** Notes that a schema, which stood at `at` in the body, was closed, and that its bounds are told and not held to. */
export const noteClosed = (
  to: EncodeContext,
  { changed, described: places, chosen }: ClosedSchema,
  at: JsonPointer
): void => {
  if (chosen) note(to, "schema/choice", at)
  if (changed) note(to, "schema/closed", at)
  if (places.length === 0) return
  const told = `Constraints of the schema were written into a description, at ${firstPlaces(places)}.`
  note(to, "schema/bounds", at, told)
}
