import { describe, expect, it } from "vitest"
import { sendableText } from "../../src/upstream/node-content.ts"

const bytes = (text: string): string => Buffer.from(text).toString("base64")

describe("a text that node sends", () => {
  it.each([
    ["of ASCII", "lorem ipsum ".repeat(500)],
    ["of Latin-1", "façade ".repeat(700)],
    ["beyond Latin-1", "na\u2014e ".repeat(900)],
    ["with astral characters", "\u{1f600} smile ".repeat(600)]
  ])("goes as its UTF-8 where it is long and %s", (_, text) => {
    const sent = sendableText(text)
    expect(typeof sent === "string" ? sent : Buffer.from(sent).toString("base64")).toBe(bytes(text))
  })

  it("stays a text where it is short", () => {
    expect(sendableText("na\u2014e")).toBe("na\u2014e")
  })

  it("stays a text where it has half a surrogate pair, which node replaces", () => {
    const text = `${"a".repeat(5000)}\ud800`
    expect(sendableText(text)).toBe(text)
  })
})
