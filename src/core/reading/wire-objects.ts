import { isArray, isObject, type JsonObject } from "../json/json.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"

/**
 * Visits the objects of a list, which is a member of an object that stands at a pointer. An object in its place is
 * visited alone: a vendor takes it so, or refuses it.
 */
export const eachObject = (
  object: JsonObject,
  key: string,
  at: JsonPointer,
  visit: (item: JsonObject, at: JsonPointer) => void
): void => {
  const items = object[key]
  const path = childPointer(at, key)
  if (isObject(items)) return visit(items, path)
  if (!isArray(items)) return
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (isObject(item)) visit(item, childPointer(path, index))
  }
}

/** Whether an object of the wire says a text of the type `text` and nothing else, as most parts of content do. */
export const isPlainText = (object: JsonObject): object is JsonObject & { readonly text: string } =>
  object["type"] === "text" && typeof object["text"] === "string" && Object.keys(object).length === 2
