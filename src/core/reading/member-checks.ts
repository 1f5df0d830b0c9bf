import { type JsonObject, isArray, isObject } from "../json/json.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"
import type { IssueReader } from "./issue-reader.ts"

/** Looks at a member of an object that stands at a pointer: what is wrong with it is an issue of the reader. */
type MemberCheck = (reader: IssueReader, object: JsonObject, key: string, at: JsonPointer) => unknown

/** What must hold of the members of an object that crosses unread, where they are there. */
type MemberChecks = ReadonlyMap<string, MemberCheck>

/** Makes a table of checks by the members' names. */
export const memberChecks = (members: Readonly<Record<string, MemberCheck>>): MemberChecks =>
  new Map(Object.entries(members))

const itself = (key: string): string => key

/** Looks at the members of an object that a table knows. `nameOf`: the name of a member that has another spelling. */
export const checkMembers = (
  reader: IssueReader,
  object: JsonObject,
  at: JsonPointer,
  table: MemberChecks,
  nameOf: (key: string) => string = itself
): void => {
  for (const key of Object.keys(object)) table.get(nameOf(key))?.(reader, object, key, at)
}

/** An object whose members have a table of their own. */
export const objectWith = (
  members: Readonly<Record<string, MemberCheck>>,
  nameOf?: (key: string) => string
): MemberCheck => {
  const table = memberChecks(members)
  return (reader, object, key, at) => {
    const inside = reader.object(object, key, at)
    if (inside !== undefined) checkMembers(reader, inside, childPointer(at, key), table, nameOf)
  }
}

/** A text. */
export const isText: MemberCheck = (reader, object, key, at) => reader.string(object, key, at)

/** A flag. */
export const isFlag: MemberCheck = (reader, object, key, at) => reader.boolean(object, key, at)

/** An integer. */
export const isCount: MemberCheck = (reader, object, key, at) => reader.integer(object, key, at)

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
