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
  /** `binary`: in a form, the bytes of a file; `password`: not to be shown. */
  readonly format?: "binary" | "password"
  readonly enum?: readonly (string | number | boolean)[]
  readonly examples?: readonly string[]
  /** What the reader, or the upstream, does where the member is absent. */
  readonly default?: string | number | boolean
  readonly minimum?: number
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

/** What tells of a member, whatever reads it. */
interface Told {
  readonly schema?: ValueSchema
  /** The table that reads the object which stands there. */
  readonly inside?: ToldTable
  readonly required?: true
}

/** Members by their names. */
type ToldMembers = Iterable<readonly [name: string, member: Told]>

/** A table that reads an object. */
interface ToldTable {
  readonly members: ToldMembers
}

/** What is told of the members of a table. */
export const membersOf = (table: ToldMembers): ValueMembers =>
  Object.fromEntries(
    [...table].map(([name, { schema, inside }]) => [
      name,
      inside === undefined ? (schema ?? {}) : { ...schemaOfTable(inside), ...schema }
    ])
  )

/** What is told of an object that a table reads. */
export const schemaOfTable = ({ members }: ToldTable): ValueSchema => objectSchema(members)

/** What is told of an object that has the members of a table. */
export const objectSchema = (table: ToldMembers): ValueSchema => {
  const required = [...table].flatMap(([name, member]) => (member.required === true ? [name] : []))
  return { type: "object", ...(required.length > 0 && { required }), properties: membersOf(table) }
}

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
  const items = schemas.flatMap((one) => one.items ?? [])
  const [first, ...more] = schemas.map(({ required = [] }) => required)
  const inAll = first?.filter((name) => more.every((others) => others.includes(name))) ?? []
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
    items: items.length > 1 ? unionOf(items) : items[0],
    required: inAll.length === 0 ? undefined : inAll,
    properties: members.length === 0 ? undefined : unionOfMembers(members)
  })
}

/** An object whose `type` says which members it has: those of any of its types. */
export const unionOfTypes = (tables: Readonly<Record<string, ToldTable>>): ValueSchema => {
  const union = unionOf(Object.values(tables).map(schemaOfTable))
  return {
    ...withMembers(union, { type: { type: "string", examples: Object.keys(tables) } }),
    required: [...new Set(["type", ...(union.required ?? [])])]
  }
}

/** The same object, of whose members a document tells more. */
export const withMembers = (schema: ValueSchema, more: ValueMembers): ValueSchema => ({
  ...schema,
  properties: tellMembers(schema.properties ?? {}, more)
})

/** The same members, of which a document tells more. */
export const tellMembers = (members: ValueMembers, more: ValueMembers): ValueMembers => ({
  ...members,
  ...Object.fromEntries(Object.entries(more).map(([name, schema]) => [name, { ...members[name], ...schema }]))
})

/** The members that any one of some bodies has. */
const unionOfMembers = (bodies: readonly ValueMembers[]): ValueMembers => {
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
