import { isArray, isObject, type Json } from "../../../core/json/json.ts"

/** Whether the vendor takes a schema as a strict one: no object in it is open, and no member of one may be left out. */
export const isStrict = (schema: Json | undefined): boolean => {
  if (isArray(schema)) return schema.every(isStrict)
  if (!isObject(schema)) return true
  const { type, properties, required, additionalProperties, items, anyOf } = schema
  const members = isObject(properties) ? properties : {}
  const isRecord = type === "object" || (isArray(type) && type.includes("object")) || isObject(properties)
  if (isRecord && additionalProperties !== false) return false
  if (!Object.keys(members).every((name) => isArray(required) && required.includes(name))) return false
  const inside = [members, schema["$defs"], schema["definitions"]].flatMap((it) =>
    isObject(it) ? Object.values(it) : []
  )
  return [items, anyOf, ...inside].every(isStrict)
}
