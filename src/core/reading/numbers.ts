import type { ObjectReader } from "./object-reader.ts"
import { exactDecimal } from "../json/exact.ts"
import { noteRules } from "../notes/note.ts"
import type { Json } from "../json/json.ts"
import type { MemberRow } from "./member-row.ts"

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

/** A number, and what its vendor takes: into that another format's number is brought. */
export interface RangedRow extends MemberRow<number | undefined> {
  readonly range: NumberRange
}

/** Any number. */
const numberRow: MemberRow<number | undefined> = {
  schema: { type: "number" },
  read: (from, key) => from.number(key)
}

/** Any integer that JavaScript holds exactly. */
export const integerRow: MemberRow<number | undefined> = {
  schema: { type: "integer" },
  read: (from, key) => from.integer(key)
}

/** A number that must be in its range. `must`: what is said of one that is not. */
const within = (range: NumberRange, { schema, read }: typeof numberRow, must: string): RangedRow => {
  const [minimum, maximum] = range
  return {
    range,
    schema: { ...schema, minimum, ...(maximum < Infinity && { maximum }) },
    read: (from, key) => {
      const value = read(from, key)
      if (value !== undefined && clampToRange(value, range) !== value)
        from.reader.issue(from.below(key), `\`${key}\` must be ${must}.`)
      return value
    }
  }
}

/** A number; whether it is in its range is for the vendor to say. */
export const numberOf = (...range: NumberRange): RangedRow => ({ ...numberRow, range })

/** The same for an integer. */
export const integerOf = (...range: NumberRange): RangedRow => ({ ...integerRow, range })

/** A number that must be in its range. */
export const numberWithin = (...range: NumberRange): RangedRow =>
  within(range, numberRow, `between ${range.join(" and ")}`)

/** An integer that must be greater than a bound. */
export const integerAbove = (bound: number): RangedRow =>
  within([bound + 1, Infinity], integerRow, `greater than ${bound}`)

/** An integer from 1 on, or its exact decimal text, of which a note tells. */
export const positiveInteger: MemberRow<number | undefined> = {
  schema: { type: ["integer", "string"], minimum: 1 },
  read: (from, key) => {
    const number = decimalInteger(from, key)
    if (number === undefined || number > 0) return number
    return from.reader.issue(from.below(key), `\`${key}\` must be greater than 0.`)
  }
}

/** Reads a list that must be there and hold something. */
export const readFilledList = (from: ObjectReader, key: string): readonly Json[] => {
  const items = from.required(key, from.reader.array)
  if (items?.length === 0) from.reader.issue(from.below(key), `\`${key}\` must not be empty.`)
  return items ?? []
}
