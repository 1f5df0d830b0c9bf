import { describe, expect, it } from "vitest"
import {
  idAt,
  identifierSpelling,
  restoreCallId,
  sealCallId,
  spellId,
  spellName,
  UniqueIds
} from "../../../src/core/chat/call-id.ts"
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

describe("an id of a call as its upstream gave it", () => {
  const restored = (id: string) => restoreCallId(id)?.id

  it("is that of which one is a spelling", () => {
    expect(restored("isg_ZnVuY3Rpb25zLmY6MA")).toBe("functions.f:0")
  })

  it("is that of which one is a spelling that carried bytes", () => {
    const opaque = [{ vendor: "moonshot", kind: "signature", data: "c2ln" }] as const
    const sealed = sealCallId("isg_ZnVuY3Rpb25zLmY6MA", "f", { opaque, thoughts: [] })
    expect(restoreCallId(sealed)).toMatchObject({ id: "functions.f:0", opaque })
  })

  it.each(["call_1", "isg_1_0", "isg_", "isg_Y2FsbF8x", "isg_ZnVuY3Rpb25zLmY6MB", "functions.f:0", "isg__w"])(
    "is none other where nobody spelled it: %s",
    (id) => expect(restored(id)).toBeUndefined()
  )

  law(
    "comes back from each of its spellings",
    (c) => c.pick(["functions.f:0", "é", "a b", "isg_functions:0", "日".repeat(9)]),
    (id) => expect(restored(spellId(id, spelling))).toBe(id)
  )
})

describe("the ids of calls that a vendor names alike", () => {
  const told = (...ids: readonly string[]): readonly string[] => {
    const unique = new UniqueIds(["a_2", "functions.f:1"])
    return ids.map((id) => unique.of(id))
  }

  it("are numbered, but for those that are there", () => {
    expect(told("a", "a", "a", "a_2", "b")).toEqual(["a", "a_3", "a_4", "a_2_2", "b"])
  })

  it("are numbered on where they are numbered", () => {
    expect(told("functions.f:0", "functions.f:0", "functions.f:1", "functions.g:0")).toEqual([
      "functions.f:0",
      "functions.f:2",
      "functions.f:3",
      "functions.g:0"
    ])
  })
})
