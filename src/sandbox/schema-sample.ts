import { isArray, isObject, listAt, member, numberAt, textAt } from "./json.ts"
import type { Json, JsonObject } from "./json.ts"

/** What the words of a request offer as values, taken in turn. */
export interface Hints {
  readonly texts: readonly string[]
  readonly numbers: readonly number[]
}

interface Walk {
  readonly root: Json
  readonly hints: Hints
  texts: number
  numbers: number
  /** Schemas that may still be visited: a schema that calls itself twice would never end. */
  left: number
}

const deepest = 24
const shallow = 8

const formats: ReadonlyMap<string, string> = new Map([
  ["date-time", "2026-01-02T03:04:05Z"],
  ["date", "2026-01-02"],
  ["time", "03:04:05Z"],
  ["duration", "PT1H"],
  ["email", "someone@example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uri", "https://example.com/"],
  ["uuid", "123e4567-e89b-42d3-a456-426614174000"]
])

const resolve = (root: Json, reference: string): Json | undefined => {
  if (!reference.startsWith("#")) return undefined
  const path = reference.slice(1).split("/").slice(1)
  return member(root, ...path.map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")))
}

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, "u").test(text)
  } catch {
    return true
  }
}

const patternTries = [
  "a",
  "A",
  "abc",
  "ABC",
  "Ab1",
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "2026-01-02",
  "a-b",
  "a_b",
  "#a1b2c3"
]

const sampleText = (schema: JsonObject, walk: Walk): string => {
  const format = formats.get(textAt(schema, "format") ?? "")
  if (format !== undefined) return format
  const { texts } = walk.hints
  const hint = texts[walk.texts++ % Math.max(1, texts.length)] ?? "text"
  const pattern = textAt(schema, "pattern")
  const fitting =
    pattern === undefined ? hint : ([hint.slice(0, 16), ...patternTries].find((text) => matches(pattern, text)) ?? hint)
  const least = numberAt(schema, "minLength") ?? 0
  const most = numberAt(schema, "maxLength") ?? Infinity
  return Array.from(fitting.padEnd(Math.min(least, 4096), "."))
    .slice(0, most)
    .join("")
}

const sampleNumber = (schema: JsonObject, walk: Walk, whole: boolean): number => {
  const step = numberAt(schema, "multipleOf") ?? (whole ? 1 : 0)
  const above = numberAt(schema, "exclusiveMinimum")
  const below = numberAt(schema, "exclusiveMaximum")
  const unit = step > 0 ? step : 0.5
  const least = numberAt(schema, "minimum") ?? (above === undefined ? -Infinity : above + unit)
  const most = numberAt(schema, "maximum") ?? (below === undefined ? Infinity : below - unit)
  const { numbers } = walk.hints
  const hint = numbers[walk.numbers++ % Math.max(1, numbers.length)] ?? 1
  const within = Math.min(Math.max(hint, least), most)
  if (step === 0) return within
  const up = Math.ceil(within / step) * step
  return up <= most ? up : Math.floor(within / step) * step
}

const sampleArray = (schema: JsonObject, walk: Walk, depth: number): Json => {
  const fixed = listAt(schema, "prefixItems").map((item) => sampleAt(item, walk, depth + 1))
  const least = numberAt(schema, "minItems") ?? 0
  const most = numberAt(schema, "maxItems") ?? Infinity
  const wanted = Math.min(depth > shallow ? least : Math.max(least, 1), most, 64)
  const items = member(schema, "items")
  if (items === undefined || items === false) return fixed
  return [
    ...fixed,
    ...Array.from({ length: Math.max(0, wanted - fixed.length) }, () => sampleAt(items, walk, depth + 1))
  ]
}

const sampleObject = (schema: JsonObject, walk: Walk, depth: number): Json => {
  const properties = member(schema, "properties")
  const required = member(schema, "required")
  const all = isObject(properties) ? Object.keys(properties) : []
  const names = isArray(required) ? required.filter((name) => typeof name === "string") : depth > shallow ? [] : all
  const ordered = [...all.filter((name) => names.includes(name)), ...names.filter((name) => !all.includes(name))]
  return Object.fromEntries(ordered.map((name) => [name, sampleAt(member(properties, name) ?? true, walk, depth + 1)]))
}

const typeOf = (schema: JsonObject): string => {
  const type = member(schema, "type")
  if (typeof type === "string") return type
  const named = listAt(schema, "type").find((each) => each !== "null") ?? listAt(schema, "type")[0]
  if (typeof named === "string") return named
  if (member(schema, "properties") !== undefined) return "object"
  return member(schema, "items") === undefined ? "string" : "array"
}

const isNull = (schema: Json): boolean => textAt(schema, "type") === "null"

const chooseBranch = (branches: readonly Json[], depth: number): Json | undefined =>
  depth > shallow
    ? (branches.find(isNull) ?? branches.find((branch) => member(branch, "$ref") === undefined) ?? branches[0])
    : (branches.find((branch) => !isNull(branch)) ?? branches[0])

const join = (schema: JsonObject): JsonObject => {
  const parts = [schema, ...listAt(schema, "allOf").filter(isObject)]
  const properties = parts.flatMap((part) => {
    const own = member(part, "properties")
    return isObject(own) ? Object.entries(own) : []
  })
  const rest = parts.flatMap((part) => Object.entries(part).filter(([key]) => key !== "allOf"))
  const required = parts.flatMap((part) => listAt(part, "required"))
  return Object.fromEntries([...rest, ["properties", Object.fromEntries(properties)], ["required", required]])
}

const sampleAt = (schema: Json, walk: Walk, depth: number): Json => {
  if (depth > deepest || walk.left-- <= 0) return null
  if (!isObject(schema)) return "text"
  const constant = member(schema, "const")
  if (constant !== undefined) return constant
  const [first] = listAt(schema, "enum")
  if (first !== undefined) return first
  const reference = textAt(schema, "$ref")
  if (reference !== undefined) return sampleAt(resolve(walk.root, reference) ?? true, walk, depth + 1)
  const branch = chooseBranch([...listAt(schema, "anyOf"), ...listAt(schema, "oneOf")], depth)
  if (branch !== undefined) return sampleAt(branch, walk, depth + 1)
  if (listAt(schema, "allOf").length > 0) return sampleAt(join(schema), walk, depth + 1)
  return sampleTyped(schema, walk, depth)
}

const sampleTyped = (schema: JsonObject, walk: Walk, depth: number): Json => {
  switch (typeOf(schema)) {
    case "null":
      return null
    case "boolean":
      return true
    case "integer":
      return sampleNumber(schema, walk, true)
    case "number":
      return sampleNumber(schema, walk, false)
    case "array":
      return sampleArray(schema, walk, depth)
    case "object":
      return sampleObject(schema, walk, depth)
    default:
      return sampleText(schema, walk)
  }
}

/**
 * A value that obeys a JSON Schema: `const`, the first `enum`, the first branch that is not null, local `$ref`s,
 * required members (all of them where `required` is absent), one item an array, strings and numbers from the hints.
 */
export const sample = (schema: Json, hints: Hints): Json =>
  sampleAt(schema, { root: schema, hints, texts: 0, numbers: 0, left: 5000 }, 0)
