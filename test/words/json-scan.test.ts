import { isUtf8 } from "node:buffer"
import { describe, expect, it } from "vitest"
import { limits } from "../../src/words/json.ts"
import { scan } from "../../src/words/json-scan.ts"
import { NameSet } from "../../src/words/name-set.ts"
import { outlineOf } from "../../src/words/outline.ts"
import type { Choices } from "../laws/choices.ts"
import { law } from "../laws/law.ts"
import { jsonObject } from "../laws/made/json.ts"

const bulk = new NameSet(["city", "b"])
const encoder = new TextEncoder()
const isSound = (bytes: Uint8Array): boolean => isUtf8(bytes) && scan(bytes, limits, bulk) !== undefined
const isSoundText = (text: string): boolean => isSound(encoder.encode(text))

/** What the platform reads of bytes; undefined where they are no JSON object in UTF-8. */
const native = (bytes: Uint8Array): object | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const membersIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const inside: readonly unknown[] = Object.values(value)
  return inside.reduce<number>((sum, one) => sum + membersIn(one), Array.isArray(value) ? 0 : inside.length)
}

/** Whether a JSON text has names with escapes, or two of one name in an object: a scan leaves such to a closer look. */
const needsCloserLook = (bytes: Uint8Array, value: object): boolean => {
  const names = [...new TextDecoder().decode(bytes).matchAll(/"(?:[^"\\]|\\[^])*"(\s*:)?/g)].filter(
    ([, colon]) => colon
  )
  return names.length !== membersIn(value) || names.some(([name]) => name.includes("\\"))
}

/** Bytes that have broken readers before. */
const bad: readonly [readonly number[], ...(readonly number[])[]] = [
  [0xff],
  [0x80],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xe2, 0x82],
  [0xef, 0xbb, 0xbf],
  [0x00],
  [0x1f],
  [0x7f],
  [0x22],
  [0x5c],
  [0x2c],
  [0x3a],
  [0x7b],
  [0x7d],
  [0x5b],
  [0x5d],
  [0x30],
  [0x2d],
  [0x2e],
  [0x65],
  [0x0b],
  [0x20],
  [0x5c, 0x75, 0x64, 0x38, 0x30, 0x30],
  [0x5c, 0x78],
  [0x2f, 0x2f],
  []
]

/** A document with up to three pieces of it replaced, doubled or left out. */
const mutated = (choices: Choices): Uint8Array => {
  let bytes = encoder.encode(jsonObject(choices, 3))
  for (let left = choices.below(4); left > 0; left--) {
    const at = choices.below(bytes.length + 1)
    const out = Math.min(bytes.length, at + choices.below(3))
    const piece = choices.chance(15) ? bytes.subarray(at, at + choices.below(12)) : choices.pick(bad)
    bytes = Uint8Array.from([...bytes.subarray(0, at), ...piece, ...bytes.subarray(out)])
  }
  return bytes
}

describe("a scan", () => {
  law("takes what the platform's reader takes, and nothing else", mutated, (bytes) => {
    const value = native(bytes)
    if (value === undefined) expect(isSound(bytes)).toBe(false)
    else if (!needsCloserLook(bytes, value)) expect(isSound(bytes)).toBe(true)
  })

  law("takes no object with two members of one name", mutated, (bytes) => {
    const value = native(bytes)
    if (value !== undefined && needsCloserLook(bytes, value)) expect(isSound(bytes)).toBe(false)
  })

  law(
    "knows where the members stand",
    (choices) => jsonObject(choices, 3),
    (text) => {
      const bytes = encoder.encode(text)
      const found = scan(bytes, limits, bulk)
      const piece = (from: number, to: number): unknown =>
        JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)))
      const members = found?.members.map(({ name, value, end }) => [
        String(piece(name, bytes.indexOf(34, name + 1) + 1)),
        piece(value, end)
      ])
      if (members !== undefined) expect(Object.fromEntries(members)).toEqual(JSON.parse(text))
    }
  )

  it.each([
    ["an empty text", ""],
    ["a number with a leading zero", '{"a":01}'],
    ["a number that ends in its point", '{"a":1.}'],
    ["a number without digits in its exponent", '{"a":1e}'],
    ["a plus sign", '{"a":+1}'],
    ["a control character in a string", '{"a":"\n"}'],
    ["an unknown escape", '{"a":"\\x"}'],
    ["half a unicode escape", '{"a":"\\u12"}'],
    ["a string that does not end", '{"a":"'],
    ["a comma before the end", '{"a":1,}'],
    ["a comma before the end of an array", '{"a":[1,]}'],
    ["a word cut short", '{"a":tru}'],
    ["something behind the document", '{"a":1}x'],
    ["a name without quotes", "{a:1}"],
    ["two names of one spelling deep inside", '{"a":[{"b":1,"b":2}]}']
  ])("refuses %s", (_, text) => {
    expect(isSoundText(text)).toBe(false)
  })

  it.each([
    ["a lone surrogate's escape", '{"a":"\\ud800"}'],
    ["all escapes", '{"a":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00"}'],
    ["all white space", '\t{\n"a"\r: [ 1 , -0.5e+3 ,{ } ,[\t] ] }\n'],
    ["one name in two objects", '{"a":{"b":1},"c":{"b":1}}']
  ])("takes %s", (_, text) => {
    expect(isSoundText(text)).toBe(true)
  })

  it("takes as many levels and items as are allowed, and no more", () => {
    const levels = (count: number): string => `{"a":${"[".repeat(count - 1)}${"]".repeat(count - 1)}}`
    const items = (count: number): string => `{"a":[0${",0".repeat(count)}]}`
    expect([levels(64), levels(65), levels(100_000)].map(isSoundText)).toEqual([true, false, false])
    expect([items(200_000), items(200_001)].map(isSoundText)).toEqual([true, false])
  })

  it.each([
    ["12345678901234567890", true],
    ["1.0", true],
    ["-0", true],
    ["1e3", true],
    ["0.0000001", true],
    ["0.7", false],
    ["123456789012345", false]
  ])("says of %s whether printing could change it: %s", (numeral, risky) => {
    expect(scan(encoder.encode(`{"a":${numeral}}`), limits, bulk)?.risky).toBe(risky)
  })
})

describe("an outline", () => {
  const outlined = (text: string): string | undefined => {
    const found = scan(encoder.encode(text), limits, bulk)
    return found === undefined ? undefined : outlineOf(found)
  }
  const long = "abcdefghij".repeat(20)

  it("keeps the beginning of a long text, and the braces of an object", () => {
    expect(outlined(`{"x":[{"city":"${long}","b":{"deep":[1,{"city":"${long}"}]},"c":2}]}`)).toBe(
      `{"x":[{"city":"${long.slice(0, 32)}","b":{},"c":2}]}`
    )
  })

  it("keeps the root's own members, short texts, items and members of other names", () => {
    const text = `{"city":"${long}","x":{"city":"short","b":["${long}",{"c":"${long}"}]}}`
    expect(outlined(text)).toBe(text)
  })

  it("cuts before the first character that is not plain", () => {
    expect(outlined(`{"x":{"city":"ab\\u00e9${long}","b":"é${long}"}}`)).toBe('{"x":{"city":"ab","b":""}}')
  })
})
