import type { JsonText } from "../json/json.ts"
import type { ObjectReader } from "./object-reader.ts"
import { refuseNulls, refuseTwice } from "./spellings.ts"
import type { ValueSchema } from "./value-schema.ts"

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
