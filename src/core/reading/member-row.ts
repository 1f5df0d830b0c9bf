import type { JsonText, Json } from "../json/json.ts"
import type { ObjectReader } from "./object-reader.ts"
import type { ValueSchema } from "./value-schema.ts"
import { exactDecimal } from "../json/exact.ts"
import { noteRules } from "../notes/note.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"

/** A member of a body: what reads it, and what a document tells of it. */
export interface MemberRow<A> {
  readonly read: (from: ObjectReader, key: string) => A
  readonly schema: ValueSchema
  readonly required?: true
  /** Its other spelling, which is read, too. */
  readonly also?: string
}

/** A text. */
export const textRow: MemberRow<string | undefined> = {
  schema: { type: "string" },
  read: (from, key) => from.string(key)
}

/** A list of texts. */
export const textsRow: MemberRow<readonly string[] | undefined> = {
  schema: { type: "array", items: textRow.schema },
  read: (from, key) => from.strings(key)
}

/** A flag. */
export const flagRow: MemberRow<boolean | undefined> = {
  schema: { type: "boolean" },
  read: (from, key) => from.boolean(key)
}

/** An object, which crosses as it is. */
export const recordRow: MemberRow<JsonText | undefined> = {
  schema: { type: "object" },
  read: (from, key) => from.record(key)
}

/** The same member, of which a document tells more. */
export const describedRow = <R extends MemberRow<unknown>>(row: R, more: ValueSchema): R => ({
  ...row,
  schema: { ...row.schema, ...more }
})

/** A text that must be there; where it is not, an issue, and the empty text. */
export const requiredText: MemberRow<string> = {
  ...textRow,
  required: true,
  read: (from, key) => from.required(key, from.reader.string) ?? ""
}

/** A flag, and what its absence says. */
export const flagOr = (absent: boolean): MemberRow<boolean> => ({
  schema: { ...flagRow.schema, default: absent },
  read: (from, key) => from.boolean(key) ?? absent
})

/** One of some words. */
export const oneWordOf = <const W extends readonly string[]>(words: W): MemberRow<W[number] | undefined> => ({
  schema: { ...textRow.schema, enum: words },
  read: (from, key) => {
    const word = from.string(key)
    const known = words.find((one) => one === word)
    if (word === undefined || known !== undefined) return known
    const wanted = words.map((one) => `\`${one}\``).join(" or ")
    return from.reader.issue(from.below(key), `\`${key}\` must be ${wanted}.`)
  }
})

/** A word that means something; one that does not is kept for its format. */
export const wordRow = <A>(words: ReadonlyMap<string, A>): MemberRow<A | undefined> => ({
  schema: { ...textRow.schema, examples: [...words.keys()] },
  read: (from, key) => from.word(key, words)
})

/** Members of a body by their names, in the order in which they are read. */
type MemberRows = Readonly<Record<string, MemberRow<unknown>>>

/** What the members of a table read as. */
type RowValues<T extends MemberRows> = { readonly [K in keyof T]: ReturnType<T[K]["read"]> }

/** Reads the members of a table. Null, and a member that stands in both its spellings, is an issue. */
export const readRows = <const T extends MemberRows>(table: T, from: ObjectReader): RowValues<T> => {
  const members = Object.entries(table)
  refuseNulls(from, Object.keys(table))
  refuseTwice(
    from,
    members.flatMap(([name, { also }]) => (also === undefined ? [] : [name]))
  )
  return readNullableRows(table, from)
}

/** The same where null says what absence says, or is kept. */
export const readNullableRows = <const T extends MemberRows>(table: T, from: ObjectReader): RowValues<T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values read are those that the table's type was derived from
  Object.fromEntries(Object.entries(table).map(([name, { read }]) => [name, read(from, name)])) as RowValues<T>

/** The names of members that have another spelling, by that. */
export const otherSpellings = (table: MemberRows): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([name, { also }]) => (also === undefined ? [] : [[also, name]])))

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
const decimalInteger = (from: ObjectReader, key: string): number | undefined => {
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

/** The names of the members that are there and not null. A member whose name stands there in another spelling keeps its own. */
export const namesIn = ({ object, keys, options: { nameOf }, spelled }: ObjectReader): readonly string[] => {
  const said = keys.filter((key) => object[key] !== null)
  if (spelled === undefined || nameOf === undefined) return said
  return said.map((key) => (spelled.get(nameOf(key)) === key ? nameOf(key) : key))
}

/** Where fields stand below an object, in the body's own spelling. */
export const placesIn = (
  from: ObjectReader,
  places: ReadonlyMap<string, JsonPointer>
): ReadonlyMap<string, JsonPointer> =>
  from.spelled === undefined
    ? places
    : new Map([...places].map(([field, path]) => [field, childPointer("", from.key(path.slice(1)))]))

const itself = (key: string): string => key

/** Refuses null, in any spelling, in members of which it does not say what absence says. */
const refuseNulls = (
  { reader, object, at, options: { nameOf = itself } }: ObjectReader,
  names: readonly string[]
): void => {
  for (const key of Object.keys(object))
    if (object[key] === null && names.includes(nameOf(key)))
      reader.issue(childPointer(at, key), `\`${key}\` must not be null.`)
}

/** Refuses members that stand in two spellings: two readers of the body could take either. */
const refuseTwice = (
  { reader, object, at, options: { nameOf = itself } }: ObjectReader,
  names: readonly string[]
): void => {
  for (const name of names) {
    const [, second] = Object.keys(object).filter((key) => nameOf(key) === name)
    if (second !== undefined)
      reader.issue(childPointer(at, second), `\`${name}\` is given in two spellings. Send one of them.`)
  }
}

/** The objects of a list inside an object; what is unknown of them is kept on the object's node. */
export const eachInside = (from: ObjectReader, name: string): readonly ObjectReader[] => {
  const list = from.below(name).length
  return (from.objects(name) ?? []).map(([item, at]) =>
    from.within(item, at, childPointer(from.path, name) + at.slice(list))
  )
}
