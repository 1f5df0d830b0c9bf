import { below, type Pointer } from "../../core/json/pointer.ts"

/** Parameters by their names. */
type Named = Readonly<Record<string, unknown>>

/** Where a body says the parameters of a table: at its top, and in objects there that have tables of their own. */
export const placesOf = (table: Named, within: Readonly<Record<string, Named>> = {}): ReadonlyMap<string, Pointer> => {
  const inner = Object.entries(within).flatMap(([name, deeper]) => placed(deeper, below("", name)))
  return new Map([...inner, ...placed(table, "")])
}

const placed = (table: Named, at: Pointer): readonly (readonly [string, Pointer])[] =>
  Object.keys(table).map((key) => [key, below(at, key)])
