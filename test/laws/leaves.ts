import type { Json } from "../../src/core/json/json.ts"

const isContainer = (value: Json): value is Extract<Json, object> => typeof value === "object" && value !== null

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

/** The pointers of all leaves of a JSON value (what is no container, and empty containers) that are `meant`. */
export const leaves = (value: Json, meant: (leaf: Json) => boolean = () => true, at = ""): readonly string[] =>
  isContainer(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, member]) => leaves(member, meant, `${at}/${escaped(key)}`))
    : meant(value)
      ? [at]
      : []

/** A JSON value with another value at a pointer; without it where there is none. Items behind a removed one move up. */
export const replaced = (value: Json, pointer: string, by?: Json): Json => {
  if (pointer === "" || !isContainer(value)) return by ?? null
  const [, token = ""] = pointer.split("/", 2)
  const rest = pointer.slice(token.length + 1)
  const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] =>
    name !== key
      ? [[name, member]]
      : rest !== ""
        ? [[name, replaced(member, rest, by)]]
        : by === undefined
          ? []
          : [[name, by]]
  )
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
}
