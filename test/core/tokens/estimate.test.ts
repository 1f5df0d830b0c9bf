import { describe, expect, it } from "vitest"
import { estimateTokens } from "../../../src/core/tokens/count.ts"
import { law } from "../../laws/law.ts"

describe("an estimate of a text's tokens", () => {
  it.each([
    ["", 0],
    ["hello", 1],
    ["Hello, world!", 4],
    ["The quick brown fox jumps over the lazy dog.", 10],
    ["internationalization", 3],
    ["1234567", 3],
    ["你好吗", 3],
    ["a\n\nb", 3],
    ["   ", 0]
  ])("%j is %d", (text, tokens) => expect(estimateTokens(text)).toBe(tokens))

  it("grows with the text", () => {
    expect(estimateTokens("word ".repeat(10_000))).toBe(10_000)
  })
})

/** The same said in one expression, which is many times slower: runs of a kind, each beginning where the last ended. */
const runs =
  /(?<dense>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{Extended_Pictographic}])|(?<ascii>[A-Za-z]+)|(?<letters>[\p{L}\p{M}]+)|(?<digits>\p{N}+)|(?<breaks>[\r\n]+)|(?<signs>[^\s\p{L}\p{N}]+)/gu
const perToken: Readonly<Record<string, number>> = { ascii: 7, letters: 3, digits: 3, signs: 2 }
const oneByOne = (text: string): number =>
  [...text.matchAll(runs)].reduce((sum, { groups = {} }) => {
    const [kind = "", run = ""] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    return sum + Math.ceil(run.length / (perToken[kind] ?? run.length))
  }, 0)

const characters = [
  ...Array.from("aZé٣ß漢あ한ไ😀©Àx中々ーⅧ²"),
  "7",
  " ",
  "\n",
  "\r",
  "\t",
  "\u00a0",
  "\u2028",
  ".",
  "{",
  '"',
  "—",
  "\u0300",
  "\ud800"
]

law(
  "an estimate is what its runs of characters give, whatever stands beside what",
  (choices) => Array.from({ length: choices.below(40) }, () => characters[choices.below(characters.length)]).join(""),
  (text) => expect(estimateTokens(text)).toBe(oneByOne(text))
)
