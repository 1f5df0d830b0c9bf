import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/** Parameters by their names. */
type Named = Readonly<Record<string, unknown>>

/** Where a body says the parameters of a table: at its top, and in objects there that have tables of their own. */
export const placesOf = (
  table: Named,
  within: Readonly<Record<string, Named>> = {}
): ReadonlyMap<string, JsonPointer> => {
  const inner = Object.entries(within).flatMap(([name, deeper]) => placed(deeper, childPointer("", name)))
  return new Map([...inner, ...placed(table, "")])
}

const placed = (table: Named, at: JsonPointer): readonly (readonly [string, JsonPointer])[] =>
  Object.keys(table).map((key) => [key, childPointer(at, key)])
