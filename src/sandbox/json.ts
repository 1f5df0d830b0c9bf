/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object, read with `member` only: its keys come from a client. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** Whether a value is a JSON object. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a value is a JSON array. */
export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The value at a path of own members; undefined where the path ends early. */
export const member = (value: Json | undefined, ...path: readonly string[]): Json | undefined => {
  let here = value
  for (const key of path) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined
  return here
}

/** The same, with null taken for absent. */
export const given = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  member(value, ...path) ?? undefined

/** The string at a path, else undefined. */
export const textAt = (value: Json | undefined, ...path: readonly string[]): string | undefined => {
  const found = member(value, ...path)
  return typeof found === "string" ? found : undefined
}

/** The number at a path, else undefined. */
export const numberAt = (value: Json | undefined, ...path: readonly string[]): number | undefined => {
  const found = member(value, ...path)
  return typeof found === "number" ? found : undefined
}

/** The items of the array at a path, else none. */
export const listAt = (value: Json | undefined, ...path: readonly string[]): readonly Json[] => {
  const found = member(value, ...path)
  return isArray(found) ? found : []
}

/** The objects of the array at a path, else none. */
export const objectsAt = (value: Json | undefined, ...path: readonly string[]): readonly JsonObject[] =>
  listAt(value, ...path).filter(isObject)

/** The own members of the object at a path, else none. */
export const entriesAt = (
  value: Json | undefined,
  ...path: readonly string[]
): readonly (readonly [string, Json])[] => {
  const found = member(value, ...path)
  return isObject(found) ? Object.entries(found) : []
}

/** The names of the members of the object at a path. */
export const namesAt = (value: Json | undefined, ...path: readonly string[]): readonly string[] =>
  entriesAt(value, ...path).map(([name]) => name)

/** The values of the members of the object at a path. */
export const valuesAt = (value: Json | undefined, ...path: readonly string[]): readonly Json[] =>
  entriesAt(value, ...path).map(([, inner]) => inner)

const deepest = 512

const isJson = (value: unknown, depth: number): value is Json => {
  if (typeof value !== "object" || value === null) return true
  return depth < deepest && Object.values(value).every((inner) => isJson(inner, depth + 1))
}

/** The value of a JSON text; undefined where it is not JSON or nested more than 512 deep. */
export const readJson = (text: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value, 0) ? value : undefined
  } catch {
    return undefined
  }
}

/** A body as the checks see it. */
export interface ReadBody {
  /** Whether it was a JSON object. */
  readonly parsed: boolean
  /** That object; empty where it was none. */
  readonly body: JsonObject
}

/** Reads a body that must be a JSON object. */
export const readBody = (text: string): ReadBody => {
  const read = readJson(text)
  return isObject(read) ? { parsed: true, body: read } : { parsed: false, body: {} }
}

/** What a value is called in a vendor's error message. */
export const kindOf = (value: Json | undefined): string =>
  value === null || value === undefined
    ? "null"
    : isArray(value)
      ? "an array"
      : typeof value === "object"
        ? "an object"
        : typeof value === "number"
          ? Number.isInteger(value)
            ? "an integer"
            : "a decimal"
          : `a ${typeof value}`

/** Whether a text is base64 (with or without padding) of at least one byte. */
export const isBase64 = (text: string): boolean => text.length > 1 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
