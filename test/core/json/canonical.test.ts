import { expect, it } from "vitest"
import { canonicalJson, canonicalPieces } from "../../../src/core/json/exact.ts"
import { JsonText } from "../../../src/core/json/json.ts"

const of = (text: string): string => canonicalJson(JsonText.source(text).value ?? null)

it.each<readonly [string, string]>([
  [' { "b" : [ 1 , { "d" : null , "c" : "x y" } ] , "a" : true } ', '{"a":true,"b":[1,{"c":"x y","d":null}]}'],
  ['{"\\u0061":"\\u00e9\\/"}', '{"a":"é/"}'],
  ['{"n":1.0,"m":0.50}', '{"m":0.5,"n":1}'],
  ['{"10":1,"9":2,"a":3}', '{"10":1,"9":2,"a":3}'],
  ['{"b":1,"__proto__":2}', '{"__proto__":2,"b":1}'],
  ['{"é":1,"z":2}', '{"z":2,"é":1}'],
  ['{"n":9007199254740993}', '{"n":9007199254740993}'],
  ["[]", "[]"],
  ['" a "', '" a "']
])("%s is said as %s", (text, said) => expect(of(text)).toBe(said))

it.each<readonly [string, string]>([
  ['{"n":9007199254740993}', '{"n":9007199254740992}'],
  ["[9007199254740993]", "[9007199254740992]"],
  ['{"a":"1"}', '{"a":1}'],
  ['{"a":null}', "{}"],
  ["[1,2]", "[2,1]"]
])("%s does not say the same as %s", (one, other) => expect(of(one)).not.toBe(of(other)))

it("a long text is the same as it is in one piece, wherever pairs of surrogates stand", () => {
  const texts = [0, 1].map((shift) => "x".repeat(shift) + "\u{1f600}\n".repeat(50_000))
  expect(texts.map((text) => canonicalJson(text))).toEqual(texts.map((text) => JSON.stringify(text)))
})

it("a text is said in pieces of some length", () =>
  expect([...canonicalPieces("x".repeat(200_000))].map(({ length }) => length)).toEqual([
    1, 65_536, 65_536, 65_536, 3392, 1
  ]))
