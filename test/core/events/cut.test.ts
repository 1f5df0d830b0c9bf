import { describe, expect, it } from "vitest"
import { cutEvent, mostText, type ChatEvent } from "../../../src/core/chat/chat.ts"

const place = { candidate: 0, part: 0 } as const
const delta = (text: string): ChatEvent => ({ type: "delta", ...place, delta: { type: "text", text } })
const part = (text: string): ChatEvent => ({ type: "part", ...place, value: { type: "text", text } })
const input = (text: string): ChatEvent => ({ type: "delta", ...place, delta: { type: "input", text } })
const full = "a".repeat(mostText)

describe("an event with a long text", () => {
  it.each<[string, ChatEvent, readonly ChatEvent[]]>([
    ["a delta is several", delta(`${full}${full}b`), [delta(full), delta(full), delta("b")]],
    ["input is several", input(`${full}{`), [input(full), input("{")]],
    ["a part begins with a piece, and goes on in deltas", part(`${full}b`), [part(full), delta("b")]],
    ["a pair of surrogates is not cut", delta(`b${full.slice(2)}😀c`), [delta(`b${full.slice(2)}`), delta("😀c")]],
    ["one that is just long enough stays", delta(full), [delta(full)]],
    ["what has no text stays", { type: "end" }, [{ type: "end" }]]
  ])("%s", (_, event, expected) => {
    expect([...cutEvent(event)]).toEqual(expected)
  })
})
