import { describe, expect, it } from "vitest"
import { splice } from "../../src/exchange/splice.ts"
import type { Edit } from "../../src/words/format.ts"
import type { Choices } from "../laws/choices.ts"
import { law } from "../laws/law.ts"
import { jsonObject } from "../laws/made/json.ts"

type Tree = null | boolean | number | string | Tree[] | { [key: string]: Tree }

const token = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

/** All pointers of a value, containers before what is in them. */
const places = (value: Tree, at = ""): readonly string[] => {
  if (typeof value !== "object" || value === null) return [at]
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => places(item, `${at}/${index}`))
    : Object.entries(value).flatMap(([key, item]) => places(item, `${at}/${token(key)}`))
  return [at, ...below]
}

/** Edits of which none stands inside another. */
const apart = (edits: readonly Edit[]): readonly Edit[] =>
  edits.filter((edit, index) => !edits.some((other, at) => at !== index && `${edit.path}/`.startsWith(`${other.path}/`) && (edit.path !== other.path || at < index)))

const edited = (c: Choices): { readonly text: string; readonly edits: readonly Edit[] } => {
  const text = jsonObject(c, 3)
  const pointers = places(JSON.parse(text) as Tree).filter((place) => place !== "")
  const edits = c.list(3, (): Edit => {
    const pointer = pointers[c.below(pointers.length)]
    if (pointer === undefined || c.chance(20)) return { path: `/new${c.below(2)}`, value: c.pick<number | string | null>([1, "x", null]) }
    return c.chance(40) ? { path: pointer } : { path: pointer, value: c.pick<number | string>([7, "é\"", "new"]) }
  })
  return { text, edits: apart(edits) }
}

/** The same edits on the parsed value: the oracle. Items are removed last to first, so that indices hold. */
const onTree = (text: string, edits: readonly Edit[]): Tree => {
  const root = JSON.parse(text) as Tree
  for (const edit of edits.toSorted((a, b) => b.path.localeCompare(a.path, "en", { numeric: true }))) {
    const keys = edit.path.slice(1).split("/").map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
    const last = keys.pop() ?? ""
    const holder = keys.reduce<Tree>((here, key) => (typeof here === "object" && here !== null ? Object.getOwnPropertyDescriptor(here, key)?.value as Tree : null), root)
    if (Array.isArray(holder)) {
      if (edit.value === undefined) holder.splice(Number(last), 1)
      else holder[Number(last)] = edit.value as Tree
    } else if (typeof holder === "object" && holder !== null) {
      if (edit.value === undefined) Reflect.deleteProperty(holder, last)
      else Object.defineProperty(holder, last, { value: edit.value, enumerable: true, configurable: true, writable: true })
    }
  }
  return root
}

describe("splicing edits into bytes that pass", () => {
  law("does what editing the parsed value does", edited, ({ text, edits }) => {
    expect(JSON.parse(splice(text, edits))).toEqual(onTree(text, edits))
  })

  law("without an edit gives the very text", jsonObject, (text) => {
    expect(splice(text, [])).toBe(text)
  })

  it.each<[string, string, readonly Edit[], string]>([
    ["replaces a value and nothing else", ' { "a" : 1.0 ,\n"b":\t[ 1e3 ] } ', [{ path: "/a", value: "x" }], ' { "a" : "x" ,\n"b":\t[ 1e3 ] } '],
    ["removes the first member with the comma after it", '{ "a":1, "b":2 }', [{ path: "/a" }], '{ "b":2 }'],
    ["removes the last member with the comma before it", '{"a":1, "b":2 }', [{ path: "/b" }], '{"a":1 }'],
    ["removes members side by side", '{"a":1,"b":2,"c":3,"d":4}', [{ path: "/b" }, { path: "/c" }], '{"a":1,"d":4}'],
    ["removes all members", '{"a":1,"b":2}', [{ path: "/a" }, { path: "/b" }], "{}"],
    ["removes the first two", '{"a":1,"b":2,"c":3}', [{ path: "/a" }, { path: "/b" }], '{"c":3}'],
    ["adds to an empty object", "{}", [{ path: "/a", value: 1 }], '{"a":1}'],
    ["adds where all others go", '{"a":1}', [{ path: "/a" }, { path: "/b", value: 2 }], '{"b":2}'],
    ["adds an object that is not there", '{"a":1}', [{ path: "/o/x", value: true }], '{"a":1,"o":{"x":true}}'],
    ["adds beside what is there", '{"o":{"y":0}}', [{ path: "/o/x", value: true }], '{"o":{"y":0,"x":true}}'],
    ["finds a name spelled with escapes", '{"\\u0061":1}', [{ path: "/a", value: 2 }], '{"\\u0061":2}'],
    ["finds a name with a slash", '{"a/b":{"~":1}}', [{ path: "/a~1b/~0", value: 2 }], '{"a/b":{"~":2}}'],
    ["changes an item deep inside", '{"m":[{"t":"a\\"]"},{"t":"b"}]}', [{ path: "/m/1/t", value: "c" }], '{"m":[{"t":"a\\"]"},{"t":"c"}]}'],
    ["leaves out what is not there to remove", '{"a":1}', [{ path: "/b" }, { path: "/c/d" }], '{"a":1}']
  ])("%s", (_, text, edits, expected) => {
    expect(splice(text, edits)).toBe(expected)
  })
})
