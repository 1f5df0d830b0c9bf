import { JsonText, putMember, type JsonTemplate } from "./json.ts"
import { type JsonPointer, pointerTokens } from "./pointer.ts"

/** An object of the wire while it is being put together. */
export type JsonObjectBuilder = { [key: string]: JsonTemplate }

/** Whether a tree is an object that is being put together. */
export const isJsonObjectBuilder = (tree: JsonTemplate): tree is JsonObjectBuilder =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree) && !(tree instanceof JsonText)

/** Sets the member at a pointer below an object, making the objects on the way. What stands in the way stays. */
export const putAt = (out: JsonObjectBuilder, path: JsonPointer, value: JsonTemplate): void => {
  const names = pointerTokens(path)
  const last = names.at(-1)
  if (last === undefined) return
  let here = out
  for (const name of names.slice(0, -1)) {
    const found = Object.hasOwn(here, name) ? here[name] : undefined
    const next = found === undefined ? {} : found
    if (!isJsonObjectBuilder(next)) return
    if (found === undefined) putMember(here, name, next)
    here = next
  }
  putMember(here, last, value)
}

/** A value while it is being put together. */
export type MutableDraft<A> = { -readonly [Key in keyof A]: A[Key] }

/** Sets a field where there is a value for it. */
export const setDefined = <A, Key extends keyof A>(node: A, key: Key, value: A[Key] | undefined): void => {
  if (value !== undefined) node[key] = value
}
