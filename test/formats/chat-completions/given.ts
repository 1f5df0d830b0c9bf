import { expect } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import type { ChatRequest, ChatResponse, ChatEvent } from "../../../src/core/chat/chat.ts"
import {
  type ReplyPreferences,
  defaultReplyPreferences,
  type WireRequest,
  type ResponseDefaults,
  type RequestTarget,
  emptyReplyContext,
  wireNames
} from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { TranslationNote } from "../../../src/core/notes/note.ts"
import type { InvalidIssue } from "../../../src/core/errors/invalid.ts"

export const stamp: ResponseDefaults = { id: "chatcmpl-stamp", created: 1_790_000_000, model: "sent-model" }

export const call = (body: unknown): WireRequest => ({
  model: "m",
  stream: false,
  headers: {},
  body: JsonText.source(typeof body === "string" ? body : JSON.stringify(body)),
  names: wireNames
})

/** A request with one user message, and more members. */
export const body = (more: object): object => ({ model: "m", messages: [{ role: "user", content: "hi" }], ...more })

/** A request with one message. */
export const said = (message: object): object => ({ model: "m", messages: [message] })

export const decoded = (from: unknown) => {
  const result = chatCompletions.decodeRequest(call(from))
  if (!result.ok) throw new Error(JSON.stringify(result.error.issues))
  return { ...result.value.value, notes: result.value.notes }
}

export const issuesOf = (from: unknown): readonly InvalidIssue[] => {
  const result = chatCompletions.decodeRequest(call(from))
  return result.ok ? [] : result.error.issues
}

/** A request of another format. */
export const foreign = (more: Partial<ChatRequest>): ChatRequest => ({
  model: "m",
  messages: [{ role: "user", parts: [{ type: "text", text: "hi" }], at: "/messages/0" }],
  at: "",
  native: { format: "elsewhere" },
  ...more
})

export const encoded = (request: ChatRequest, target: RequestTarget = { model: "m" }) => {
  const result = chatCompletions.encodeRequest(request, target)
  if (!result.ok) throw new Error(JSON.stringify(result.error.notes))
  const { call: written, undo: reverse, needs } = result.value.value
  return {
    body: JSON.parse(written.body.text),
    text: written.body.text,
    notes: result.value.notes,
    undo: reverse,
    needs,
    call: written
  }
}

export const refusals = (
  request: ChatRequest,
  target: RequestTarget = { model: "m" }
): readonly (readonly [string, string])[] => {
  const result = chatCompletions.encodeRequest(request, target)
  return result.ok ? [] : result.error.notes.map((note) => [note.rule.slice(note.rule.indexOf("/") + 1), note.path])
}

/** Notes as their rule and path. */
export const brief = (notes: readonly TranslationNote[]): readonly (readonly [string, string])[] =>
  notes.map((note) => [note.rule.slice(note.rule.indexOf("/") + 1), note.path])

export const answered = (from: unknown, reverse = emptyReplyContext) => {
  const result = chatCompletions.decodeResponse(JsonText.source(JSON.stringify(from)), reverse)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return { response: result.value.value, notes: result.value.notes }
}

/** A whole answer with one choice of this message. */
export const answer = (message: object, more: object = {}, finish = "stop"): object => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "gpt-x",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: null, refusal: null, ...message },
      logprobs: null,
      finish_reason: finish
    }
  ],
  ...more
})

export const written = (response: ChatResponse, wish: ReplyPreferences = defaultReplyPreferences) => {
  const { value, notes } = chatCompletions.encodeResponse(response, wish, stamp)
  return { body: JSON.parse(value.text), text: value.text, notes }
}

/** A chunk with one delta. */
export const chunk = (delta: object, finish: string | null = null, index = 0): string =>
  JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_790_000_000,
    model: "gpt-x",
    choices: [{ index, delta, finish_reason: finish }]
  })

/** The events of a stream of frames. */
export const events = (
  frames: readonly string[],
  how: "clean" | "cut" = "clean",
  reverse = emptyReplyContext
): readonly ChatEvent[] => {
  const machine = chatCompletions.decodeStream(reverse)
  return [...frames.flatMap((data) => machine.push({ data })), ...machine.end(how)]
}

/** The frames of a stream of events. */
export const frames = (
  from: readonly ChatEvent[],
  wish: ReplyPreferences = { ...defaultReplyPreferences, stream: true }
): readonly string[] => {
  const machine = chatCompletions.encodeStream(wish, stamp)
  return from.flatMap((event) => machine.push(event)).map((frame) => frame.data)
}

/** The deltas of the frames, with the finish reason where one is said. */
export const deltas = (from: readonly string[]): readonly unknown[] =>
  from
    .filter((data) => data !== "[DONE]")
    .map((data) => JSON.parse(data))
    .flatMap((it) => it.choices ?? [])
    .map((it: { delta: object; finish_reason: string | null }) =>
      it.finish_reason === null ? it.delta : it.finish_reason
    )

/** A value without the places it came from, and with JSON texts as their text. */
export const bare = (value: unknown): unknown => {
  if (value instanceof JsonText) return value.text
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, it]) => [key, bare(it)]))
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "at" && key !== "places")
      .map(([key, it]) => [key, bare(it)])
  )
}

export const expectBare = (value: unknown) => expect(bare(value))
