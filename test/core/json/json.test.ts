import { describe, expect, it } from "vitest"
import {
  isObject,
  type Json,
  JsonText,
  putMember,
  parseJson,
  type JsonTemplate,
  stringifyJson
} from "../../../src/core/json/json.ts"
import { jsonObject, jsonText } from "../../laws/made/json.ts"
import { law } from "../../laws/law.ts"

const value = (text: string): Json => {
  const document = parseJson(text)
  if (!document.ok) throw new Error(document.error.issues[0].message)
  return document.value
}

const issue = (text: string): { readonly path: string; readonly message: string } => {
  const document = parseJson(text)
  if (document.ok) throw new Error("read, against expectation")
  return document.error.issues[0]
}

const member = (text: string, key: string): string => {
  const object = value(text)
  if (!isObject(object)) throw new Error("not an object")
  return JsonText.member(object, key).text
}

/** White space outside strings taken out: the only thing that reading and writing may change of a text. */
const dense = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string?: string) => string ?? "")

/** Escapes brought to one spelling, with white space out. */
const oneSpelling = (text: string): string =>
  dense(text).replace(/"(?:[^"\\]|\\.)*"/g, (string) => JSON.stringify(JSON.parse(string)))

describe("reading", () => {
  law("gives what JSON.parse gives", jsonText, (text) => {
    expect(value(text)).toEqual(JSON.parse(text))
  })

  law(
    "keeps every member's source, up to white space and the spelling of strings",
    (choices) => jsonObject(choices),
    (text) => {
      const object = value(text)
      if (!isObject(object)) throw new Error("not an object")
      const written = stringifyJson(
        Object.fromEntries(Object.keys(object).map((key) => [key, JsonText.member(object, key)]))
      )
      const names = Object.keys(object)
      expect(oneSpelling(written).length).toBe(oneSpelling(text).length)
      for (const key of names) expect(oneSpelling(text)).toContain(oneSpelling(JsonText.member(object, key).text))
    }
  )

  it.each([
    ["a number past 2^53", '{"n":12345678901234567890}', "12345678901234567890"],
    ["a fraction of zero", '{"n":1.0}', "1.0"],
    ["a negative zero", '{"n":-0}', "-0"],
    ["an exponent", '{"n":[1e3]}', "[1e3]"],
    ["the order of names like integers", '{"n":{"10":1,"2":2}}', '{"10":1,"2":2}'],
    ["a member named __proto__", '{"n":{"__proto__":{"a":1.0}}}', '{"__proto__":{"a":1.0}}']
  ])("keeps %s", (_, text, kept) => {
    expect(member(text, "n")).toBe(kept)
  })

  it.each([
    ["at the top", '{"model":"a","model":"b"}', "/model"],
    ["spelled with escapes", '{"model":"a","\\u006dodel":"b"}', "/model"],
    ["deep inside", '{"a":[0,{"b~/c":{"x":1,"x":1}}]}', "/a/1/b~0~1c/x"],
    ["named __proto__", '{"__proto__":1,"__proto__":2}', "/__proto__"],
    ["that is an object first and a number then", '{"a":{"2":1},"a":0}', "/a"],
    ["that is a list first and null then", '{"a":[{"2":1}],"a":null}', "/a"]
  ])("names a duplicate member %s by its pointer", (_, text, path) => {
    expect(issue(text)).toEqual({ path, message: "The member's name occurs more than once in its object." })
  })

  it.each([
    ["100,000 open brackets", "[".repeat(100_000)],
    ["100,000 closed brackets", "[".repeat(100_000) + "]".repeat(100_000)],
    ["65 levels", "[".repeat(65) + "]".repeat(65)]
  ])("refuses %s", (_, text) => {
    expect(issue(text).message).toContain("deeper than 64")
  })

  it("takes 64 levels", () => {
    expect(parseJson("[".repeat(64) + "]".repeat(64)).ok).toBe(true)
  })

  it("refuses a million members", () => {
    const text = `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(",")}}`
    expect(issue(text).message).toContain("more than 200000")
  })

  it.each(["", " ", "{", '{"a":', "[1,", '{"a":1', "[[1]"])("says that %j ends too early", (text) => {
    expect(issue(text)).toEqual({ path: "", message: "The body is not valid JSON: it ends too early." })
  })

  it.each([
    ['{"a" 1}', 1, 6],
    ['"', 1, 1],
    ['{"a":"\\', 1, 6],
    ["{'a':1}", 1, 2],
    ["\uFEFF{}", 1, 1],
    ["[1,]", 1, 4],
    ["nul", 1, 1],
    ["1e999x", 1, 1],
    ['\\\\\\"', 1, 1],
    ["{} {}", 1, 4],
    ['{"a":1,}', 1, 8],
    ['{\n  "a": [1, 2},\n  "b": 3\n}', 2, 13],
    ['{"a":"\n"}', 1, 6],
    ['{"a":"\\x"}', 1, 6],
    ["[01]", 1, 2],
    ["[1 2]", 1, 4]
  ])("says where %j is no JSON", (text, line, column) => {
    const message = `The body is not valid JSON: it is wrong at line ${line}, column ${column}.`
    expect(issue(text)).toEqual({ path: "", message })
  })
})

describe("writing", () => {
  it("sets a member named __proto__ as any other", () => {
    const out: { [key: string]: JsonTemplate } = {}
    putMember(out, "__proto__", { a: 1 })
    expect(stringifyJson(out)).toBe('{"__proto__":{"a":1}}')
  })

  law("prints a plain value as JSON.stringify does", jsonText, (text) => {
    expect(stringifyJson(value(text))).toBe(JSON.stringify(JSON.parse(text)))
  })

  it("splices source text where printing would change it", () => {
    const object = value('{"n":1.0,"o":{"2":1,"1":2}}')
    if (!isObject(object)) throw new Error("not an object")
    expect(stringifyJson({ list: [JsonText.member(object, "n"), JsonText.member(object, "o")], none: undefined })).toBe(
      '{"list":[1.0,{"2":1,"1":2}]}'
    )
  })

  it("splices text that is not JSON's own printing only by its value", () => {
    expect(stringifyJson({ input: JsonText.source('{"a": 1}') })).toBe('{"input":{"a":1}}')
  })
})

describe("what was built", () => {
  it.each<readonly [string, JsonTemplate, Json]>([
    ["the tree itself", { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ["no member that is undefined", { a: undefined, b: { c: undefined } }, { b: {} }],
    ["null for an undefined item", [undefined, 1], [null, 1]],
    ["what a text stands for", { a: [JsonText.source('{ "b": 2 }'), "x"] }, { a: [{ b: 2 }, "x"] }]
  ])("has as its value %s", (_, tree, expected) => {
    expect(JsonText.tree(tree).value).toStrictEqual(expected)
  })

  it("needs no reading for its value", () => {
    expect(JsonText.tree({ a: 1 }).isRead).toBe(true)
  })
})

it.each([
  ["a value that is at hand", JsonText.of("a"), true],
  ["a text that nobody has read", JsonText.source("[1]"), false]
])("%s says whether it is read", (_, json, isRead) => expect(json.isRead).toBe(isRead))

const inputOf = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, at) => [`k${at}`, 1])))

describe("a text in a text", () => {
  it.each([
    [20_000, true],
    [20_001, false]
  ])("of %i members is an object: %s", (names, expected) => {
    const text = inputOf(names)
    expect([JsonText.source(text).object !== undefined, JsonText.source(text).isObject]).toEqual([expected, expected])
  })

  it("may have more items than members, and keeps what it is where it has too many", () => {
    const items = `{"a":[${"0,".repeat(99_990)}0]}`
    const many = inputOf(20_001)
    expect([JsonText.source(items).isObject, JsonText.source(many).text === many]).toEqual([true, true])
  })

  it.each([
    [100, true],
    [40_000, false]
  ])("may have many lists in lists, and not any number: %i times 50", (count, expected) => {
    const lists = `{"a":[${Array.from({ length: count }, () => "[".repeat(50) + "]".repeat(50)).join()}]}`
    expect(JsonText.source(lists).isObject).toBe(expected)
  })

  it("is not a bound for a whole body", () => {
    expect(parseJson(inputOf(20_001)).ok).toBe(true)
  })
})
