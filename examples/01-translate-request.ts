// A request of Anthropic's SDK becomes one of OpenAI's; the upstream's answer comes back as Anthropic's.
import * as Formats from "../src/formats.ts"
import assert from "node:assert/strict"
import { translator } from "../src/translate.ts"

const body = {
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  top_k: 40,
  system: "Be brief.",
  messages: [{ role: "user", content: "Hello" }]
}

const chat = translator({ client: Formats.messages, upstream: Formats.chatCompletions, model: "gpt-4o" })
const there = chat.request(body)
if (!there.ok) throw there.error
for (const { kind, path, detail } of there.value.notes) console.log(`${kind} ${path}: ${detail}`)
const back = chat.response(await send(there.value.body), there.value)

assert(back.ok)
const { content, stop_reason } = JSON.parse(back.value.body)
assert.deepEqual(content, [{ type: "text", text: "Hello to you.", citations: null }])
assert.equal(stop_reason, "end_turn")
assert.deepEqual(
  there.value.notes.map(({ kind, path }) => [kind, path]),
  [["dropped", "/top_k"]]
)

/** In place of a call over the network. */
async function send(text: string): Promise<string> {
  const { model, messages, max_completion_tokens: limit } = JSON.parse(text)
  assert.equal(model, "gpt-4o")
  assert.equal(limit, 100)
  assert.deepEqual(messages[0], { role: "system", content: "Be brief." })
  const message = { role: "assistant", content: "Hello to you.", refusal: null }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }]
  return JSON.stringify({ id: "chatcmpl-1", object: "chat.completion", created: 0, model, choices })
}
