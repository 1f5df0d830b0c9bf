import { isDeeper } from "./scan.ts"

/** A JSON value as JavaScript holds it. Records keep `__proto__` as an ordinary member. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Read members by literal names, `Object.hasOwn` or `Object.entries`; never spread one into options. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** `JSON.parse`, with its type. Throws where the text is not JSON. */
export const parseNative: (text: string) => Json = JSON.parse

/** The value of a text, null where it is no JSON. */
export const parsedOrNull = (text: string): Json => {
  try {
    return parseNative(text)
  } catch {
    return null
  }
}

/** Whether a value is a JSON object (and not an array or null). */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A value as an object; undefined where it is none. */
export const objectOr = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined)

/** Whether a value is a JSON array. */
export const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** On a container that parsing and printing would change: its source text. */
export const sourceKey: unique symbol = Symbol("isogloss/source")

/** On such a container: the source texts of its number members that JavaScript would print in another way. */
export const numeralsKey: unique symbol = Symbol("isogloss/numerals")

/** How a number member was spelled, where JavaScript would print it in another way. */
export const numeralOf = (object: JsonObject, key: string): string | undefined => {
  const spelled: unknown = numeralsKey in object ? object[numeralsKey] : undefined
  const numeral: unknown = spelled instanceof Map ? spelled.get(key) : undefined
  return typeof numeral === "string" ? numeral : undefined
}

/** The source text of a container that printing would change. */
export const sourceOf = (value: Json | undefined): string | undefined => {
  if (typeof value !== "object" || value === null || !(sourceKey in value)) return undefined
  const text: unknown = value[sourceKey]
  return typeof text === "string" ? text : undefined
}

/** Answers are nested a few levels deep, and a schema or an input in one a few dozen. */
const deepest = 1000

/** A text of so many characters is parsed as it is, whatever it is. */
const short = 64 * 1024

/** The value of an answer that may be long, null where it is no JSON, or nested so deep that reading it takes gigabytes. */
export const readOrNull = (text: string): Json =>
  text.length > short && isDeeper(text, deepest) ? null : parsedOrNull(text)
