import type { Json } from "../json/json.ts"
import type { ObjectReader } from "./members.ts"
import type { MemberRead } from "./table.ts"

/** The least and the most that a number may be, both included. */
export type NumberRange = readonly [least: number, most: number]

/** The number of a range that is nearest to one. */
export const clampToRange = (value: number, [least, most]: NumberRange): number =>
  Math.min(Math.max(value, least), most)

/** Reads a number of a range. */
export const readWithin =
  (...[least, most]: NumberRange): MemberRead<number> =>
  (from, key) => {
    const value = from.number(key)
    if (value !== undefined && (value < least || value > most)) {
      from.reader.issue(from.below(key), `\`${key}\` must be between ${least} and ${most}.`)
    }
    return value
  }

/** Reads an integer that is greater than a bound. */
export const readAbove =
  (bound: number): MemberRead<number> =>
  (from, key) => {
    const value = from.integer(key)
    if (value !== undefined && value <= bound) {
      from.reader.issue(from.below(key), `\`${key}\` must be greater than ${bound}.`)
    }
    return value
  }

/** Reads a list that must be there and hold something. */
export const readFilledList = (from: ObjectReader, key: string): readonly Json[] => {
  const items = from.required(key, from.reader.array)
  if (items?.length === 0) from.reader.issue(from.below(key), `\`${key}\` must not be empty.`)
  return items ?? []
}
