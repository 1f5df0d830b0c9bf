// A stream of the messages format becomes one of chat completions, however the network cuts its bytes.
import * as Formats from "../src/formats.ts"
import assert from "node:assert/strict"
import { translator } from "../src/translate.ts"

const chat = translator({ client: Formats.chatCompletions, upstream: Formats.messages, model: "claude-sonnet-4-5" })
const there = chat.request({ model: "any", stream: true, messages: [{ role: "user", content: "Hello" }] })
if (!there.ok) throw there.error

const upstream = bytesInPieces([
  { type: "message_start", message: { id: "msg_1", role: "assistant", model: "claude-sonnet-4-5", content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Grüße, " } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Welt" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } },
  { type: "message_stop" }
])

const stream = chat.stream(there.value)
const client = await new Response(ReadableStream.from(upstream).pipeThrough(stream)).text()

const frames = client.trimEnd().split("\n\n")
assert.equal(frames.at(-1), "data: [DONE]")
const choices = frames.slice(0, -1).map((frame) => JSON.parse(frame.slice("data: ".length)).choices[0])
assert.equal(choices.map(({ delta }) => delta.content ?? "").join(""), "Grüße, Welt")
assert.equal(choices.at(-1).finish_reason, "stop")
assert.deepEqual(stream.notes(), [])

/** In place of a response's body: five bytes at a time, through the middle of letters too. */
async function* bytesInPieces(events: readonly { type: string; [member: string]: unknown }[]) {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("")
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5)
}
