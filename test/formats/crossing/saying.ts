import * as Formats from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"

/** A part of an answer of generate content. */
export interface Part {
  readonly text?: string
  readonly functionCall?: { readonly name: string; readonly args: unknown }
}

/** An answer of generate content, or a frame of one. */
export interface Answer {
  readonly candidates: readonly {
    readonly content: { readonly parts: readonly Part[] }
    readonly finishReason?: string
    readonly groundingMetadata?: { readonly groundingChunks: unknown }
  }[]
  readonly usageMetadata?: { readonly candidatesTokenCount: number }
  readonly responseId?: string
}

/** Chunks as a stream of events. */
export const eventsOf = (chunks: readonly unknown[]): string =>
  chunks.map((it) => `data: ${typeof it === "string" ? it : JSON.stringify(it)}\n\n`).join("")

/** A chunk with one choice. */
export const choice = (delta: object, finish: string | null = null) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: finish }]
})
/** A delta with one whole call. */
export const callDelta = (index: number, name: string, args: string) => ({
  tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: args } }]
})
/** Token counts. */
export const counted = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

/** What a stream says as frames of generate content. */
export const streamed = (
  from: typeof Formats.chatCompletions | typeof Formats.messages,
  text: string
): readonly Answer[] => {
  const stream = translateStream({
    from,
    to: Formats.generateContent,
    asked: { ...defaultReplyPreferences, stream: true }
  })
  return (stream.push(text) + stream.end())
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: "))
    .map((frame): Answer => JSON.parse(frame.slice(6)))
}

/** The words and calls of a stream in their order. */
export const saidIn = (frames: readonly Answer[]): readonly unknown[] =>
  frames.flatMap(({ candidates }) =>
    (candidates[0]?.content.parts ?? []).flatMap(({ text, functionCall }) => functionCall?.name ?? (text || []))
  )

/** A whole answer of chat completions with a message, and its translation. */
export const whole = (message: object, more: object = {}): Answer => {
  const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }]
  const body = { id: "c1", object: "chat.completion", created: 1, model: "m", choices, ...more }
  const there = translateResponse({ from: Formats.chatCompletions, to: Formats.generateContent }, body)
  return JSON.parse(there.ok ? there.value.body : "null")
}
