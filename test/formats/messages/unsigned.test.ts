import { expect, it } from "vitest"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { stamp } from "./reading.ts"

const thought: readonly ChatEvent[] = [
  { type: "start", response: { id: "r", model: "m" } },
  { type: "part", candidate: 0, part: 0, value: { type: "reasoning", text: "" } },
  { type: "delta", candidate: 0, part: 0, delta: { type: "text", text: "Hm." } },
  { type: "part-end", candidate: 0, part: 0 }
]

const framesOf = (events: readonly ChatEvent[]) => {
  const machine = messages.encodeStream({ ...defaultReplyPreferences, stream: true }, stamp)
  return events.flatMap((event) => machine.push(event))
}

/** @see https://github.com/vercel/ai `@ai-sdk/anthropic` 4.0.105 forgets thinking whose signature it is not told (run 2026-11) */
it("thinking that nothing signs is signed by nothing, as in whole answers", () => {
  const frames = framesOf(thought).map(({ data }) => JSON.parse(data))
  expect(frames.slice(1)).toEqual([
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "" } },
    { type: "content_block_stop", index: 0 }
  ])
})

it("a text ends without a signature", () => {
  const text: ChatEvent = { type: "part", candidate: 0, part: 0, value: { type: "text", text: "Hi" } }
  const events: readonly ChatEvent[] = [...thought.slice(0, 1), text, { type: "part-end", candidate: 0, part: 0 }]
  expect(JSON.stringify(framesOf([...events, { type: "end" }]))).not.toContain("signature")
})

it("such a signature is read as none", () => {
  const machine = messages.decodeStream(emptyReplyContext)
  const events = framesOf(thought).flatMap((frame) => machine.push(frame))
  expect(events.filter((event) => event.type === "delta")).toEqual([thought[2]])
})
