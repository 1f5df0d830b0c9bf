import { describe, expect, it } from "vitest"
import { Messages, Responses, translator } from "../../../src/translate.ts"

const chat = translator({ client: Responses, upstream: Messages, model: "claude-sonnet-4-5" })

/** What a client reads of a call to which a thought led that is signed by so many characters. */
const readAfter = (signed: number): { readonly ids: readonly number[]; readonly thoughts: number } => {
  const asked = chat.request({ model: "claude-sonnet-4-5", input: "Is the tide low?" })
  if (!asked.ok) throw asked.error
  const answer = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [
      { type: "thinking", thinking: "Look.", signature: "s".repeat(signed) },
      { type: "tool_use", id: "toolu_1", name: "tide", input: {} }
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 }
  }
  const read = chat.response(JSON.stringify(answer), asked.value)
  if (!read.ok) throw read.error
  const { output }: { output: readonly Record<string, string>[] } = JSON.parse(read.value.body)
  return {
    ids: output.flatMap(({ call_id: id }) => (id === undefined ? [] : [id.length])),
    thoughts: output.filter(({ encrypted_content: bytes }) => bytes !== undefined).length
  }
}

describe("the id of a call that a client of Responses reads", () => {
  const read = Array.from({ length: 400 }, (_, signed) => readAfter(signed + 1))

  it("carries what fits into 256 characters, as Codex takes no longer one where it runs scripts", () => {
    const lengths = read.flatMap(({ ids }) => ids)
    expect(lengths).toHaveLength(400)
    expect(Math.max(...lengths)).toBeGreaterThan(252)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(256)
  })

  it("is not the only thing that carries the bytes: an item before it does so at any length", () => {
    expect(read.map(({ thoughts }) => thoughts)).toEqual(Array.from({ length: 400 }, () => 1))
  })
})
