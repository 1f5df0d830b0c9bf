import type { JsonObject } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"

/** An object with a name, as functions and custom tools have one, and where it stands. */
export interface Named {
  readonly name: string
  readonly body: JsonObject
  readonly path: Pointer
}

/** The object that has a name under a key; both are required. */
export const readNamed = (reader: Reader, object: JsonObject, key: string, at: Pointer): Named | undefined => {
  const path = below(at, key)
  const body = reader.required(object, key, at, reader.object)
  const name = body && reader.required(body, "name", path, reader.string)
  return body === undefined || name === undefined ? undefined : { name, body, path }
}
