import { exactDecimal } from "./exact.ts"
import { isArray, isObject, type Json, numeralOf, sourceOf } from "./value.ts"

/**
 * The one text of all JSON texts that say the same: no white space, members by their names' UTF-16 code units, numbers
 * as JavaScript prints them. A number that JavaScript does not hold exactly stays as it is spelled.
 */
export const canonicalJson = (value: Json): string => [...canonicalPieces(value)].join("")

/** The same in pieces, none of which is long: a reader may pause between them. */
export function* canonicalPieces(value: Json): Generator<string, void, void> {
  if (typeof value === "string" && value.length > pieceLength) return yield* stringPieces(value)
  if (isArray(value)) return yield* itemPieces(value)
  if (!isObject(value)) return yield JSON.stringify(value)
  let before = "{"
  for (const name of Object.keys(value).toSorted()) {
    yield `${before}${JSON.stringify(name)}:`
    before = ","
    const numeral = numeralOf(value, name)
    if (numeral !== undefined && exactDecimal(numeral) === undefined) yield numeral
    else yield* canonicalPieces(value[name] ?? null)
  }
  yield before === "{" ? "{}" : "}"
}

/** How numbers are spelled is known of a list as a whole alone. */
function* itemPieces(list: readonly Json[]): Generator<string, void, void> {
  const source = list.some((item) => typeof item === "number") ? sourceOf(list) : undefined
  if (source !== undefined) return yield source
  yield "["
  for (const [index, item] of list.entries()) {
    if (index > 0) yield ","
    yield* canonicalPieces(item)
  }
  yield "]"
}

/** How many characters of a string are printed at once. */
const pieceLength = 64 * 1024

/** A string, cut where no pair of surrogates is: half of one would be printed as an escape. */
function* stringPieces(text: string): Generator<string, void, void> {
  yield '"'
  for (let at = 0; at < text.length;) {
    const end = at + pieceLength
    const next = isLow(text.charCodeAt(end)) ? end + 1 : end
    yield JSON.stringify(text.slice(at, next)).slice(1, -1)
    at = next
  }
  yield '"'
}

const isLow = (code: number): boolean => code >= 0xdc_00 && code < 0xe0_00
