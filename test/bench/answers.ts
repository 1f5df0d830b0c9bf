import type { FormatId } from "./bodies.ts"
import { pieces, prose } from "./prose.ts"
import type { Random } from "./random.ts"
import type { Value } from "./talk.ts"

/** One server-sent event of an answer: its name where the format has names, and its data. */
export interface WireEvent {
  readonly event?: string
  readonly data: string
}

/** An event as bytes on the wire. */
export const printEvent = ({ event, data }: WireEvent): string =>
  event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`

/** A whole answer of some hundred characters, with usage. */
export const answerOf = (random: Random, format: FormatId): string => {
  const text = prose(random, 420, false)
  if (format === "messages") {
    const usage = { input_tokens: 217, output_tokens: 96, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    const head = { id: "msg_01Qx", type: "message", role: "assistant", model: "claude-sonnet-4-5" }
    return JSON.stringify({
      ...head,
      content: [{ type: "text", text }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage
    })
  }
  const usage = { prompt_tokens: 217, completion_tokens: 96, total_tokens: 313 }
  const choice = {
    index: 0,
    message: { role: "assistant", content: text, refusal: null },
    logprobs: null,
    finish_reason: "stop"
  }
  const head = { id: "chatcmpl-Qx", object: "chat.completion", created: 1_750_000_000, model: "gpt-4o" }
  return JSON.stringify({ ...head, choices: [choice], usage, system_fingerprint: "fp_44709d6fcb" })
}

/** A streamed answer of exactly `count` events: text, then one tool call whose arguments come in pieces. */
export const eventsOf = (random: Random, format: FormatId, count: number, plain: boolean): readonly WireEvent[] =>
  format === "messages" ? messageEvents(random, count, plain) : chunks(random, count, plain)

/** The arguments of the call at a stream's end, cut as models cut them; they join to one JSON object. */
const inputPieces = (random: Random, count: number, plain: boolean): readonly string[] => {
  const text = JSON.stringify({ path: 'src/a "b".ts', ratio: 0.125, content: prose(random, count * 6, plain) })
  const size = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size))
}

const chunks = (random: Random, count: number, plain: boolean): readonly WireEvent[] => {
  const head = { id: "chatcmpl-Qx", object: "chat.completion.chunk", created: 1_750_000_000, model: "gpt-4o" }
  const chunk = (delta: Value, finish: string | null = null): WireEvent => {
    const choice = { index: 0, delta, logprobs: null, finish_reason: finish }
    return { data: JSON.stringify({ ...head, system_fingerprint: "fp_44709d6fcb", choices: [choice], usage: null }) }
  }
  const inputs = Math.floor(count / 5)
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

const messageEvents = (random: Random, count: number, plain: boolean): readonly WireEvent[] => {
  const named = (event: string, rest: { readonly [key: string]: Value }): WireEvent => ({
    event,
    data: JSON.stringify({ type: event, ...rest })
  })
  const delta = (index: number, delta: Value): WireEvent => named("content_block_delta", { index, delta })
  const inputs = Math.floor(count / 5)
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
