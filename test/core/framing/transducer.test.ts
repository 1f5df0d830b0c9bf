import { expect, it } from "vitest"
import { HeldCounter } from "../../../src/core/framing/stream-limits.ts"
import { type EncoderWrites, writingTransducer } from "../../../src/core/framing/transducer.ts"

it("of notes that nobody asks for 256 are kept", () => {
  const to: EncoderWrites<string> = { frames: [], notes: [], held: new HeldCounter(), done: false }
  const note = { rule: "a/b", kind: "dropped", severity: "cosmetic", path: "", detail: "It is noted." } as const
  const machine = writingTransducer(
    to,
    () => to.notes.push(note),
    () => undefined
  )
  for (let item = 0; item < 300; item++) machine.push("a")
  expect(machine.notes()).toHaveLength(256)
})
