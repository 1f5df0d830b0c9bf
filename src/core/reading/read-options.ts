import { isArray, isObject, type Json, type JsonObject } from "../json/json.ts"

/** How a format's objects are read. */
export interface ReadOptions {
  /** The format that keeps what is not asked for. */
  readonly format: string
  /** Whether an explicit null says nothing, so that it is not kept: in answers, for every member. */
  readonly silent: (key: string) => boolean
  /** The name of a member that has another spelling. Absent: every member has one name. */
  readonly nameOf?: (key: string) => string
  /** Whether objects that hold nothing are told of: in requests, where they may be meant to set something. */
  readonly empty?: true
  /** Whether an object in the place of a list of objects is its only item. */
  readonly lone?: true
  /** A text that must be there and is not reads as the empty one; a scalar of another type is unknown. */
  readonly lenient?: true
}

/** No member whose null says nothing. */
export const noNull = (_key: string): boolean => false

/** Every member's null says nothing. */
export const everyNull = (_key: string): boolean => true

/** The spelling in an object of each name that has another there. A name's own spelling wins. */
export const spelledIn = (
  object: JsonObject,
  nameOf: (key: string) => string
): ReadonlyMap<string, string> | undefined => {
  let spelled: Map<string, string> | undefined
  for (const key of Object.keys(object)) {
    const name = nameOf(key)
    if (name === key || object[key] === null || Object.hasOwn(object, name)) continue
    spelled ??= new Map()
    spelled.set(name, key)
  }
  return spelled
}

/** Whether a value is a list or an object that is empty. */
export const holdsNothing = (value: Json | undefined): boolean =>
  isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
