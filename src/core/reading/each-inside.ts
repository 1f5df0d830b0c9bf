import { childPointer } from "../json/pointer.ts"
import type { ObjectReader } from "./members.ts"

/** The objects of a list inside an object; what is unknown of them is kept on the object's node. */
export const eachInside = (from: ObjectReader, name: string): readonly ObjectReader[] => {
  const list = from.below(name).length
  return (from.objects(name) ?? []).map(([item, at]) =>
    from.within(item, at, childPointer(from.path, name) + at.slice(list))
  )
}
