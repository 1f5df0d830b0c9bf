import { below } from "../json/pointer.ts"
import type { Members } from "./members.ts"

/** The objects of a list inside an object; what is unknown of them is kept on the object's node. */
export const eachInside = (from: Members, name: string): readonly Members[] => {
  const list = from.below(name).length
  return (from.objects(name) ?? []).map(([item, at]) => from.within(item, at, below(from.path, name) + at.slice(list)))
}
