import { JsonText, put, type Tree } from "./json/json.ts"
import { type Pointer, tokens } from "./json/pointer.ts"

/** An object of the wire while it is being put together. */
export type Out = { [key: string]: Tree }

/** Whether a tree is an object that is being put together. */
export const isOut = (tree: Tree): tree is Out =>
  typeof tree === "object" && tree !== null && !Array.isArray(tree) && !(tree instanceof JsonText)

/** Sets the member at a pointer below an object, making the objects on the way. What stands in the way stays. */
export const putAt = (out: Out, path: Pointer, value: Tree): void => {
  const names = tokens(path)
  const last = names.at(-1)
  if (last === undefined) return
  let here = out
  for (const name of names.slice(0, -1)) {
    const found = Object.hasOwn(here, name) ? here[name] : undefined
    const next = found === undefined ? {} : found
    if (!isOut(next)) return
    if (found === undefined) put(here, name, next)
    here = next
  }
  put(here, last, value)
}
