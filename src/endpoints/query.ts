import * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { JsonTemplate } from "../core/json/json.ts"
import type { ValueSchema } from "../core/reading/value-schema.ts"
import { badRequest } from "../exchange/client-errors.ts"

/** A parameter of a query: what reads it, and what a document tells of it. */
export interface QueryRow<A = unknown> {
  readonly schema: ValueSchema
  readonly description?: string
  readonly required?: true
  /** Reads its text; null: it is not there. Undefined: it is not as it must be. */
  readonly read: (text: string | null) => A | undefined
  /** What is said of one that is not, behind its name. */
  readonly must?: string
}

/** Parameters of a query by their names, in the order in which they are read. */
export type QueryRows = Readonly<Record<string, QueryRow>>

/** What the parameters of a table read as. */
export type QueryValues<T extends QueryRows> = {
  readonly [K in keyof T]: Exclude<ReturnType<T[K]["read"]>, undefined>
}

/** A text; null where it is not there. */
export const textParameter: QueryRow<string | null> = { schema: { type: "string" }, read: (text) => text }

/** A text that must be there and hold something. */
export const requiredParameter = (must = "is required"): QueryRow<string> => ({
  schema: { type: "string" },
  required: true,
  read: (text) => (text === null || text === "" ? undefined : text),
  must
})

/** One of some words, and what its absence says. */
export const wordParameter = <const W extends readonly string[]>(words: W, absent: W[number]): QueryRow<W[number]> => ({
  schema: { type: "string", enum: words, default: absent },
  read: (text) => (text === null ? absent : words.find((one) => one === text)),
  must: `must be ${words.map((one) => `\`${one}\``).join(" or ")}`
})

/** A whole number of at most three digits, and what its absence says. `must`: what is said of anything else. */
export const countParameter = (
  { minimum, maximum = Infinity, absent }: CountRange,
  must = "must be a whole number"
): QueryRow<number> => ({
  schema: { type: "integer", minimum, ...(maximum < Infinity && { maximum }), default: absent },
  read: (text) => {
    const count = text === null ? absent : /^\d{1,3}$/.test(text) ? Number(text) : -1
    return count >= minimum && count <= maximum ? count : undefined
  },
  must
})

interface CountRange {
  readonly minimum: number
  readonly maximum?: number
  readonly absent: number
}

/** Reads the query of a request. The first parameter that is not as it must be is refused. */
export const readQuery = <const T extends QueryRows>(
  rows: T,
  { search }: { readonly search: () => URLSearchParams }
): Effect.Effect<QueryValues<T>, GatewayError> => {
  const query = search()
  const values: Record<string, unknown> = {}
  for (const [name, { read, must = "" }] of Object.entries(rows)) {
    const value = read(query.get(name))
    if (value === undefined) return Effect.fail(badRequest(`/${name}`, `\`${name}\` ${must}.`))
    values[name] = value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values read are those that the table's type was derived from
  return Effect.succeed(values as QueryValues<T>)
}

/** The parameters of a table, as OpenAPI writes them. */
export const queryParameters = (rows: QueryRows): readonly JsonTemplate[] =>
  Object.entries(rows).map(([name, { required, description, schema }]) => ({
    name,
    in: "query",
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema
  }))
