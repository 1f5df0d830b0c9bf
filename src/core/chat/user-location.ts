import type { JsonObjectBuilder } from "../json/builder.ts"
import { isObject, type JsonObject } from "../json/json.ts"

const members = ["city", "region", "country", "timezone"]

/** Where the user of a search is, in the members that all vendors have, two of them inside `approximate`. */
export const userLocation = (location: JsonObject): JsonObjectBuilder => {
  const { approximate } = location
  const place = isObject(approximate) ? approximate : location
  return Object.fromEntries(members.flatMap((key) => (typeof place[key] === "string" ? [[key, place[key]]] : [])))
}
