import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateStream } from "../../../src/translate.ts"

/** @see https://platform.claude.com/docs/en/build-with-claude/streaming a container is told with the end (SDK 1.11) */
describe("the container that an answer of Claude's used", () => {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, usage }
  const container = { id: "container_1", expires_at: "2026-12-01T00:00:00Z", skills: null }
  const events: readonly object[] = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "Done." } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null, container }, usage },
    { type: "message_stop" }
  ]

  it.each([chatCompletions, generateContent, responses])("is noted once where its stream is told: $id", (to) => {
    const stream = translateStream({ from: messages, to })
    for (const event of events) stream.push(`data: ${JSON.stringify(event)}\n\n`)
    stream.end()
    const lost = stream.notes().filter(({ rule }) => rule === `${to.id}/container`)
    expect(lost.map(({ severity }) => severity)).toEqual(["meaning"])
  })
})
