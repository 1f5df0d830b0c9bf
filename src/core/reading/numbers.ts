import type { ObjectReader } from "./object-reader.ts"
import { exactDecimal } from "../json/exact.ts"
import { noteRules } from "../notes/note.ts"
import type { Json } from "../json/json.ts"
import { type MemberRead, readInteger } from "./member-table.ts"

/** Why a parameter is not as it was written. */
const table = /* @__PURE__ */ noteRules("parameters", {
  approximated: {
    cosmetic: {
      "number-as-text": "A number was read from the text in `{member}`.",
      "text-as-number": "A text was read from the number in `{member}`."
    }
  }
})

/** Reads a number, or the exact decimal text of one, of which a note tells. */
const readDecimal = (from: ObjectReader, key: string): number | undefined => {
  const value = from.value(key)
  const number = typeof value === "string" ? exactDecimal(value) : undefined
  if (number === undefined) return from.number(key)
  from.reader.notes.push(table.note("number-as-text", from.below(key)))
  return number
}

/** The same for an integer that JavaScript holds exactly. */
export const decimalInteger = (from: ObjectReader, key: string): number | undefined => {
  const number = typeof from.value(key) === "string" ? readDecimal(from, key) : from.integer(key)
  if (number === undefined || Number.isSafeInteger(number)) return number
  return from.reader.issue(from.below(key), `\`${key}\` must be an integer.`)
}

/** The least and the most that a number may be, both included. */
export type NumberRange = readonly [least: number, most: number]

/** The number of a range that is nearest to one. */
export const clampToRange = (value: number, [least, most]: NumberRange): number =>
  Math.min(Math.max(value, least), most)

/** Reads a number, and says what its vendor takes: into that another format's number is brought. */
export interface RangedRead extends MemberRead<number> {
  readonly range: NumberRange
}

/** `must`: what is said of a number that is not in its range; absent: that is for the vendor to say. */
const ranged = (range: NumberRange, read: MemberRead<number>, must?: string): RangedRead =>
  Object.assign(
    (from: ObjectReader, key: string) => {
      const value = read(from, key)
      if (must !== undefined && value !== undefined && clampToRange(value, range) !== value)
        from.reader.issue(from.below(key), `\`${key}\` must be ${must}.`)
      return value
    },
    { range }
  )

const readNumber: MemberRead<number> = (from, key) => from.number(key)

/** Reads a number; whether it is in its range is for the vendor to say. */
export const numberOf = (...range: NumberRange): RangedRead => ranged(range, readNumber)

/** The same for an integer. */
export const integerOf = (...range: NumberRange): RangedRead => ranged(range, readInteger)

/** Reads a number that must be in its range. */
export const numberWithin = (...range: NumberRange): RangedRead =>
  ranged(range, readNumber, `between ${range.join(" and ")}`)

/** Reads an integer that must be greater than a bound. */
export const integerAbove = (bound: number): RangedRead =>
  ranged([bound + 1, Infinity], readInteger, `greater than ${bound}`)

/** Reads a list that must be there and hold something. */
export const readFilledList = (from: ObjectReader, key: string): readonly Json[] => {
  const items = from.required(key, from.reader.array)
  if (items?.length === 0) from.reader.issue(from.below(key), `\`${key}\` must not be empty.`)
  return items ?? []
}
