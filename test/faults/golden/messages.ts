import type { Frame } from "../frames.ts"
import type { Golden } from "./golden.ts"

/** The usage that `message_start` carries, and the one that `message_delta` ends with. */
export interface MessagesUsage {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly output_tokens: number
}

interface Typed {
  readonly type: string
  readonly [member: string]: unknown
}

const frame = (event: Typed): Frame => ({ event: event.type, data: JSON.stringify(event) })

const delta = (index: number, of: Typed): Frame => frame({ type: "content_block_delta", index, delta: of })

const block = (index: number, content_block: Typed): Frame =>
  frame({ type: "content_block_start", index, content_block })

/** Frames of a messages stream, each as the API documents it. `index` is the block's place in the content. */
export const messagesFrames = {
  start: (usage: MessagesUsage): Frame =>
    frame({
      type: "message_start",
      message: {
        id: "msg_gold",
        type: "message",
        role: "assistant",
        model: "gold-messages",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage
      }
    }),
  ping: frame({ type: "ping" }),
  thinkingBlock: (index: number): Frame => block(index, { type: "thinking", thinking: "", signature: "" }),
  thinking: (index: number, thinking: string): Frame => delta(index, { type: "thinking_delta", thinking }),
  signature: (index: number, signature: string): Frame => delta(index, { type: "signature_delta", signature }),
  textBlock: (index: number): Frame => block(index, { type: "text", text: "" }),
  text: (index: number, text: string): Frame => delta(index, { type: "text_delta", text }),
  callBlock: (index: number, id: string, name: string): Frame =>
    block(index, { type: "tool_use", id, name, input: {} }),
  piece: (index: number, partial_json: string): Frame => delta(index, { type: "input_json_delta", partial_json }),
  stop: (index: number): Frame => frame({ type: "content_block_stop", index }),
  finish: (stop_reason: string, usage: MessagesUsage): Frame =>
    frame({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage }),
  /** The end of a whole stream. */
  end: frame({ type: "message_stop" }),
  /** An error in the midst of a stream. */
  error: (type: string, message: string): Frame =>
    frame({ type: "error", error: { type, message }, request_id: "req_gold" })
} as const

const before: MessagesUsage = {
  input_tokens: 23,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 8,
  output_tokens: 1
}

const after: MessagesUsage = { ...before, output_tokens: 47 }

/** Signed thinking, text in several scripts, two calls at once, usage, pings. */
export const goldenMessages = {
  format: "messages",
  frames: [
    messagesFrames.start(before),
    messagesFrames.thinkingBlock(0),
    messagesFrames.ping,
    messagesFrames.thinking(0, "Two cities, "),
    messagesFrames.thinking(0, "so two calls."),
    messagesFrames.signature(0, "c2lnbmVkIGJ5IGhhbmQ="),
    messagesFrames.stop(0),
    messagesFrames.textBlock(1),
    messagesFrames.text(1, "Ich prüfe "),
    messagesFrames.text(1, "東京 und "),
    messagesFrames.text(1, "Zürich 🏔️."),
    messagesFrames.stop(1),
    messagesFrames.callBlock(2, "toolu_tokyo", "get_weather"),
    messagesFrames.piece(2, ""),
    messagesFrames.piece(2, '{"city":'),
    messagesFrames.piece(2, '"東京"}'),
    messagesFrames.stop(2),
    messagesFrames.ping,
    messagesFrames.callBlock(3, "toolu_zurich", "get_weather"),
    messagesFrames.piece(3, '{"city":"Zür'),
    messagesFrames.piece(3, 'ich","days":2}'),
    messagesFrames.stop(3),
    messagesFrames.finish("tool_use", after),
    messagesFrames.end
  ],
  told: {
    text: "Ich prüfe 東京 und Zürich 🏔️.",
    thinking: "Two cities, so two calls.",
    signature: "c2lnbmVkIGJ5IGhhbmQ=",
    calls: [
      { id: "toolu_tokyo", name: "get_weather", arguments: '{"city":"東京"}' },
      { id: "toolu_zurich", name: "get_weather", arguments: '{"city":"Zürich","days":2}' }
    ],
    finish: "tool_use",
    usage: after
  }
} as const satisfies Golden

/** The shortest whole stream: one text. */
export const shortMessages = {
  format: "messages",
  frames: [
    messagesFrames.start(before),
    messagesFrames.textBlock(0),
    messagesFrames.text(0, "Good day."),
    messagesFrames.stop(0),
    messagesFrames.finish("end_turn", after),
    messagesFrames.end
  ],
  told: { text: "Good day.", thinking: "", signature: undefined, calls: [], finish: "end_turn", usage: after }
} as const satisfies Golden

/** A whole unary answer. */
export const messagesAnswer = {
  id: "msg_gold",
  type: "message",
  role: "assistant",
  model: "gold-messages",
  content: [{ type: "text", text: "Good day.", citations: null }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: after
} as const
