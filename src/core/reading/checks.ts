import type { JsonObject } from "../json/json.ts"
import { below, type Pointer } from "../json/pointer.ts"
import type { Reader } from "./reader.ts"

/** Looks at a member of an object that stands at a pointer: what is wrong with it is an issue of the reader. */
export type Check = (reader: Reader, object: JsonObject, key: string, at: Pointer) => unknown

/** What must hold of the members of an object that crosses unread, where they are there. */
export type Checks = ReadonlyMap<string, Check>

/** Makes a table of checks by the members' names. */
export const checks = (members: Readonly<Record<string, Check>>): Checks => new Map(Object.entries(members))

const itself = (key: string): string => key

/** Looks at the members of an object that a table knows. `nameOf`: the name of a member that has another spelling. */
export const checkMembers = (
  reader: Reader,
  object: JsonObject,
  at: Pointer,
  table: Checks,
  nameOf: (key: string) => string = itself
): void => {
  for (const key of Object.keys(object)) table.get(nameOf(key))?.(reader, object, key, at)
}

/** An object whose members have a table of their own. */
export const has = (members: Readonly<Record<string, Check>>, nameOf?: (key: string) => string): Check => {
  const table = checks(members)
  return (reader, object, key, at) => {
    const inside = reader.object(object, key, at)
    if (inside !== undefined) checkMembers(reader, inside, below(at, key), table, nameOf)
  }
}

/** A text. */
export const isText: Check = (reader, object, key, at) => reader.string(object, key, at)

/** A flag. */
export const isFlag: Check = (reader, object, key, at) => reader.boolean(object, key, at)

/** An integer. */
export const isCount: Check = (reader, object, key, at) => reader.integer(object, key, at)
