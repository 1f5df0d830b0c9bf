import { describe, expect, it } from "vitest"
import { installedTokenizer } from "../../src/hosts/cli/tokenizer.ts"

describe("the tokenizer that is installed", () => {
  it("counts tokens, not words", async () => {
    const count = await installedTokenizer()
    expect(count?.("indivisible, tokenization")).toBeGreaterThan(3)
  })

  it("takes the name of a special token for text", async () => {
    const count = await installedTokenizer()
    expect(count?.("<|endoftext|>")).toBeGreaterThan(1)
  })
})
