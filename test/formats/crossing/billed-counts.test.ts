import { expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse } from "../../../src/translate.ts"

/** An answer of Claude's that searched so often and wrote so many tokens to its cache for an hour. */
const answer = (searches: number, hour: number) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "a" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: 5,
    output_tokens: 2,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: hour,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: hour },
    server_tool_use: { web_search_requests: searches }
  }
})

const billed = ["/usage/cache_creation/ephemeral_1h_input_tokens", "/usage/server_tool_use/web_search_requests"]

/** @see https://platform.claude.com/docs/en/about-claude/pricing searches and writes for an hour have prices of their own (read 2026-11) */
it.each([chatCompletions, generateContent, responses])(
  "what Claude bills and $id cannot tell is noted as a cost, and nothing of it is none",
  (to) => {
    const costs = [answer(3, 7), answer(0, 0)].map((body) => {
      const told = translateResponse({ from: messages, to }, body)
      return told.ok && told.value.notes.filter(({ severity }) => severity === "cost").map(({ path }) => path)
    })
    expect(costs.map((paths) => paths && paths.toSorted())).toEqual([billed, []])
  }
)
