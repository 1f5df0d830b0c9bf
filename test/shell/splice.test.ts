import { describe, expect, it } from "vitest"
import { cutBytes, cutsOf, splice } from "../../src/exchange/body.ts"
import type { BodyEdit } from "../../src/core/format.ts"

/** What the edits make of a text's bytes, read again. */
const bytesOf = (text: string, edits: readonly BodyEdit[]): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
    cutBytes(new TextEncoder().encode(text), text, cutsOf(text, edits))
  )

/** A small generator with a state of its own, so that a failing document can be made again. */
const randomness = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return { below: (n: number): number => Math.floor(next() * n), chance: (share: number): boolean => next() < share }
}

type Random = ReturnType<typeof randomness>
type Value = null | boolean | number | string | Value[] | Map<string, Value>

/** Not the name `\`: V8 of Node 24 takes any escaped one-character name for it where an object before had it. */
const names = [
  "a",
  "b",
  "model",
  "1",
  "0",
  "__proto__",
  "constructor",
  "a/b",
  "a~b",
  "ü",
  "𝒳",
  "",
  '"',
  "\\\\",
  'x\\"',
  "\n",
  "stream"
]
const strings = ["", "x", "\\", '"', "a\\\\", '{"a":1}', "]", "},", "😀", "\u2028", "line\nbreak", ":", "é"]
const numbers = [0, 1, 5, 10.5, -3, 1e21, 123456789]

const made = (random: Random, depth: number): Value => {
  const kind = depth === 0 ? 4 + random.below(3) : random.below(depth > 3 ? 4 : 7)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return numbers[random.below(numbers.length)] ?? 0
  if (kind === 3) return strings[random.below(strings.length)] ?? ""
  if (kind === 4) return Array.from({ length: random.below(4) }, () => made(random, depth + 1))
  const members = new Map<string, Value>()
  for (let n = random.below(5); n > 0; n--)
    members.set(names[random.below(names.length)] ?? "", made(random, depth + 1))
  return members
}

const spaces = ["", "", "", " ", "\n", "\t", "\r\n", "  \n "]
const space = (random: Random): string => spaces[random.below(spaces.length)] ?? ""

const escaped = (random: Random, text: string): string => {
  const plain = JSON.stringify(text)
  if (text === "" || random.chance(0.7)) return plain
  return `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`
}

const printed = (random: Random, value: Value): string => {
  const s = (): string => space(random)
  if (Array.isArray(value)) return `[${s()}${value.map((item) => printed(random, item) + s()).join(`,${s()}`)}]`
  if (value instanceof Map) {
    const members = [...value].map(
      ([key, member]) => `${escaped(random, key)}${s()}:${s()}${printed(random, member)}${s()}`
    )
    return `{${s()}${members.join(`,${s()}`)}}`
  }
  return typeof value === "string" ? escaped(random, value) : JSON.stringify(value)
}

/** The oracle: reads text to maps, so that order and `__proto__` are seen. */
const plainOf = (value: Value): unknown => {
  if (Array.isArray(value)) return ["array", ...value.map(plainOf)]
  return value instanceof Map ? ["object", ...[...value].map(([key, member]) => [key, plainOf(member)])] : value
}

const parsed = (text: string): Value => {
  const walk = (value: unknown): Value => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === "object" && value !== null)
      return new Map(Object.entries(value).map(([key, member]) => [key, walk(member)]))
    if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string")
      return value
    throw new Error("not JSON")
  }
  return walk(JSON.parse(text))
}

/** The same edit on the tree; members sorted, since integer-like names have no order in JavaScript. */
const sorted = (value: Value): Value => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!(value instanceof Map)) return value
  return new Map(
    [...value].map(([key, member]): [string, Value] => [key, sorted(member)]).toSorted(([a], [b]) => (a < b ? -1 : 1))
  )
}

interface Place {
  readonly path: readonly string[]
  readonly container: Map<string, Value> | Value[]
  readonly key: string
}

const places = (value: Value, path: readonly string[] = []): readonly Place[] => {
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) => places(item, [...path, String(index)]))
    const own = [...value.keys(), value.length].map((index) => ({
      path: [...path, String(index)],
      container: value,
      key: String(index)
    }))
    return [...own, ...inside]
  }
  if (!(value instanceof Map)) return []
  const own = [...value.keys(), "added"].map((key) => ({ path: [...path, key], container: value, key }))
  return [...own, ...[...value].flatMap(([key, member]) => places(member, [...path, key]))]
}

const pointerOf = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

const isInside = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

const removed = Symbol("removed")

const documents = 4000

describe("splice", () => {
  it(`does on text what editing does on the tree, over ${documents} documents`, () => {
    let edited = 0
    for (let seed = 1; seed <= documents; seed++) {
      const random = randomness(seed)
      const tree = made(random, 0)
      const text = space(random) + printed(random, tree) + space(random)
      const all = places(tree)
      const chosen: (Place & { readonly value: number | typeof removed })[] = []
      for (let n = random.below(4); n > 0 && all.length > 0; n--) {
        const place = all[random.below(all.length)]
        if (place === undefined || chosen.some(({ path }) => isInside(pointerOf(path), pointerOf(place.path)))) continue
        chosen.push({ ...place, value: random.chance(0.4) ? removed : seed })
      }
      const edits = chosen.map(({ path, value }) =>
        value === removed ? { path: pointerOf(path) } : { path: pointerOf(path), value }
      )
      const got = splice(text, edits)
      expect(bytesOf(text, edits), `seed ${seed}: the bytes of ${text} with ${JSON.stringify(edits)}`).toBe(got)
      edited += edits.length
      const gone = new Set<Value>()
      for (const { container, key, value } of chosen) {
        if (container instanceof Map) value === removed ? container.delete(key) : container.set(key, value)
        else if (value !== removed) container[Number(key)] = value
        else if (Number(key) < container.length) {
          const mark: Value = ["gone"]
          container[Number(key)] = mark
          gone.add(mark)
        }
      }
      const without = (value: Value): Value => {
        if (Array.isArray(value)) return value.filter((item) => !gone.has(item)).map(without)
        return value instanceof Map
          ? new Map([...value].map(([key, member]): [string, Value] => [key, without(member)]))
          : value
      }
      expect(plainOf(sorted(parsed(got))), `seed ${seed}: ${text} with ${JSON.stringify(edits)} gave ${got}`).toEqual(
        plainOf(sorted(without(tree)))
      )
    }
    expect(edited).toBe(4447)
  })

  it("gives the same text back where there is nothing to edit", () => {
    const text = ' {"a" : 1.0, "a\\u0062":[ ] }\n'
    expect(splice(text, [])).toBe(text)
    expect(splice(text, [{ path: "/x/y", value: 1 }])).toBe(text)
    expect(splice(text, [{ path: "/x" }])).toBe(text)
  })

  it("touches nothing but the member that it replaces", () => {
    expect(
      splice('{ "seed":9007199254740993 ,\t"model" : "a","t":1.0,"b":1,"1":2}', [{ path: "/model", value: "b" }])
    ).toBe('{ "seed":9007199254740993 ,\t"model" : "b","t":1.0,"b":1,"1":2}')
  })

  it("takes one comma with a member that it removes", () => {
    expect(splice('{"a":1 , "b":2 , "c":3}', [{ path: "/a" }])).toBe('{"b":2 , "c":3}')
    expect(splice('{"a":1 , "b":2 , "c":3}', [{ path: "/b" }])).toBe('{"a":1 , "c":3}')
    expect(splice('{"a":1 , "b":2 , "c":3}', [{ path: "/c" }])).toBe('{"a":1 , "b":2}')
    expect(splice('{"a":1 }', [{ path: "/a" }])).toBe("{ }")
  })

  it("adds a member after the last", () => {
    expect(splice("{ }", [{ path: "/a", value: { b: [true] } }])).toBe('{"a":{"b":[true]} }')
    expect(splice('{"a":{"b":1} }', [{ path: "/a/c", value: null }])).toBe('{"a":{"b":1,"c":null} }')
  })
})
