import { below, type Pointer } from "../json/pointer.ts"
import type { Members } from "./members.ts"

/** The names of the members that are there and not null. A member whose name stands there in another spelling keeps its own. */
export const namesIn = ({ object, manner: { nameOf }, spelled }: Members): readonly string[] => {
  const keys = Object.keys(object).filter((key) => object[key] !== null)
  if (spelled === undefined || nameOf === undefined) return keys
  return keys.map((key) => (spelled.get(nameOf(key)) === key ? nameOf(key) : key))
}

/** Where fields stand below an object, in the body's own spelling. */
export const placesIn = (from: Members, places: ReadonlyMap<string, Pointer>): ReadonlyMap<string, Pointer> =>
  from.spelled === undefined
    ? places
    : new Map([...places].map(([field, path]) => [field, below("", from.key(path.slice(1)))]))

const itself = (key: string): string => key

/** Refuses null, in any spelling, in members of which it does not say what absence says. */
export const refuseNulls = (
  { reader, object, at, manner: { nameOf = itself } }: Members,
  names: readonly string[]
): void => {
  for (const key of Object.keys(object))
    if (object[key] === null && names.includes(nameOf(key)))
      reader.issue(below(at, key), `\`${key}\` must not be null.`)
}

/** Refuses members that stand in two spellings: two readers of the body could take either. */
export const refuseTwice = (
  { reader, object, at, manner: { nameOf = itself } }: Members,
  names: readonly string[]
): void => {
  for (const name of names) {
    const [, second] = Object.keys(object).filter((key) => nameOf(key) === name)
    if (second !== undefined) reader.issue(below(at, second), `\`${name}\` stands in two spellings.`)
  }
}
