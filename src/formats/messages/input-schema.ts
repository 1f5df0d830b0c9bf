import type { FunctionTool } from "../../core/chat/chat.ts"
import { spellName } from "../../core/chat/call-id.ts"
import { choiceKeywords, hasKeyword, mapSchemas, withObjectRoot } from "../../core/chat/tool-schema.ts"
import {
  isItems,
  isJsonObjectBuilder,
  type JsonObject,
  type JsonObjectBuilder,
  type JsonTemplate,
  JsonText,
  objectOr,
  putMember,
  stringifyJson
} from "../../core/json/json.ts"
import { childPointer, decodedFragment, type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import { placeOf } from "../../core/notes/note.ts"
import { type EncodeContext, note, noteField } from "./context.ts"

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
