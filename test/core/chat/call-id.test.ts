import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { type CallIdPayload, sealCallId, isOf, openCallId, plainId } from "../../../src/core/chat/call-id.ts"
import type { OpaqueBytes } from "../../../src/core/chat/node.ts"
import type { Choices } from "../../laws/choices.ts"
import { law } from "../../laws/law.ts"
import { hardStrings } from "../../laws/made/json.ts"

const bytes = (c: Choices): OpaqueBytes => {
  const vendor = c.pick(["anthropic", "google"])
  const kind = c.pick(["signature", "redacted", "encrypted"] as const)
  const data = c.one([
    () => c.pick(hardStrings),
    () => Buffer.from(c.pick(hardStrings)).toString("base64"),
    () => Buffer.alloc(c.below(400), c.below(256)).toString(c.pick(["base64", "base64url"]))
  ])
  return c.chance(30) ? { vendor, kind, data, model: c.pick(["model-9", "é"]) } : { vendor, kind, data }
}

const carried = (c: Choices): CallIdPayload => ({
  opaque: c.list(2, () => bytes(c)),
  thoughts: c.list(2, () => {
    const thought = { opaque: c.list(2, () => bytes(c), 1), back: c.below(3) }
    return c.chance(70) ? { ...thought, text: c.pick(["", "Need the weather.", ...hardStrings]) } : thought
  })
})

const ids = ["call_1", "toolu_01-A", "-isg1-", "a-isg1-b", "x", "1".repeat(490)] as const
const names = ["get_weather", "é", ""] as const

const made = (c: Choices) => ({ id: c.pick(ids), name: c.pick(names), carried: carried(c) })

const signature: OpaqueBytes = { vendor: "google", kind: "signature", data: "c2lnbmF0dXJl" }
const small: CallIdPayload = { opaque: [signature], thoughts: [] }
const id = sealCallId("call_1", "get_weather", small)

/** An id that says of itself that it carries a payload, with the digest that anyone can compute. */
const forged = (payload: string): string =>
  `call_1-isg1-${createHash("sha256").update(`call_1\n${payload}`).digest("hex").slice(0, 16)}${payload}`

/** Texts as a payload holds them: each behind its length in two bytes. */
const payload = (...texts: readonly string[]): string =>
  Buffer.concat(texts.flatMap((text) => [Buffer.from([0, Buffer.byteLength(text)]), Buffer.from(text)])).toString(
    "base64url"
  )

const weather = createHash("sha256").update("get_weather").digest("hex").slice(0, 8)

describe("an id that carries bytes", () => {
  law("opens to what it carries, or to the call's own bytes, or is plain", made, ({ id, name, carried: said }) => {
    const opened = openCallId(sealCallId(id, name, said))
    if (opened === undefined) return expect(sealCallId(id, name, said)).toBe(id)
    expect(opened.id).toBe(id)
    expect(isOf(opened, name)).toBe(true)
    expect({ opaque: opened.opaque, thoughts: opened.thoughts }).toEqual(
      opened.thoughts.length === said.thoughts.length ? said : { opaque: said.opaque, thoughts: [] }
    )
  })

  law("is of the letters that every client takes, and of 512 at most", made, ({ id, name, carried: said }) => {
    expect(sealCallId(id, name, said)).toMatch(/^[a-zA-Z0-9_-]{1,512}$/)
  })

  it("is the plain id, a mark, a digest that anyone can compute, and the payload", () => {
    const shape = `["${weather}",[["google",0,"é"]],[]]`
    const said = { opaque: [{ ...signature, data: "not base64", model: "é" }], thoughts: [] }
    expect(sealCallId("call_1", "get_weather", said)).toBe(forged(payload(shape, "not base64")))
  })

  it("holds the bytes of base64, which so grow no longer", () => {
    const data = Buffer.alloc(300, 7).toString("base64")
    expect(sealCallId("call_1", "t", { opaque: [{ ...signature, data }], thoughts: [] }).length).toBeLessThan(400 + 80)
  })

  it("carries as much as fits into 512 characters, and not one more", () => {
    const lengths = Array.from({ length: 400 }, (_, length) => {
      const data = `${"x".repeat(length)}!`
      return sealCallId("call_1", "t", { opaque: [{ ...signature, data }], thoughts: [] }).length
    })
    expect(Math.max(...lengths)).toBe(512)
    expect(lengths.at(-1)).toBe("call_1".length)
  })

  it("leaves the thoughts out before the call's own bytes", () => {
    const thought = { text: "x".repeat(500), opaque: [signature], back: 0 }
    expect(openCallId(sealCallId("call_1", "t", { opaque: [signature], thoughts: [thought] }))).toMatchObject(small)
    expect(sealCallId("call_1", "t", { opaque: [], thoughts: [thought] })).toBe("call_1")
  })

  it("is plain where there is nothing to carry, or no such id is allowed", () => {
    expect(sealCallId("call_1", "t", { opaque: [], thoughts: [] })).toBe("call_1")
    for (const other of ["", "call.1", "call 1", "é"]) expect(sealCallId(other, "t", small)).toBe(other)
  })

  it("is plain where the text of a thought would not come back", () => {
    const thought = { text: "\ud800", opaque: [signature], back: 0 }
    expect(sealCallId("call_1", "t", { opaque: [], thoughts: [thought] })).toBe("call_1")
  })

  it("belongs to calls of its tool alone", () => {
    const opened = openCallId(id)
    expect(opened && isOf(opened, "get_weather")).toBe(true)
    expect(opened && isOf(opened, "get_time")).toBe(false)
  })
})

describe("an id that was not made so is a plain one", () => {
  it.each([
    ["a vendor's", "toolu_01A09q90qw90lq917835lq9"],
    ["empty", ""],
    ["the mark alone", "-isg1-"],
    ["the mark without a payload", "call_1-isg1-"],
    ["the mark with a vendor's letters", "call_1-isg1-0123456789abcdef0123456789"],
    ["with nothing before the mark", id.slice("call_1".length)],
    ["cut", id.slice(0, -1)],
    ["longer", `${id}A`],
    ["of another call", id.replace("call_1", "call_2")],
    ["with another digest", id.replace(/-isg1-./, (mark) => mark.slice(0, -1) + (mark.endsWith("0") ? "1" : "0"))],
    ["no payload", forged("")],
    ["no base64url", forged("!")],
    ["a length beyond its end", forged(Buffer.from([0, 9, 1]).toString("base64url"))],
    ["half a length", forged(Buffer.from([0]).toString("base64url"))],
    ["no UTF-8", forged(Buffer.from([0, 1, 0xff]).toString("base64url"))],
    ["no JSON", forged(payload("{"))],
    ["no list", forged(payload("{}"))],
    ["a list of too little", forged(payload("[]"))],
    ["no name", forged(payload("[1,[],[]]"))],
    ["bytes without a vendor", forged(payload(`["${weather}",[[1,0]],[]]`, "data"))],
    ["bytes of no kind", forged(payload(`["${weather}",[["google",3]],[]]`, "data"))],
    ["fewer bytes than it says", forged(payload(`["${weather}",[["google",0]],[]]`))],
    ["more bytes than it says", forged(payload(`["${weather}",[],[]]`, "data"))],
    ["a thought that stands nowhere", forged(payload(`["${weather}",[],[["0",0,[]]]]`))],
    ["a thought without its text", forged(payload(`["${weather}",[],[[0,1,[]]]]`))]
  ])("%s", (_, said) => {
    expect(openCallId(said)).toBeUndefined()
    expect(plainId(said)).toBe(said)
  })

  it("and is read so where its payload is sound", () => {
    expect(openCallId(forged(payload(`["${weather}",[["google",0]],[]]`, "c2ln!")))).toEqual({
      id: "call_1",
      tool: weather,
      opaque: [{ vendor: "google", kind: "signature", data: "c2ln!" }],
      thoughts: []
    })
  })
})
