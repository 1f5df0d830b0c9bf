import { type Json, type JsonObject, JsonText } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Is, Reading, Settings } from "./reading.ts"
import type { RuleKey } from "./rules.ts"
import { objectOf } from "./values.ts"

/** A parameter of a family. */
interface Parameter<A> {
  readonly is: Is<A>
  /** What is meant where the client does not say it, in the models that have it. */
  readonly otherwise?: A
  /** The kinds of models that have it; absent: all. Elsewhere it is dropped. */
  readonly kinds?: readonly string[]
  /** It is looked at and goes nowhere, by this rule. */
  readonly unsent?: RuleKey
}

/** A parameter whose value goes into the request as it is. */
type Direct = {
  readonly [F in keyof Settings]-?: Parameter<Required<Settings>[F]> & { readonly to: F }
}[keyof Settings]

/** The parameters of a family, by their names; what does not go `to` a setting as it is is put there by the family. */
export type Table = Readonly<Record<string, Direct | (Parameter<unknown> & { readonly to?: never })>>

type ValueOf<P> = P extends { readonly is: Is<infer A> }
  ? P extends { readonly otherwise: unknown; readonly kinds?: never }
    ? A
    : A | undefined
  : never

/** What a table reads. */
export type Values<T extends Table> = { readonly [K in keyof T]: ValueOf<T[K]> }

/** What becomes of members that a table does not know. */
export type Others = (object: JsonObject, key: string, at: Pointer, reading: Reading) => void

/** They are dropped with a note. */
export const dropped: Others = (_, key, at, reading) => reading.note("unknown", below(at, key))

/** They are kept as they came. */
export const kept =
  (passed: Map<string, JsonText>): Others =>
  (object, key) =>
    void passed.set(key, JsonText.member(object, key))

/** Reads the members of an object by a table. */
export const readTable = <const T extends Table>(
  table: T,
  object: JsonObject,
  at: Pointer,
  reading: Reading,
  others: Others = dropped
): Values<T> => {
  for (const key in object) {
    if (!Object.hasOwn(table, key)) others(object, key, at, reading)
  }
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(table)) values[key] = readMember(parameter, object, key, at, reading)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values read are those that the table's type was derived from
  return values as Values<T>
}

const readMember = (
  parameter: Table[string],
  object: JsonObject,
  key: string,
  at: Pointer,
  reading: Reading
): unknown => {
  const place = below(at, key)
  const said = Object.hasOwn(object, key) ? given(parameter, object[key], place, reading) : undefined
  const value = said ?? (isHad(parameter, reading) ? parameter.otherwise : undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table's type lets a value go only where it fits
  if (parameter.to !== undefined) reading.put(parameter.to, value as never, place)
  return value
}

/** What a client says of a parameter, as far as it is to be sent. */
const given = (parameter: Table[string], value: Json | undefined, at: Pointer, reading: Reading): unknown => {
  if (value === undefined) return undefined
  reading.saw(at)
  const read = parameter.is(value, at, reading)
  if (read === undefined) return undefined
  if (!isHad(parameter, reading)) return reading.note("lacking", at)
  return parameter.unsent === undefined ? read : reading.note(parameter.unsent, at)
}

const isHad = ({ kinds }: Table[string], { kind }: Reading): boolean =>
  kinds === undefined || kind === undefined || kinds.includes(kind)

/** An object with a table of its own. */
export const inside = <const T extends Table>(table: T): Is<Values<T>> =>
  objectOf((object, at, reading) => readTable(table, object, at, reading))
