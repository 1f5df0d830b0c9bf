import type { ObjectReader } from "./members.ts"
import { exactDecimal } from "../json/decimal.ts"
import { noteRules } from "../notes/rules.ts"

/** Why a parameter is not as it was written. */
const table = /* @__PURE__ */ noteRules("parameters", {
  approximated: {
    cosmetic: {
      "number-as-text": "The text is read as the number that it writes out.",
      "text-as-number": "The number is read as the text of its digits."
    }
  }
})

/** Reads a number, or the exact decimal text of one, of which a note tells. */
export const readDecimal = (from: ObjectReader, key: string): number | undefined => {
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

/** Reads a text of digits, or a number without a fraction in its place, of which a note tells. */
export const readDigits = (from: ObjectReader, key: string): string | undefined => {
  const value = from.value(key)
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return from.string(key)
  from.reader.notes.push(table.note("text-as-number", from.below(key)))
  return String(value)
}
