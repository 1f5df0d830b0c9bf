import { readTable, type Table as ParametersTable, type Values } from "../parameters/table.ts"
import { objectOf } from "../parameters/values.ts"
import type { Is, Settings } from "./reading.ts"
import type { RuleKey } from "./rules.ts"

type Table = ParametersTable<Settings, RuleKey>

/** An object with a table of its own. */
export const inside = <const T extends Table>(table: T): Is<Values<T>> =>
  objectOf((object, at, reading) => readTable(table, object, at, reading))
