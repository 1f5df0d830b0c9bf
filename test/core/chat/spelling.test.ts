import { describe, expect, it } from "vitest"
import { idAt, identifierSpelling, spellId, spellName } from "../../../src/core/chat/call-id.ts"
import { law } from "../../laws/law.ts"

const spelling = identifierSpelling(64)

describe("a name or an id for a target", () => {
  it.each(["get_weather", "a", "A-1_b", "x".repeat(64), "__proto__"])("that fits stays: %s", (name) => {
    expect([spellName(name, spelling), spellId(name, spelling)]).toEqual([name, name])
  })

  it("that does not fit is made plain, with a digest that tells it apart", () => {
    expect(spellName("fs:read.file", spelling)).toMatch(/^fs_read_file_[0-9a-f]{6}$/)
  })

  it("is reversible where it is an id that is short enough", () => {
    expect(spellId("functions.f:0", spelling)).toBe(`isg_${Buffer.from("functions.f:0").toString("base64url")}`)
  })

  law(
    "always fits",
    (c) => c.pick(["", "é", "a b", "x".repeat(200), "functions.f:0", "\ud800", "日".repeat(30)]),
    (text) => {
      for (const spelled of [spellName(text, spelling), spellId(text, spelling)])
        expect(spelled).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    }
  )

  it("differs for names that look alike when made plain", () => {
    expect(spellName("a.b", spelling)).not.toBe(spellName("a:b", spelling))
  })

  it("differs for long ids that begin alike", () => {
    expect(spellId(`${"x".repeat(80)}a`, spelling)).not.toBe(spellId(`${"x".repeat(80)}b`, spelling))
  })

  it("that the client did not give depends on its place alone", () => {
    expect(idAt(3, 1)).toBe("isg_3_1")
  })
})
