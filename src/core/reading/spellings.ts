import { childPointer, type JsonPointer } from "../json/pointer.ts"
import type { ObjectReader } from "./object-reader.ts"

/** The names of the members that are there and not null. A member whose name stands there in another spelling keeps its own. */
export const namesIn = ({ object, options: { nameOf }, spelled }: ObjectReader): readonly string[] => {
  const keys = Object.keys(object).filter((key) => object[key] !== null)
  if (spelled === undefined || nameOf === undefined) return keys
  return keys.map((key) => (spelled.get(nameOf(key)) === key ? nameOf(key) : key))
}

/** Where fields stand below an object, in the body's own spelling. */
export const placesIn = (
  from: ObjectReader,
  places: ReadonlyMap<string, JsonPointer>
): ReadonlyMap<string, JsonPointer> =>
  from.spelled === undefined
    ? places
    : new Map([...places].map(([field, path]) => [field, childPointer("", from.key(path.slice(1)))]))

const itself = (key: string): string => key

/** Refuses null, in any spelling, in members of which it does not say what absence says. */
export const refuseNulls = (
  { reader, object, at, options: { nameOf = itself } }: ObjectReader,
  names: readonly string[]
): void => {
  for (const key of Object.keys(object))
    if (object[key] === null && names.includes(nameOf(key)))
      reader.issue(childPointer(at, key), `\`${key}\` must not be null.`)
}

/** Refuses members that stand in two spellings: two readers of the body could take either. */
export const refuseTwice = (
  { reader, object, at, options: { nameOf = itself } }: ObjectReader,
  names: readonly string[]
): void => {
  for (const name of names) {
    const [, second] = Object.keys(object).filter((key) => nameOf(key) === name)
    if (second !== undefined)
      reader.issue(childPointer(at, second), `\`${name}\` is given in two spellings. Send one of them.`)
  }
}

/** The objects of a list inside an object; what is unknown of them is kept on the object's node. */
export const eachInside = (from: ObjectReader, name: string): readonly ObjectReader[] => {
  const list = from.below(name).length
  return (from.objects(name) ?? []).map(([item, at]) =>
    from.within(item, at, childPointer(from.path, name) + at.slice(list))
  )
}
