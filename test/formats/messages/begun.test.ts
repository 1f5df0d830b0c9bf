import { expect, it } from "vitest"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { stamp } from "./reading.ts"

it("a text that is there at once comes in deltas, for its block begins empty", () => {
  const machine = messages.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp)
  const source = { kind: "document", index: 0, unit: "char", start: 0, end: 1, title: "T" } as const
  const events: readonly ChatEvent[] = [
    { type: "start", response: { id: "r", model: "m" } },
    { type: "part", candidate: 0, part: 0, value: { type: "text", text: "abc", citations: [{ source }] } },
    { type: "part-end", candidate: 0, part: 0 }
  ]
  const frames = events.flatMap((event) => machine.push(event)).map(({ data }) => JSON.parse(data))
  expect(frames.slice(1)).toMatchObject([
    { type: "content_block_start", content_block: { type: "text", text: "" } },
    { type: "content_block_delta", delta: { type: "citations_delta", citation: { document_title: "T" } } },
    { type: "content_block_delta", delta: { type: "text_delta", text: "abc" } },
    { type: "content_block_stop" }
  ])
})
