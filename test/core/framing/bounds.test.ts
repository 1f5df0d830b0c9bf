import { describe, expect, it, onTestFinished, vi } from "vitest"
import {
  beyondBounds,
  eventBounds,
  eventValue,
  HeldCounter,
  largeEvent,
  weightOf,
  withoutEcho
} from "../../../src/core/framing/stream-limits.ts"
import { JsonText } from "../../../src/core/json/json.ts"

const mega = 1024 * 1024

const why = (data: string): string | undefined => beyondBounds(data)?.message

/** An event that is long enough to be looked at, whatever it holds. */
const long = (text: string): string => text + " ".repeat(largeEvent)

const nested = (depth: number): string => long("[".repeat(depth) + "]".repeat(depth))
const items = (count: number): string => long(`[${Array.from({ length: count }, () => 1).join()}]`)
const text = (name: string, length: number): string => `{"a":{"${name}": "${"x".repeat(length)}"},"b":1}`

describe("an event of a stream", () => {
  it("may be nested as deep as a request, and no deeper", () => {
    expect([why(nested(64)), why(nested(65))]).toEqual([
      undefined,
      "The upstream sent a stream event that is nested deeper than 64 levels."
    ])
  })

  it("may open and close any number of containers one after the other", () => {
    expect(why(long(`[${"[],".repeat(1000)}[]]`))).toBeUndefined()
  })

  it("may have many values, but not any number", () => {
    expect([why(items(eventBounds.things)), why(items(eventBounds.things + 1))]).toEqual([
      undefined,
      "The upstream sent a stream event that has more than 100000 values."
    ])
  })

  it("counts texts as values, too", () => {
    expect(why(long(`[${'"x",'.repeat(eventBounds.things / 2 + 1)}1]`))).toContain("values")
  })

  it.each(["data", "url", "text", "content", "delta", "result", "b64_json", "partial_image_b64"])(
    "may hold a medium as `%s`, however long",
    (name) => {
      expect(why(text(name, 5 * mega))).toBeUndefined()
    }
  )

  it.each(["signature", "thoughtSignature", "arguments", "partial_json", "metadata"])(
    "may hold a text of 2 Mi characters as `%s`, and no longer one",
    (name) => {
      expect([why(text(name, 2 * mega - 2)), why(text(name, 2 * mega + 1))]).toEqual([
        undefined,
        "The upstream sent a stream event that has a text that is not media and takes more than 2097152 bytes of JSON."
      ])
    }
  )

  it("may hold a third of that beyond ASCII, of which each character may have three bytes", () => {
    const letters = (length: number): string => `{"a":{"signature":"${"\u00e9".repeat(length)}"}}`
    expect([why(letters(600_000)), why(letters(700_000))?.slice(-14)]).toEqual([undefined, "bytes of JSON."])
  })

  it("may escape each solidus of a medium, as base64 has them, and not each of its characters", () => {
    expect(why(`{"data":"${"a".repeat(64)}${String.raw`\/aaaaaaa`.repeat(mega / 4)}"}`)).toBeUndefined()
    expect(why(`{"data":"${String.raw`\n`.repeat(2 * mega)}"}`)).toContain("that is not media")
  })

  it("may hold 1 Mi characters between its strings, and no more", () => {
    const between = (count: number): string => `{"a":"x"}${" ".repeat(count - 5)}`
    expect([why(between(mega)), why(between(mega + 1))]).toEqual([
      undefined,
      "The upstream sent a stream event that has more than 1048576 characters between its strings."
    ])
  })

  it("is no deeper for brackets and quotes in its texts", () => {
    expect(why(long(`{"a":"${'\\"['.repeat(200)}"}`))).toBeUndefined()
  })

  it("that is short is not looked at", () => {
    expect(why("[".repeat(100))).toBeUndefined()
  })

  it("beyond a bound is an error of its vendor", () => {
    expect(beyondBounds(nested(65))).toMatchObject({
      reason: "UpstreamFailed",
      details: { code: "upstream_event_too_large" }
    })
  })
})

describe("what is kept of a stream", () => {
  const long = "x".repeat(1000)

  it.each([
    ["a text", "", long],
    ["a list", [""], [long]],
    ["a member", { a: "" }, { a: long }],
    ["a map's value", new Map([["a", ""]]), new Map([["a", long]])],
    ["a map's name", new Map([["", 1]]), new Map([[long, 1]])]
  ])("counts as many characters as it has: %s", (_, empty, full) => expect(weightOf(full) - weightOf(empty)).toBe(1000))

  it("is not printed for that where it was read, and media in it counts an eighth", () => {
    const read = (data: string): JsonText => JsonText.of({ type: "base64", data })
    const printed = vi.spyOn(JSON, "stringify")
    onTestFinished(() => printed.mockRestore())
    expect(weightOf(read("a".repeat(8000))) - weightOf(read(""))).toBe(1000)
    expect(printed).not.toHaveBeenCalled()
  })
})

it("says of what is too much what was counted", () => {
  const held = new HeldCounter(1000)
  held.add(1001)
  expect(held.error?.message).toBe(
    "Too much of the upstream's stream would have to be buffered until its end: its characters, with 32 to 512 more for each value, are more than 1000."
  )
})

describe("instructions that a vendor repeats", () => {
  const long = String.raw`a\n\"b`.repeat(mega)
  const shown = `{"type":"x","response":{"id":"r","instructions" : "${long}","tools":[{"instructions":"${long}"}],"b":1}}`

  it("are not read where they are longer than other texts may be, however much of them is escaped", () => {
    expect(eventValue(shown)).toEqual({
      type: "x",
      response: { id: "r", instructions: null, tools: [{ instructions: null }], b: 1 }
    })
  })

  it("are read where they are not", () => {
    const short = shown.replaceAll(long, "short")
    expect(withoutEcho(short + " ".repeat(3 * mega))).toBe(short + " ".repeat(3 * mega))
  })

  it("are not what a text says that looks like them", () => {
    const text = JSON.stringify({ text: `"instructions":"${"a".repeat(3 * mega)}"` })
    expect(withoutEcho(text)).toBe(text)
  })
})
