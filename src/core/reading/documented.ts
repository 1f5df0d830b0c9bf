import { decimalInteger } from "./numbers.ts"
import type { ObjectReader } from "./object-reader.ts"
import { refuseNulls, refuseTwice } from "./spellings.ts"

/** The names of JSON's types in a schema. */
type SchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null"

/**
 * What a document tells of a value: as much of a JSON Schema as the tables of members need.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-object (read 2026-11)
 */
export type ValueSchema = {
  readonly type?: SchemaType | readonly SchemaType[]
  readonly description?: string
  /** `binary`: in a form, the bytes of a file. */
  readonly format?: "binary"
  readonly enum?: readonly (string | number | boolean)[]
  readonly examples?: readonly string[]
  /** What the reader, or the upstream, does where the member is absent. */
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly minItems?: number
  readonly items?: ValueSchema
  readonly properties?: ValueMembers
  readonly required?: readonly string[]
}

/** What a document tells of the members of an object. */
export interface ValueMembers {
  readonly [name: string]: ValueSchema
}

/** A member of a body: what reads it, and what a document tells of it. */
export interface DocumentedMember<A> {
  readonly read: (from: ObjectReader, key: string) => A
  readonly schema: ValueSchema
  readonly required?: true
  /** Its other spelling, which is read, too. */
  readonly also?: string
}

/** Members of a body by their names, in the order in which they are read. */
type DocumentedMembers = Readonly<Record<string, DocumentedMember<unknown>>>

/** What the members of a table read as. */
type DocumentedValues<T extends DocumentedMembers> = { readonly [K in keyof T]: ReturnType<T[K]["read"]> }

/** Reads the members of a table. Null, and a member that stands in both its spellings, is an issue. */
export const readDocumented = <const T extends DocumentedMembers>(
  table: T,
  from: ObjectReader
): DocumentedValues<T> => {
  const members = Object.entries(table)
  refuseNulls(from, Object.keys(table))
  refuseTwice(
    from,
    members.flatMap(([name, { also }]) => (also === undefined ? [] : [name]))
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values read are those that the table's type was derived from
  return Object.fromEntries(members.map(([name, { read }]) => [name, read(from, name)])) as DocumentedValues<T>
}

/** The schema of an object that has the members of a table. */
export const documentedObject = (table: DocumentedMembers): ValueSchema => {
  const members = Object.entries(table)
  const required = members.flatMap(([name, member]) => (member.required === true ? [name] : []))
  const properties = Object.fromEntries(members.map(([name, { schema }]) => [name, schema]))
  return { type: "object", ...(required.length === 0 ? {} : { required }), properties }
}

/** The names of members that have another spelling, by that. */
export const otherSpellings = (table: DocumentedMembers): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([name, { also }]) => (also === undefined ? [] : [[also, name]])))

/** A text. */
export const documentedText = (schema: ValueSchema = {}): DocumentedMember<string | undefined> => ({
  schema: { type: "string", ...schema },
  read: (from, key) => from.string(key)
})

/** A text that must be there; where it is not, an issue, and the empty text. */
export const requiredText = (schema: ValueSchema = {}): DocumentedMember<string> => ({
  schema: { type: "string", ...schema },
  required: true,
  read: (from, key) => from.required(key, from.reader.string) ?? ""
})

/** A flag, and what its absence says. */
export const flagOr = (absent: boolean): DocumentedMember<boolean> => ({
  schema: { type: "boolean", default: absent },
  read: (from, key) => from.boolean(key) ?? absent
})

/** An integer from 1 on, or its exact decimal text, of which a note tells. */
export const positiveInteger = (schema: ValueSchema = {}): DocumentedMember<number | undefined> => ({
  schema: { type: ["integer", "string"], minimum: 1, ...schema },
  read: (from, key) => {
    const number = decimalInteger(from, key)
    if (number === undefined || number > 0) return number
    return from.reader.issue(from.below(key), `\`${key}\` must be greater than 0.`)
  }
})

/** One of some words. */
export const oneWordOf = <const W extends readonly string[]>(
  words: W,
  schema: ValueSchema = {}
): DocumentedMember<W[number] | undefined> => ({
  schema: { type: "string", enum: words, ...schema },
  read: (from, key) => {
    const word = from.string(key)
    const known = words.find((one) => one === word)
    if (word === undefined || known !== undefined) return known
    const wanted = words.map((one) => `\`${one}\``).join(" or ")
    return from.reader.issue(from.below(key), `\`${key}\` must be ${wanted}.`)
  }
})

/**
 * What is told of a value that any one of some readers takes: no narrower than the widest of them, and with a
 * default where all have the same. What is merely told, and not held to, is the first one's.
 */
export const unionOf = (schemas: readonly ValueSchema[]): ValueSchema => {
  const types = unique(schemas.flatMap(({ type }) => type ?? []))
  const words = unique(schemas.flatMap((one) => one.enum ?? []))
  const areWords = schemas.every((one) => one.enum !== undefined)
  const examples = unique([...schemas.flatMap((one) => one.examples ?? []), ...words.filter(isText)])
  const defaults = unique(schemas.map((one) => one.default))
  const members = schemas.flatMap(({ properties }) => (properties === undefined ? [] : [properties]))
  const [items] = schemas.flatMap((one) => one.items ?? [])
  return definedOnly({
    type: types.length > 1 ? types : types[0],
    description: schemas.find(({ description }) => description !== undefined)?.description,
    enum: areWords ? words : undefined,
    examples: areWords || examples.length === 0 ? undefined : examples,
    default: defaults.length === 1 ? defaults[0] : undefined,
    minimum: endOf(schemas.map(leastIn), Math.min),
    maximum: endOf(schemas.map(mostIn), Math.max),
    minLength: endOf(
      schemas.map((one) => one.minLength),
      Math.min
    ),
    minItems: schemas.find(({ minItems }) => minItems !== undefined)?.minItems,
    items,
    properties: members.length === 0 ? undefined : unionOfMembers(members)
  })
}

/** The members that any one of some bodies has. */
export const unionOfMembers = (bodies: readonly ValueMembers[]): ValueMembers => {
  const names = unique(bodies.flatMap((body) => Object.keys(body)))
  return Object.fromEntries(
    names.map((name) => [name, unionOf(bodies.flatMap(({ [name]: one }) => (one === undefined ? [] : [one])))])
  )
}

const unique = <A>(items: readonly A[]): readonly A[] => [...new Set(items)]

const isText = (word: unknown): word is string => typeof word === "string"

const numbersIn = ({ enum: words = [] }: ValueSchema): readonly number[] =>
  words.filter((word) => typeof word === "number")

const leastIn = (schema: ValueSchema): number => schema.minimum ?? Math.min(...numbersIn(schema))

const mostIn = (schema: ValueSchema): number => schema.maximum ?? Math.max(...numbersIn(schema))

/** The end of a range, where each of some ranges has one. */
const endOf = (
  ends: readonly (number | undefined)[],
  choose: (...ends: readonly number[]) => number
): number | undefined => {
  const known = ends.flatMap((end) => (end === undefined || !Number.isFinite(end) ? [] : [end]))
  return known.length === ends.length ? choose(...known) : undefined
}

/** A schema without what is not told. */
const definedOnly = (schema: { readonly [K in keyof ValueSchema]: ValueSchema[K] | undefined }): ValueSchema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is left out
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined)) as ValueSchema
