import { exactDecimal } from "./decimal.ts"
import { isArray, isObject, type Json, type JsonObject, numeralOf, sourceOf } from "./value.ts"

/**
 * The one text of all JSON texts that say the same: no white space, members by their names' UTF-16 code units, numbers
 * as JavaScript prints them. A number that JavaScript does not hold exactly stays as it is spelled.
 */
export const canonical = (value: Json): string => {
  if (isArray(value)) return items(value)
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${member(value, name)}`).join(",")}}`
}

const member = (object: JsonObject, name: string): string => {
  const numeral = numeralOf(object, name)
  return numeral !== undefined && exactDecimal(numeral) === undefined ? numeral : canonical(object[name] ?? null)
}

/** How numbers are spelled is known of a list as a whole alone. */
const items = (list: readonly Json[]): string => {
  const source = list.some((item) => typeof item === "number") ? sourceOf(list) : undefined
  return source ?? `[${list.map(canonical).join(",")}]`
}
