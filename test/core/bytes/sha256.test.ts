import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { sha256 } from "../../../src/core/bytes.ts"
import { law } from "../../laws/law.ts"
import { hardStrings } from "../../laws/made/json.ts"

const asNode = (text: string): string => createHash("sha256").update(text).digest("hex")

describe("SHA-256", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ]
  ])("of %j is what the standard says", (text, expected) => {
    expect(sha256(text)).toBe(expected)
  })

  it.each(["a", "é"])("is right at every length around the ends of blocks, of %s", (letter) => {
    const lengths = Array.from({ length: 200 }, (_, length) => letter.repeat(length))
    expect(lengths.map(sha256)).toEqual(lengths.map(asNode))
  })

  law(
    "of any text is what the host computes, lone surrogates as U+FFFD",
    (c) => c.list(60, () => c.one([() => c.pick(hardStrings), () => String.fromCharCode(c.below(65_536))])).join(""),
    (text) => {
      expect(sha256(text)).toBe(asNode(text))
    }
  )
})
