import { isArray, isObject } from "./json.ts"
import type { Json } from "./json.ts"

/** The JSON types that a member takes, as a vendor names them. */
export type FieldKind =
  | "any"
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "array"
  | "object"
  | "string or array"
  | "string or object"

/** Whether a value is of a kind. */
export const fits = (value: Json, kind: FieldKind): boolean => {
  switch (kind) {
    case "any":
      return true
    case "array":
      return isArray(value)
    case "object":
      return isObject(value)
    case "integer":
      return Number.isInteger(value)
    case "string or array":
      return typeof value === "string" || isArray(value)
    case "string or object":
      return typeof value === "string" || isObject(value)
    default:
      return typeof value === kind
  }
}
