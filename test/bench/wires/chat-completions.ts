import { inputPieces } from "../answers.ts"
import { pieces } from "../prose.ts"
import type { Random } from "../random.ts"
import type { Talk, Turn, Value } from "../talk.ts"
import { inputEvents, type Wire, type WireEvent } from "./wire.ts"

const body = (talk: Talk, model: string, stream: boolean): Value => ({
  model,
  messages: [
    ...(talk.system === undefined ? [] : [{ role: "system", content: talk.system }]),
    ...talk.turns.map(chatMessage)
  ],
  ...(talk.tools.length > 0 && {
    tools: talk.tools.map(({ name, description, schema }) => ({
      type: "function",
      function: { name, description, parameters: schema }
    })),
    tool_choice: "auto"
  }),
  temperature: talk.temperature,
  max_tokens: talk.maxTokens,
  ...(stream && { stream: true, stream_options: { include_usage: true } })
})

const chatMessage = (turn: Turn): Value => {
  switch (turn.kind) {
    case "user": {
      if (turn.png === undefined) return { role: "user", content: turn.text }
      const url = `data:image/png;base64,${turn.png}`
      return {
        role: "user",
        content: [
          { type: "text", text: turn.text },
          { type: "image_url", image_url: { url } }
        ]
      }
    }
    case "assistant":
      return { role: "assistant", content: turn.text }
    case "call": {
      const call = {
        id: turn.id,
        type: "function",
        function: { name: turn.name, arguments: JSON.stringify(turn.input) }
      }
      return { role: "assistant", content: turn.text, tool_calls: [call] }
    }
    case "result":
      return { role: "tool", tool_call_id: turn.id, content: turn.text }
  }
}

const answer = (content: string): Value => {
  const usage = { prompt_tokens: 217, completion_tokens: 96, total_tokens: 313 }
  const message = { role: "assistant", content, refusal: null }
  const head = { id: "chatcmpl-Qx", object: "chat.completion", created: 1_750_000_000, model: "gpt-4o" }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: "stop" }]
  return { ...head, choices, usage, system_fingerprint: "fp_44709d6fcb" }
}

const chunks = (random: Random, count: number, plain: boolean): readonly WireEvent[] => {
  const head = { id: "chatcmpl-Qx", object: "chat.completion.chunk", created: 1_750_000_000, model: "gpt-4o" }
  const chunk = (delta: Value, finish: string | null = null): WireEvent => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finish }
    return { data: JSON.stringify({ ...head, system_fingerprint: "fp_44709d6fcb", choices: [choice], usage: null }) }
  }
  const inputs = inputEvents(count)
  const call = { index: 0, id: "call_9Zk", type: "function", function: { name: "write_file", arguments: "" } }
  const usage = { prompt_tokens: 217, completion_tokens: count, total_tokens: 217 + count }
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...pieces(random, count - inputs - 5, plain).map((content) => chunk({ content })),
    chunk({ tool_calls: [call] }),
    ...inputPieces(random, inputs, plain).map((text) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })
    ),
    chunk({}, "tool_calls"),
    { data: JSON.stringify({ ...head, choices: [], usage }) },
    { data: "[DONE]" }
  ]
}

/** OpenAI's chat completions. */
export const chatCompletions: Wire = {
  model: "gpt-4o",
  path: () => "/v1/chat/completions",
  at: /\/chat\/completions$/,
  head: (key) => `authorization: Bearer ${key}`,
  body,
  answer,
  events: chunks,
  marks: {
    model: true,
    messages: "messages",
    said: "choices",
    tool: "function",
    delta: '"delta"',
    end: "data: [DONE]"
  }
}
