import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { memoryTexts } from "../../src/history/memory.ts"
import type { NamedText } from "../../src/history/store.ts"
import { list } from "../cost/list.ts"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** The bytes that are no garbage, in the heap and outside. */
const held = (): number => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const cap = 16 * 1024 * 1024

/** What a store in memory holds beside its cap, in parts of it, once it was given more than it may keep. */
const filled = (textsAt: (at: number) => readonly NamedText[], writings: number): number => {
  const rows = memoryTexts({ life: 1_000_000, all: cap, owner: cap })
  const before = held()
  for (let at = 0; at < writings; at++) Effect.runSync(rows.put("one", textsAt(at), at))
  const after = held()
  expect(Effect.runSync(rows.get("one", ["last"], writings))).toEqual(new Map())
  return (after - before) / cap
}

describe("responses in memory hold no more of it than their cap says", () => {
  it("where each is a few bytes of a long body", () => {
    const part = (at: number): readonly NamedText[] => {
      const body = `${at}${"-".repeat(1024 * 1024)}`
      return [{ name: `text/${at}`, text: body.slice(0, 5000) }]
    }
    expect(filled(part, 300)).toBeLessThan(1)
  })

  it("where all are very short", () => {
    const short = (at: number): readonly NamedText[] => list(10, (n) => ({ name: `item/${at}/${n}`, text: "id" }))
    expect(filled(short, 8000)).toBeLessThan(1)
  })

  it("where all are of letters that take two bytes in the heap", () => {
    const wide = (at: number): readonly NamedText[] => [
      { name: `text/${at}`, text: ["-".repeat(200_000), "\u4e2d"].join("") }
    ]
    expect(filled(wide, 200)).toBeLessThan(1.2)
  })
})
