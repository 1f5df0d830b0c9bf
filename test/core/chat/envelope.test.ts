import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { attachCarriers, textDigest, isSealed, unsealEnvelope, sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { law } from "../../laws/law.ts"
import { hardStrings } from "../../laws/made/json.ts"

const sealed = (json: string): string => `isg1.${Buffer.from(json).toString("base64url")}`

describe("an envelope", () => {
  law(
    "opens to what was sealed",
    (c) => ({
      opaque: {
        vendor: c.pick(["anthropic", "google"]),
        kind: c.pick(["signature", "redacted", "encrypted"] as const),
        data: c.pick(["c2ln", "é", ""])
      },
      part: c.below(9),
      text: c.pick(["", "thoughts", "é日😀"])
    }),
    ({ opaque, part, text }) => {
      expect(unsealEnvelope(sealEnvelope(opaque, part, text))).toEqual({ opaque, part, digest: textDigest(text) })
    }
  )

  it("holds a digest that anyone can compute", () => {
    expect(textDigest("é日😀")).toBe(createHash("sha256").update("é日😀").digest("hex").slice(0, 16))
  })

  it("holds a digest of the first 262,144 code units and the length where a text has more", () => {
    const hex = (text: string): string => createHash("sha256").update(text).digest("hex")
    const begin = "a".repeat(262_144)
    expect(textDigest(begin)).toBe(hex(begin).slice(0, 16))
    expect(textDigest(`${begin}b`)).toBe(hex(`${hex(begin)} 262145`).slice(0, 16))
  })

  it("is base64url of a JSON array behind its prefix", () => {
    expect(sealEnvelope({ vendor: "anthropic", kind: "signature", data: "c2ln", model: "m" }, 2, "t")).toBe(
      sealed(`["anthropic","signature","m",2,"${textDigest("t")}","c2ln"]`)
    )
  })

  it.each([
    ["another prefix", "sig1.abc"],
    ["no base64url", "isg1.a b"],
    ["no UTF-8", "isg1.gICA"],
    ["no JSON", sealed("{")],
    ["no array", sealed("{}")],
    ["an unknown kind", sealed('["v","novel",null,0,"d","x"]')],
    ["a missing part", sealed('["v","signature",null]')],
    ["data that is no text", sealed('["v","signature",null,0,"d",7]')]
  ])("with %s does not open", (_, text) => {
    expect(unsealEnvelope(text)).toBeUndefined()
  })

  law(
    "never opens from any other text",
    (c) => c.pick(hardStrings),
    (text) => {
      expect([isSealed(text), unsealEnvelope(text)]).toEqual([false, undefined])
    }
  )
})

it("bytes that are given back to the part that they cover are not ignored", () => {
  const opaque = { vendor: "google", kind: "signature", data: "c2ln" } as const
  const ignored: string[] = []
  const carrier = { envelope: { opaque, part: 0, digest: textDigest("text\na") }, at: "/0", before: 0 }
  const parts = attachCarriers([{ type: "text", text: "a" }], [carrier], (at) => ignored.push(at))
  expect([parts, ignored]).toEqual([[{ type: "text", text: "a", opaque: [opaque] }], []])
})
