import { JsonText } from "../../words/json/json.ts"

/** Whether two plain values are equal: members by name, maps by key, JSON texts by their text. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b)
  if (a instanceof JsonText || b instanceof JsonText)
    return a instanceof JsonText && b instanceof JsonText && a.text === b.text
  if (a instanceof Map || b instanceof Map) return a instanceof Map && b instanceof Map && sameMap(a, b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.hasOwn(b, key) && sameJson(value, Reflect.get(b, key)))
  )
}

const sameMap = (a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.has(key) && sameJson(value, b.get(key)))
