import { describe, expect, it } from "vitest"
import { before, requests } from "./billed.ts"
import { eventsOf } from "./scripted-vendor.ts"

const chunk = (content: string, reason: string | null) => ({
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "chat",
  choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: reason }]
})

/**
 * KoboldCpp did so until 2025-03. Its own format's clients are told its own words; neither they nor what is metered is an
 * end.
 *
 * @see https://github.com/PowerShell/AIShell/issues/350 (2025-03)
 */
describe.each(requests("chat").slice(0, 2))('the finish reason "null", for a client of %s', (path, body) => {
  it.each([
    ["failed", [chunk("a", "null"), chunk("b", "null")]],
    ["finished", [chunk("a", "null"), chunk("b", "stop")]]
  ])("is none: the stream has %s", async (ended, events) => {
    const text = eventsOf(events)
    const { ask, seen } = before(text)
    const told = await (await ask(path, body)).text()
    expect(seen.metered.map((entry) => entry.ended)).toEqual([ended])
    if (path === "chat/completions") expect(told.startsWith(text.trimEnd())).toBe(true)
  })
})
