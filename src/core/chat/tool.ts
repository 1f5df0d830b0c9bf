import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonObjectBuilder,
  JsonText,
  type JsonTemplate,
  objectOr,
  putMember
} from "../json/json.ts"
import type { ChatNode, ToolKind, VendorId } from "./node.ts"
import { childPointer, type JsonPointer, pointerTokens } from "../json/pointer.ts"

/** The most tools of a request: as many as the tool search of Anthropic's API takes, which takes more than any other (https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool). */
export const mostTools = 10_000

/** A tool that a request declares. */
export type ToolDefinition = FunctionTool | CustomTool | VendorTool

/** A function with a JSON schema, answered by the client. */
export interface FunctionTool extends ChatNode {
  readonly type: "function"
  readonly name: string
  readonly description?: string
  readonly input?: ToolSchema
  readonly output?: ToolSchema
  readonly strict?: Strictness
  readonly examples?: readonly JsonText[]
  readonly deferred?: boolean
}

/** Whether calls of a function are held to its schema; `implied`: nobody said so, and its vendor does it all the same. */
export type Strictness = boolean | "implied"

/** Whether calls of a function are held to its schema, said or implied. */
export const isHeldToSchema = ({ strict = false }: Pick<FunctionTool, "strict">): boolean => strict !== false

/** A tool that takes free text, possibly by a grammar. */
export interface CustomTool extends ChatNode {
  readonly type: "custom"
  readonly name: string
  readonly description?: string
  readonly grammar?: { readonly syntax: string; readonly definition: string }
}

/** A tool that a vendor defines. */
export interface VendorTool extends ChatNode {
  readonly type: "vendor"
  readonly vendor: VendorId
  readonly of: ToolKind
  readonly name?: string
  readonly runBy: "client" | "provider"
  /** The wire's own versioned type. */
  readonly version?: string
  /** Its settings, as an object in the vendor's own spelling. */
  readonly config: JsonText
}

/** A schema, in its source text. */
export interface ToolSchema {
  readonly dialect: "json-schema" | "openapi-3.0"
  readonly source: JsonText
}

/**
 * Whether and which tools must be called. `only`: of those that the client runs these alone may be; `kinds`: of the
 * vendor's own these alone.
 */
export type ToolChoice =
  | {
      readonly mode: "auto" | "none" | "required" | "validated"
      readonly only?: readonly string[]
      readonly kinds?: readonly ToolKind[]
    }
  | { readonly mode: "tool"; readonly of: ToolKind; readonly name: string }

/** Whether a choice among some tools leaves one out. */
export const exclusionBy = (choice: ToolChoice | undefined): ((tool: ToolDefinition) => boolean) => {
  if (choice === undefined || choice.mode === "tool") return () => false
  const only = choice.only && new Set(choice.only)
  const kinds = choice.kinds && new Set(choice.kinds)
  return (tool) => (tool.type === "vendor" ? kinds?.has(tool.of) === false : only?.has(tool.name) === false)
}

/**
 * Whether a request demands that a tool is called. Where none can be, it is refused: each vendor does so.
 *
 * @see https://github.com/anomalyco/opencode/pull/48857 what OpenAI's two APIs say of a choice without tools (2026-09)
 */
export const mustCall = ({ toolChoice }: { readonly toolChoice?: ToolChoice }): boolean =>
  toolChoice?.mode === "tool" || toolChoice?.mode === "required"

const members = ["city", "region", "country", "timezone"]

/** Where the user of a search is, in the members that all vendors have, two of them inside `approximate`. */
export const userLocation = (location: JsonObject): JsonObjectBuilder => {
  const { approximate } = location
  const place = isObject(approximate) ? approximate : location
  return Object.fromEntries(members.flatMap((key) => (typeof place[key] === "string" ? [[key, place[key]]] : [])))
}

/**
 * Whether a setting of a tool names what only its vendor holds or does: a container of code that was used before, or
 * the files and the reach of a new one. How large that is, is a setting like others.
 */
export const namesHeldState = (key: string, value: Json | undefined): boolean => {
  if (key !== "container") return false
  if (!isObject(value)) return typeof value === "string"
  return Object.entries(value).some(
    ([name, it]) => name !== "type" && name !== "memory_limit" && it !== null && !(isArray(it) && it.length === 0)
  )
}

/** The settings of a search that say where it may look: without them it looks everywhere. */
const domainSettings: ReadonlySet<string> = new Set(["allowed_domains", "blocked_domains", "excludeDomains", "filters"])

/** By which rule a setting of a tool is noted that another vendor's tool does not have. */
export const lossOfSetting = (key: string, value: Json | undefined): "container" | "unsupported" | "tool-setting" => {
  if (namesHeldState(key, value)) return "container"
  return domainSettings.has(key) && !(isArray(value) && value.length === 0) ? "unsupported" : "tool-setting"
}

/** Members of a schema that hold a schema, a list of schemas, or schemas by name. */
const schemaKeywords = new Set(["items", "prefixItems", "additionalProperties", "not", "anyOf", "oneOf", "allOf"])
const schemaMapKeywords = new Set(["properties", "patternProperties", "$defs", "definitions"])

/** A schema written anew: `finish` may change each object in it as it is written, the innermost first. */
export const mapSchemas = (
  schema: Json,
  finish: (out: JsonObjectBuilder, schema: JsonObject, at: JsonPointer) => void,
  at: JsonPointer = ""
): JsonTemplate => {
  if (isArray(schema)) return schema.map((item, index) => mapSchemas(item, finish, childPointer(at, index)))
  if (!isObject(schema)) return schema
  const out = mapMembers(schema, (key, value) => {
    const place = childPointer(at, key)
    if (schemaKeywords.has(key)) return mapSchemas(value, finish, place)
    if (schemaMapKeywords.has(key) && isObject(value))
      return mapMembers(value, (name, named) => mapSchemas(named, finish, childPointer(place, name)))
    return JsonText.member(schema, key).printable
  })
  finish(out, schema, at)
  return out
}

const mapMembers = (object: JsonObject, write: (key: string, value: Json) => JsonTemplate): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, write(key, object[key] ?? null))
  return out
}

/** The keywords that make a schema a choice of others. */
export const choiceKeywords: readonly string[] = ["allOf", "anyOf", "oneOf"]

/** Whether the root of a tool's schema has one of the keywords that its vendor refuses there. */
export const hasKeyword = (root: JsonObject, refused: readonly string[]): boolean =>
  refused.some((key) => Object.hasOwn(root, key))

/**
 * The schema of a tool with a root that its vendor takes: it says that it is an object, and has the members of the
 * schemas that it was a choice of, or that it names. A member of several schemas is a choice itself, which vendors take.
 */
export const withObjectRoot = (root: JsonObject, refused: readonly string[]): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { type: "object" }
  for (const key of Object.keys(root))
    if (!refused.includes(key)) putMember(out, key, JsonText.member(root, key).printable)
  if (!hasKeyword(root, refused)) return out
  const properties = propertiesOf(root)
  if (Object.keys(properties).length > 0) out["properties"] = properties
  const required = [root, ...branches(root, ["allOf"])].flatMap((schema) => itemsOf(schema["required"]))
  if (required.length > 0) out["required"] = [...new Set(required)]
  return out
}

const itemsOf = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : [])

/** The members of a root, and those of its schemas that it does not say itself. */
const propertiesOf = (root: JsonObject): JsonObjectBuilder => {
  const own = objectOr(root["properties"]) ?? {}
  const byName = new Map(Object.keys(own).map((name) => [name, [JsonText.member(own, name)]]))
  for (const schema of branches(root, choiceKeywords)) {
    const members = objectOr(schema["properties"]) ?? {}
    for (const name of Object.keys(members)) {
      const member = JsonText.member(members, name)
      const same = byName.get(name) ?? []
      if (!Object.hasOwn(own, name) && same.every(({ text }) => text !== member.text))
        byName.set(name, [...same, member])
    }
  }
  const out: JsonObjectBuilder = {}
  for (const [name, schemas] of byName) putMember(out, name, schemas.length === 1 ? schemas[0] : { anyOf: schemas })
  return out
}

/** The schema that a root names, and those of some of its keywords, with those that stand elsewhere in it by reference. */
const branches = (root: JsonObject, keywords: readonly string[]): readonly JsonObject[] =>
  [root, ...keywords.flatMap((key) => itemsOf(root[key]))]
    .map((schema) =>
      isObject(schema) && typeof schema["$ref"] === "string" ? resolveReference(root, schema["$ref"]) : schema
    )
    .filter(isObject)

const resolveReference = (root: JsonObject, reference: string): Json | undefined => {
  let here: Json | undefined = reference.startsWith("#/") ? root : undefined
  for (const token of pointerTokens(reference.slice(1))) {
    here = isObject(here) && Object.hasOwn(here, token) ? here[token] : undefined
  }
  return here
}
