import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { MemberRenamer, renameMembers } from "../../../src/formats/messages/tool-calls.ts"
import type { Choices } from "../../laws/choices.ts"
import { law } from "../../laws/law.ts"
import { hardNames, jsonText } from "../../laws/made/json.ts"

const names = new Map([
  ["_top", "$top"],
  ["a", 'b"\\']
])

const renamed = (text: string): string => renameMembers(JsonText.source(text), names).text

/** What is said of a text that comes in pieces. */
const saidOf = (pieces: readonly string[], by = names): string => {
  const renamer = new MemberRenamer(by)
  return pieces.map((piece) => renamer.push(piece)).join("") + renamer.rest
}

describe("other names of members", () => {
  it.each([
    ["a member", '{"_top":1}', '{"$top":1}'],
    ["members between others", '{"x":1,"_top":2,"a":3}', '{"x":1,"$top":2,"b\\"\\\\":3}'],
    ["one that is spelled by escapes", String.raw`{"\u005ft\u006fp":1}`, '{"$top":1}'],
    ["white space and numerals as they are", ' {\n"_top" : 1.0 ,"n":1e5}', ' {\n"$top" : 1.0 ,"n":1e5}'],
    ["no value", '{"x":"_top","y":["_top",{"_top":1}]}', '{"x":"_top","y":["_top",{"_top":1}]}'],
    ["no member further inside", '{"_top":{"_top":{"a":1}},"a":[]}', '{"$top":{"_top":{"a":1}},"b\\"\\\\":[]}'],
    ["no item of a list", '["_top",{"a":1},"a"]', '["_top",{"a":1},"a"]'],
    ["no string by itself", '"_top"', '"_top"'],
    ["no name behind an escaped quote", '{"x":"\\",\\"_top","a":1}', '{"x":"\\",\\"_top","b\\"\\\\":1}'],
    ["nothing of what broke off in a name", '{"x":1,"_to', '{"x":1,"_to'],
    ["a text that is none", "_top,a", "_top,a"]
  ])("%s", (_, text, expected) => expect(renamed(text)).toBe(expected))

  it("are said as soon as a name is whole, and what is no such name at once", () => {
    const renamer = new MemberRenamer(names)
    expect(['{"_t', "op", '"', ':"v', 'w","', "a".repeat(40), "a"].map((piece) => renamer.push(piece))).toEqual([
      "{",
      "",
      '"$top"',
      ':"v',
      'w",',
      `"${"a".repeat(40)}`,
      "a"
    ])
  })
})

/** The text of an object, what it is with other names, and what it is cut into. */
interface Renaming {
  readonly names: ReadonlyMap<string, string>
  readonly text: string
  readonly expected: string
  readonly pieces: readonly string[]
}

/** A name as JSON spells it: as it is printed, or by escapes alone. */
const spelled = (c: Choices, name: string): string => {
  const units = Array.from({ length: name.length }, (_, at) => name.charCodeAt(at).toString(16).padStart(4, "0"))
  return c.chance(40) ? `"${units.map((unit) => `\\u${unit}`).join("")}"` : JSON.stringify(name)
}

const renaming = (c: Choices): Renaming => {
  const all = [...hardNames, "_top", "n".repeat(64)] as const
  const used = new Set(c.list(6, () => c.pick(all)))
  const named = new Map(c.list(4, (index) => [c.pick(all), `$${index}"\\é`] as const, 1))
  const members = [...used].map((name) => {
    const space = c.pick(["", " ", "\n\t"])
    const value = `${space}:${space}${jsonText(c, 3)}${space}`
    const other = named.get(name)
    const before = space + spelled(c, name)
    return [before + value, (other === undefined ? before : space + JSON.stringify(other)) + value] as const
  })
  const text = `{${members.map(([plain]) => plain).join(",")}}`
  const cuts = c.list(12, () => c.below(text.length)).toSorted((a, b) => a - b)
  return {
    names: named,
    text,
    expected: `{${members.map(([, other]) => other).join(",")}}`,
    pieces: [0, ...cuts].map((from, index) => text.slice(from, cuts[index]))
  }
}

describe("any object", () => {
  law("has its other names at the top, and all else as it was, wherever it is cut", renaming, (it) => {
    expect(it.pieces.join("")).toBe(it.text)
    expect(saidOf(it.pieces, new Map(it.names))).toBe(it.expected)
    expect(saidOf(it.text.split(""), new Map(it.names))).toBe(it.expected)
  })
})
