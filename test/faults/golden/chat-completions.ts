import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions"
import type { CompletionUsage } from "openai/resources/completions"
import type { Frame } from "../frames.ts"
import type { Golden } from "./golden.ts"

/** A delta of the wire: the vendor's own type, and the reasoning text that compatible vendors add. */
export type ChatDelta = ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string }

type Finish = ChatCompletion.Choice["finish_reason"]

const top = {
  id: "chatcmpl-gold",
  object: "chat.completion.chunk",
  created: 1_790_000_000,
  model: "gold-chat"
} as const

const frame = (chunk: Pick<ChatCompletionChunk, "choices"> & Partial<ChatCompletionChunk>): Frame => ({
  data: JSON.stringify({ ...top, ...chunk })
})

/** Frames of a chat completions stream, each as the API documents it. */
export const chatFrames = {
  /** One delta of one choice. */
  delta: (delta: ChatDelta, index = 0): Frame =>
    frame({ choices: [{ index, delta, logprobs: null, finish_reason: null }] }),
  /** The first delta of a choice. */
  role: (index = 0): Frame => chatFrames.delta({ role: "assistant", content: "", refusal: null }, index),
  text: (content: string, index = 0): Frame => chatFrames.delta({ content }, index),
  reasoning: (text: string, index = 0): Frame => chatFrames.delta({ reasoning_content: text }, index),
  refusal: (refusal: string, index = 0): Frame => chatFrames.delta({ refusal }, index),
  /** The first fragment of a call: its id and name. */
  call: (at: number, id: string, name: string, index = 0): Frame =>
    chatFrames.delta({ tool_calls: [{ index: at, id, type: "function", function: { name, arguments: "" } }] }, index),
  /** A later fragment of a call: a piece of its arguments. */
  piece: (at: number, text: string, index = 0): Frame =>
    chatFrames.delta({ tool_calls: [{ index: at, function: { arguments: text } }] }, index),
  finish: (finish_reason: Finish, index = 0): Frame =>
    frame({ choices: [{ index, delta: {}, logprobs: null, finish_reason }] }),
  /** The frame that `stream_options.include_usage` asks for. */
  usage: (usage: CompletionUsage): Frame => frame({ choices: [], usage }),
  /** An error in the midst of a stream. */
  error: (message: string, type = "server_error", code: string | null = null): Frame => ({
    data: JSON.stringify({ error: { message, type, param: null, code } })
  }),
  done: { data: "[DONE]" } satisfies Frame
} as const

const usage = {
  prompt_tokens: 31,
  completion_tokens: 47,
  total_tokens: 78,
  prompt_tokens_details: { cached_tokens: 8, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 9, audio_tokens: 0 }
} satisfies CompletionUsage

/** Reasoning, text in several scripts, two calls at once, usage. */
export const goldenChat = {
  format: "chat-completions",
  frames: [
    chatFrames.role(),
    chatFrames.reasoning("Two cities, "),
    chatFrames.reasoning("so two calls."),
    chatFrames.text("Ich prüfe "),
    chatFrames.text("東京 und "),
    chatFrames.text("Zürich 🏔️."),
    chatFrames.call(0, "call_tokyo", "get_weather"),
    chatFrames.piece(0, '{"city":'),
    chatFrames.piece(0, '"東京"}'),
    chatFrames.call(1, "call_zurich", "get_weather"),
    chatFrames.piece(1, '{"city":"Zür'),
    chatFrames.piece(1, 'ich","days":2}'),
    chatFrames.finish("tool_calls"),
    chatFrames.usage(usage),
    chatFrames.done
  ],
  told: {
    text: "Ich prüfe 東京 und Zürich 🏔️.",
    thinking: "Two cities, so two calls.",
    signature: undefined,
    calls: [
      { id: "call_tokyo", name: "get_weather", arguments: '{"city":"東京"}' },
      { id: "call_zurich", name: "get_weather", arguments: '{"city":"Zürich","days":2}' }
    ],
    finish: "tool_calls",
    usage
  }
} as const satisfies Golden

/** The shortest whole stream: one text. */
export const shortChat = {
  format: "chat-completions",
  frames: [chatFrames.role(), chatFrames.text("Good day."), chatFrames.finish("stop"), chatFrames.done],
  told: { text: "Good day.", thinking: "", signature: undefined, calls: [], finish: "stop", usage: undefined }
} as const satisfies Golden

/** A whole unary answer. */
export const chatAnswer = {
  id: "chatcmpl-gold",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "gold-chat",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Good day.", refusal: null },
      logprobs: null,
      finish_reason: "stop"
    }
  ],
  usage
} as const satisfies ChatCompletion
