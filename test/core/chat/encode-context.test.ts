import { describe, expect, it } from "vitest"
import { chatEncodeContext, encodedRequest } from "../../../src/core/chat/codec.ts"
import type { ToolCallPart } from "../../../src/core/chat/node.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { noteRules, type TranslationNote, noteWriter } from "../../../src/core/notes/note.ts"
import { inputObject } from "../../../src/core/chat/tool-calls.ts"

const call = (text: string): ToolCallPart => ({
  type: "tool-call",
  name: "clock",
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(text) }
})

describe("the input of a call as an object", () => {
  it.each([
    ["", {}],
    ["{}", {}],
    ['{"zone":"UTC"}', { zone: "UTC" }],
    ["[1]", undefined],
    ['{"zone":', undefined]
  ])("of %j is %j", (text, object) => {
    expect(inputObject(call(text))).toEqual(object)
  })
})

describe("an encoded request", () => {
  const target = { model: "m", vendor: "zenith" }
  const to = chatEncodeContext({ model: "m", messages: [] }, target, "some-format", "acme")

  it("takes the target's vendor for whose bytes it holds", () => {
    expect(to.vendor).toBe("zenith")
  })

  it("tells its answer whose signatures it brings", () => {
    const encoded = encodedRequest(to, {})
    expect(encoded.ok && encoded.value.value.undo).toEqual({ vendor: "zenith", names: new Map(), customTools: [] })
  })
})

describe("a note that is told once", () => {
  const { noteOnce } = noteWriter(
    noteRules("some-format", { dropped: { cosmetic: { frame: "No such event.", bytes: "No such bytes." } } }),
    "some-format"
  )

  it("is told once of each rule", () => {
    const notes: TranslationNote[] = []
    const to = { notes, noted: new Set<"frame" | "bytes">() }
    for (const rule of ["frame", "bytes", "frame"] as const) noteOnce(to, rule)
    expect(notes.map(({ rule }) => rule)).toEqual(["some-format/frame", "some-format/bytes"])
  })
})
