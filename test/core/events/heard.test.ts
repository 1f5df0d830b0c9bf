import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { textDigest, maxHashedLength } from "../../../src/core/chat/envelope.ts"
import { HashedText } from "../../../src/core/events/delta-fast-path.ts"

const digestOf = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex").slice(0, 16)

/** Of a long text its beginning and its length count. */
const longDigestOf = (text: string): string =>
  digestOf(`${createHash("sha256").update(text.slice(0, maxHashedLength), "utf8").digest("hex")} ${text.length}`)

const heard = (text: string, size: number, prefixes?: readonly string[]): HashedText => {
  const out = new HashedText(prefixes)
  for (let at = 0; at < text.length; at += size) out.add(text.slice(at, at + size))
  return out
}

const short = "Ein Wörtchen 😀 und noch eins 😀😀."
const long = short.repeat(Math.ceil(maxHashedLength / short.length) + 1)

describe("a text that was heard", () => {
  it.each([1, 2, 3, 7, 1000])("has the digest that node:crypto gives, in pieces of %d", (size) =>
    expect(heard(short, size).digest()).toBe(digestOf(short))
  )

  it.each([3, 4096])("has it when it is longer than what is kept, in pieces of %d", (size) => {
    const it = heard(long, size, ["", "text\n"])
    expect([it.digest(), it.digest("text\n")]).toEqual([longDigestOf(long), longDigestOf(`text\n${long}`)])
  })

  it("has the digest that a text has which came at once", () => {
    const it = heard(long, 61, ["", "x"])
    expect([it.digest(), it.digest("x")]).toEqual([textDigest(long), textDigest(`x${long}`)])
  })

  it("has another where it is longer, or begins otherwise", () => {
    const all = [long, `${long}x`, `x${long.slice(1)}`].map((text) => heard(text, 4096).digest())
    expect(new Set(all).size).toBe(3)
  })

  it("is whole until it is long", () => {
    expect([heard(short, 5).isWhole, heard(short, 5).text]).toEqual([true, short])
    expect(heard(long, 4096).isWhole).toBe(false)
  })

  it("is kept by its beginning where it is long", () => {
    const { text, length } = heard(long, 4096)
    expect([long.startsWith(text), text.length, length]).toEqual([true, 1024, long.length])
  })
})
