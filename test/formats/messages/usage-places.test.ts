import { expect, it } from "vitest"
import { generateContent, messages } from "../../../src/formats.ts"
import { translateResponse } from "../../../src/translate.ts"

/** An answer of Claude's with the counts of `Usage` of `@anthropic-ai/sdk` 1.11.0 that Gemini's usage has no place for. */
const answer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-5",
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: 3,
    cache_creation_input_tokens: 7,
    cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 2 },
    output_tokens: 1,
    server_tool_use: { web_search_requests: 1, web_fetch_requests: 1 }
  }
}

it.each([
  "/usage/cache_creation_input_tokens",
  "/usage/cache_creation/ephemeral_1h_input_tokens",
  "/usage/server_tool_use/web_search_requests",
  "/usage/server_tool_use/web_fetch_requests"
])("a count that another format cannot say is noted where Claude said it: %s", (place) => {
  const back = translateResponse({ from: messages, to: generateContent }, answer)
  expect(back.ok && back.value.notes.map(({ path }) => path)).toContain(place)
})
