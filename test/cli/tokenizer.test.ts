import { describe, expect, it } from "vitest"
import { installedTokenizer } from "../../src/hosts/cli/served.ts"

describe("the tokenizer that is installed", () => {
  it("counts tokens, not words", () => {
    const { tokenizer } = installedTokenizer()
    expect(tokenizer?.("indivisible, tokenization")).toBeGreaterThan(3)
  })

  it("takes the name of a special token for text", () => {
    const { tokenizer } = installedTokenizer()
    expect(tokenizer?.("<|endoftext|>")).toBeGreaterThan(1)
  })

  it("counts as the models of its vendor do, and as nobody else's", () =>
    expect(installedTokenizer().tokenizes).toEqual(["openai"]))
})
