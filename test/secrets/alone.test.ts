import { describe, expect } from "vitest"
import type { ChatEvent, ContentPart, PartDelta } from "../../src/core/chat/chat.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { mayJoin } from "../../src/exchange/without-secrets.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { stamp } from "../laws/calling.ts"
import type { Choices } from "../laws/choices.ts"
import { law } from "../laws/law.ts"

const call = { type: "tool-call", name: "f", of: "function" } as const

/** Parts before anything was said of them, and the kind of piece that they go on with. */
const parts: readonly [Beginning, ...Beginning[]] = [
  [{ type: "text", text: "" }, "text"],
  [{ type: "reasoning", text: "" }, "text"],
  [{ type: "refusal", text: "" }, "text"],
  [{ ...call, runBy: "client", input: { kind: "json", json: JsonText.source("") } }, "input"],
  [{ ...call, runBy: "client", of: "custom", input: { kind: "text", text: "" } }, "input"],
  [{ ...call, runBy: "provider", of: "web-search", input: { kind: "json", json: JsonText.source("") } }, "input"],
  [{ type: "media", media: "audio", source: { kind: "base64", data: "" } }, "transcript"],
  [{ type: "media", media: "audio", source: { kind: "base64", data: "" } }, "data"]
]

type Beginning = readonly [value: ContentPart, piece: "text" | "input" | "transcript" | "data"]

/** A piece that no other is like; in base64, too. */
const piece = (type: Beginning[1], number: number): PartDelta => {
  const text = `k${String(number).padStart(6, "0")}z`
  return type === "data" ? { type, data: text } : { type, text }
}

const pieces = /k\d{6}z/g

/** An answer whose parts come in pieces, some of several parts at once. */
const inPieces = (c: Choices): readonly ChatEvent[] => {
  const events: ChatEvent[] = [{ type: "start", response: { id: "a", model: "m" } }]
  const open: (readonly [part: number, piece: Beginning[1]])[] = []
  const of = (part: number) => ({ candidate: 0, part })
  let begun = 0
  for (const step of c.list(40, (index) => index, 8)) {
    const at = c.below(open.length)
    const [part, type] = open[at] ?? []
    if (part === undefined || type === undefined || c.chance(20)) {
      const [value, next] = c.pick(parts)
      open.push([begun, next])
      events.push({ type: "part", ...of(begun++), value })
    } else if (c.chance(15)) {
      open.splice(at, 1)
      events.push({ type: "part-end", ...of(part) })
    } else events.push({ type: "delta", ...of(part), delta: piece(type, step) })
  }
  return events
}

describe.each([chatCompletions, messages, generateContent, responses])("a stream of $id", (format) => {
  law("tells nothing but the piece itself where it is not looked through", inPieces, (events) => {
    const encode = format.encodeStream(defaultReplyPreferences, stamp)
    for (const event of events) {
      const frames = encode.push(event)
      if (event.type !== "delta" || mayJoin(event, frames)) continue
      const own = JSON.stringify(event.delta).match(pieces)
      expect(frames.flatMap(({ data }) => data.match(pieces) ?? [])).toEqual(own)
    }
  })

  law("is read so that a piece is told with its frame, and no other", inPieces, (events) => {
    const encode = format.encodeStream(defaultReplyPreferences, stamp)
    const decode = format.decodeStream(emptyReplyContext)
    for (const frame of events.flatMap((event) => encode.push(event))) {
      const said: readonly string[] = frame.data.match(pieces) ?? []
      for (const event of decode.push(frame)) {
        if (event.type !== "delta" || mayJoin(event, [frame])) continue
        for (const one of JSON.stringify(event.delta).match(pieces) ?? []) expect(said).toContain(one)
      }
    }
  })
})
