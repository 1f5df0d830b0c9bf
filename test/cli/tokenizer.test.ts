import { describe, expect, it } from "vitest"
import { installedTokenizer } from "../../src/hosts/cli/tokenizer.ts"

describe("the tokenizer that is installed", () => {
  it("counts tokens, not words", async () => {
    const { tokenizer } = await installedTokenizer()
    expect(tokenizer?.("indivisible, tokenization")).toBeGreaterThan(3)
  })

  it("takes the name of a special token for text", async () => {
    const { tokenizer } = await installedTokenizer()
    expect(tokenizer?.("<|endoftext|>")).toBeGreaterThan(1)
  })

  it("counts as the models of its vendor do, and as nobody else's", async () =>
    expect((await installedTokenizer()).tokenizes).toEqual(["openai"]))
})
