import { describe, expect, it } from "vitest"
import { walkInWasm } from "../../../src/core/json/outline-wasm.ts"
import { outlineJson, type OutlineWalk, UnreadLists, walkInScript } from "../../../src/core/json/outline.ts"
import { random } from "../../bench/random.ts"

const unread = new UnreadLists({
  lists: { list: "[0]", tools: "[0]" },
  members: ["/list/*/secret", "/list/**/deep"],
  plain: ["/list/*/type"],
  begins: ["magic:"]
})

const encoder = new TextEncoder()

/** The outline that walks make in turn; the bytes begin so far behind a word. */
const outlineBy = (
  text: string,
  from = 0,
  walks: readonly OutlineWalk[] = [walkInWasm, walkInScript]
): string | undefined => {
  const content = encoder.encode(text)
  const bytes = new Uint8Array(from + content.length)
  bytes.set(content, from)
  return outlineJson(bytes.subarray(from), unread, walks)
}

/** Texts that differ from a base in one place each: at most so many of its characters are gone there, and a sign may be. */
const edits = (base: string, signs: readonly string[], seed: number, most: number): readonly string[] => {
  const { between } = random(seed)
  return Array.from({ length: 20_000 }, () => {
    const at = between(0, base.length - 1)
    return base.slice(0, at) + (signs[between(0, signs.length)] ?? "") + base.slice(at + between(0, most))
  })
}

const passed = '{"a":1,"list":[0],"b":"c"}'

describe.each([
  { where: "in WebAssembly", walk: walkInWasm },
  { where: "in script", walk: walkInScript }
])("walked over $where:", ({ walk }) => {
  const outlineOf = (text: string, from?: number): string | undefined => outlineBy(text, from, [walk])

  describe("the outline of a body", () => {
    it.each([0, 1, 2, 3])("has what stands for a list in its place, its bytes beginning %i behind a word", (from) =>
      expect(
        outlineOf('{"a":1,"list":[{"x":"a text that is long enough","y":[1,-2.5e+3,true,null]}],"b":"c"}', from)
      ).toBe(passed)
    )

    it("keeps all else as it is", () => {
      const rest = ' { "list" : [ ] , "\u00e9" : 1 }\n'
      expect(outlineOf(rest.replace("\u00e9", "e"))).toBe(rest.replace("\u00e9", "e"))
      expect(outlineOf('{"a":{"list":[1]},"list":{"b":[1]}}')).toBe('{"a":{"list":[1]},"list":{"b":[1]}}')
    })

    it("has a list that is there twice twice, for who reads the outline to refuse", () =>
      expect(outlineOf('{"list":[1],"list":[2]}')).toBe('{"list":[0],"list":[0]}'))

    it.each([
      ["a string with escapes", '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"'],
      ["an escape of a sign that means nothing", '"\\u003c\\u0026"'],
      ["letters of any language", '"\u6f22\u5b57 \u00e9"'],
      ["a member that is looked at elsewhere", '{"below":{"secret":1}}'],
      ["a name of which values alone are looked at", '{"type":"function"}'],
      ["containers in containers", "[[],{},[[{}]]]"]
    ])("is had of a list with %s", (_, item) =>
      expect(outlineOf(`{"a":1,"list":[${item}],"b":"c"}`), item).toBe(passed)
    )
  })

  describe("a body is read whole", () => {
    it.each([
      ["a member that is looked at", '{"secret":1}'],
      ["one of its name in another case", '{"Secret":1}'],
      ["one that is looked at anywhere", '[{"a":[{"deep":1}]}]'],
      ["a name of which values are looked at in another case", '{"Type":"function"}'],
      ["a value that is looked at, in any case", '{"type":"MAGIC:1"}'],
      ["a name with an escape", '{"s\\u0065cret":1}'],
      ["a name with a blank", '{"secret ":1}'],
      ["a name that is not of ASCII", '{"\u017fecret":1}'],
      ["a letter behind an escape", '"m\\u0061gic:1"'],
      ["more levels than are read", "[".repeat(63) + "]".repeat(63)],
      ["a number of too many digits", "1".repeat(1001)]
    ])("where its list has %s", (_, item) => expect(outlineOf(`{"a":1,"list":[${item}],"b":"c"}`)).toBeUndefined())

    it.each([
      ["tools", undefined],
      ["list", '{"list":[0]}']
    ])("where more than 10,000 tools are declared, and not where a list is of others: %s", (name, outlined) =>
      expect(outlineOf(`{"${name}":[0${",0".repeat(10_000)}]}`)).toBe(outlined)
    )

    const broken =
      '"open|"\u0001"|"\\x"|"\\u12g4"|01|+1|1.|.5|1e|-|tru|nulls|NaN|\'a\'|{a:1}|{"a"}|{"a":}|{"a":1,}|1,|,1|1 2|[1|{"a":1|]|}|// a'
    it.each(broken.split("|"))("where JSON.parse refuses what its list holds: %s", (item) => {
      const text = `{"a":1,"list":[${item}],"b":"c"}`
      expect(() => JSON.parse(text)).toThrow()
      expect(outlineOf(text)).toBeUndefined()
    })

    it.each(["", "[]", "1", "{", '{"a":1} {}', '{"a":1', '{"a" 1}', "{}x"])("where it is no object: %s", (text) =>
      expect(outlineOf(text)).toBeUndefined()
    )
  })

  describe("random edits of a body", () => {
    const base = '{"a":1,"list":[{"x":"y\\n\\u00e9","z":[-1.5e3,true,null,{}]} , "t"],"b":"c"}'
    const signs = '{}[],:"\\u0019e+-.tn \n\u0001'

    it("that JSON.parse refuses are never outlined, and what is outlined says the same beside its list", () => {
      let outlined = 0
      for (const text of edits(base, Array.from(signs), 7, 1)) {
        const outline = outlineOf(text)
        if (outline === undefined) continue
        outlined++
        const whole: Record<string, unknown> = JSON.parse(text)
        const head: Record<string, unknown> = JSON.parse(outline)
        expect({ ...whole, list: 0 }, text).toEqual({ ...head, list: 0 })
      }
      expect(outlined).toBeGreaterThan(1000)
    })
  })
})

describe("the two walks", () => {
  const base =
    '{"a":1,"list":[{"x":"y\\n\\u00e9 and so much more","s":[-1.5e3,true,null,{}],"secre":"magic"} , "t"],"tools":[]}'
  const signs = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"',
    "\\",
    "\\u0061",
    "t",
    "0",
    "e",
    "-",
    ".",
    " ",
    "\u0001",
    "\u0000",
    "secret",
    "magic:"
  ]

  it("make the same of random edits of a body", () => {
    let outlined = 0
    for (const text of edits(base, signs, 11, 2)) {
      const [program, script] = [walkInWasm, walkInScript].map((walk) => outlineBy(text, 0, [walk]))
      expect(program, text).toBe(script)
      if (script !== undefined) outlined++
    }
    expect(outlined).toBeGreaterThan(1000)
    expect(outlined).toBeLessThan(19_000)
  })

  it("take turns: what is too long for the memory of the program is walked over in script", () => {
    const text = `{"list":["${"x".repeat(1024 * 1024)}"]}`
    expect(walkInWasm(encoder.encode(text), unread, () => undefined)).toBeUndefined()
    expect(outlineBy(text)).toBe('{"list":[0]}')
  })

  it("ask by the rules of each body, one after another", () => {
    const others = new UnreadLists({ lists: { list: "[0]" }, members: ["/list/*/other"] })
    const text = encoder.encode('{"list":[{"other":1}]}')
    for (const rules of [unread, others, unread])
      expect(outlineJson(text, rules, [walkInWasm])).toBe(rules === others ? undefined : '{"list":[0]}')
  })
})
