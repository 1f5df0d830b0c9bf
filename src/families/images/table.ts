import { readTable, type Table as ParametersTable, type Values } from "../parameters/table.ts"
import { objectOf } from "../parameters/values.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Is, Settings } from "./reading.ts"
import type { RuleKey } from "./rules.ts"

type Table = ParametersTable<Settings, RuleKey>

/** An object with a table of its own. */
export const inside = <const T extends Table>(table: T): Is<Values<T>> =>
  objectOf((object, at, reading) => readTable(table, object, at, reading))

/** Where a body says the parameters of a table: at its top, and in an object at its top those of another table. */
export const placesOf = (table: Table, within: Readonly<Record<string, Table>> = {}): ReadonlyMap<string, Pointer> => {
  const deeper = Object.entries(within).flatMap(([at, inner]) =>
    Object.keys(inner).map((key) => [key, below(`/${at}`, key)] as const)
  )
  return new Map([...deeper, ...Object.keys(table).map((key) => [key, below("", key)] as const)])
}
