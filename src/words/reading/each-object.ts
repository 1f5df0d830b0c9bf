import { isArray, isObject, type JsonObject } from "../json/json.ts"
import { below, type Pointer } from "../json/pointer.ts"

/** Visits the objects of a list, which is a member of an object that stands at a pointer; nothing where it is no list. */
export const eachObject = (
  object: JsonObject,
  key: string,
  at: Pointer,
  visit: (item: JsonObject, at: Pointer) => void
): void => {
  const items = object[key]
  if (!isArray(items)) return
  const path = below(at, key)
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (isObject(item)) visit(item, below(path, index))
  }
}
