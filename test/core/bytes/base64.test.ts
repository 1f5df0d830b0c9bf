import { describe, expect, it } from "vitest"
import { decodeBase64Url, encodeBase64Url } from "../../../src/core/bytes.ts"

describe("base64url of a text", () => {
  it.each([
    ["of ASCII", "a\u0000\u007f".repeat(9000)],
    ["of other letters, longer than a call has arguments", "é😀\uffff".repeat(90_000)],
    ["of one letter that is none of ASCII at the end", `${"a".repeat(20_000)}ÿ`],
    ["of nothing", ""]
  ])("%s is what node:buffer gives", (_, text) => {
    const expected = Buffer.from(text).toString("base64url")
    expect(encodeBase64Url(text) === expected).toBe(true)
    expect(decodeBase64Url(expected) === text).toBe(true)
  })

  it("says a lone surrogate as U+FFFD", () => {
    expect(encodeBase64Url("\ud800")).toBe(Buffer.from("\ufffd").toString("base64url"))
  })
})
