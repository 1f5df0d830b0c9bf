import { inputPieces } from "../answers.ts"
import { pieces } from "../prose.ts"
import type { Random } from "../random.ts"
import type { Talk, Turn, Value } from "../talk.ts"
import { inputEvents, type Wire, type WireEvent } from "./wire.ts"

const body = (talk: Talk, model: string, stream: boolean): Value => ({
  model,
  max_tokens: talk.maxTokens,
  ...(talk.system !== undefined && { system: talk.system }),
  messages: talk.turns.map(message),
  ...(talk.tools.length > 0 && {
    tools: talk.tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    tool_choice: { type: "auto" }
  }),
  temperature: talk.temperature,
  ...(stream && { stream: true })
})

const message = (turn: Turn): Value => {
  switch (turn.kind) {
    case "user": {
      if (turn.png === undefined) return { role: "user", content: turn.text }
      const source = { type: "base64", media_type: "image/png", data: turn.png }
      return {
        role: "user",
        content: [
          { type: "text", text: turn.text },
          { type: "image", source }
        ]
      }
    }
    case "assistant":
      return { role: "assistant", content: [{ type: "text", text: turn.text }] }
    case "call": {
      const call = { type: "tool_use", id: turn.id, name: turn.name, input: turn.input }
      return { role: "assistant", content: [{ type: "text", text: turn.text }, call] }
    }
    case "result":
      return { role: "user", content: [{ type: "tool_result", tool_use_id: turn.id, content: turn.text }] }
  }
}

const answer = (text: string): Value => ({
  id: "msg_01Qx",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 217, output_tokens: 96, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
})

const events = (random: Random, count: number, plain: boolean): readonly WireEvent[] => {
  const named = (event: string, rest: { readonly [key: string]: Value }): WireEvent => ({
    event,
    data: JSON.stringify({ type: event, ...rest })
  })
  const delta = (index: number, delta: Value): WireEvent => named("content_block_delta", { index, delta })
  const inputs = inputEvents(count)
  const message = {
    id: "msg_01Qx",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null
  }
  return [
    named("message_start", {
      message: { ...message, stop_sequence: null, usage: { input_tokens: 217, output_tokens: 1 } }
    }),
    named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...pieces(random, count - inputs - 7, plain).map((text) => delta(0, { type: "text_delta", text })),
    named("content_block_stop", { index: 0 }),
    named("content_block_start", {
      index: 1,
      content_block: { type: "tool_use", id: "toolu_9Zk", name: "write_file", input: {} }
    }),
    ...inputPieces(random, inputs, plain).map((text) => delta(1, { type: "input_json_delta", partial_json: text })),
    named("content_block_stop", { index: 1 }),
    named("message_delta", {
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { output_tokens: count }
    }),
    named("message_stop", {})
  ]
}

/** Anthropic's messages. */
export const messages: Wire = {
  model: "claude-sonnet-4-5",
  path: () => "/v1/messages",
  at: /\/messages$/,
  head: (key) => `x-api-key: ${key}\r\nanthropic-version: 2023-06-01`,
  body,
  answer,
  events,
  marks: {
    model: true,
    messages: "messages",
    said: "content",
    tool: "input_schema",
    delta: "content_block_delta",
    end: '"type":"message_stop"'
  }
}
