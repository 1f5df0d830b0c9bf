import { expect, it } from "vitest"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { stamp } from "./reading.ts"

/** An answer of pictures with so many characters of base64 each. */
const pictures = (...lengths: readonly number[]): readonly ChatEvent[] => [
  { type: "start", response: { id: "r", model: "m" } },
  ...lengths.flatMap((length, part): readonly ChatEvent[] => {
    const source = { kind: "base64", data: "A".repeat(length) } as const
    const value = { type: "media", media: "image", mime: "image/png", source } as const
    return [
      { type: "part", candidate: 0, part, value },
      { type: "part-end", candidate: 0, part }
    ]
  })
]

/** Whether an answer ends because too much would have to be kept of it. */
const isTooLarge = (most: number, events: readonly ChatEvent[]): boolean => {
  const machine = generateContent.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp, most)
  return events.flatMap((event) => machine.push(event)).some(({ data }) => data.includes("would have to be buffered"))
}

const small = Array.from({ length: 60 }, () => 4)

it("a long picture is kept for no longer than it waits", () =>
  expect([isTooLarge(15_000, pictures(80_000)), isTooLarge(15_000, pictures(80_000, ...small.slice(0, 5)))]).toEqual([
    false,
    false
  ]))

it("what is kept of many parts counts, however long one was that has gone out", () => {
  expect(isTooLarge(33_000, pictures(...small))).toBe(true)
  expect(isTooLarge(33_000, pictures(80_000, ...small))).toBe(true)
})
