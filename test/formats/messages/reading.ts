import { readdirSync, readFileSync } from "node:fs"
import { expect } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import type { ChatMessage, ContentPart, ChatRequest, ChatResponse, ChatEvent } from "../../../src/core/chat/chat.ts"
import {
  defaultReplyPreferences,
  type ReplyPreferences,
  type WireRequest,
  type EncodedRequest,
  type RequestTarget,
  emptyReplyContext,
  type ReplyContext,
  wireNames
} from "../../../src/core/format.ts"
import type { StreamFrame } from "../../../src/core/framing/transducer.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { Translated } from "../../../src/core/notes/note.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"

const folder = new URL("../../fixtures/messages/", import.meta.url)

/** The fixtures of a kind: their names and contents. */
export const fixtures = (kind: string): readonly (readonly [string, string])[] =>
  readdirSync(new URL(`${kind}/`, folder)).map((name) => [
    name,
    readFileSync(new URL(`${kind}/${name}`, folder), "utf8")
  ])

export const stamp = { id: "msg_stamp", created: 1, model: "sent-model" }

export const callOf = (body: unknown, headers: Readonly<Record<string, string>> = {}): WireRequest => ({
  model: "",
  stream: false,
  headers,
  body: JsonText.source(typeof body === "string" ? body : JSON.stringify(body)),
  names: wireNames
})

export const decoded = (body: unknown, headers?: Readonly<Record<string, string>>): ChatRequest => {
  const read = messages.decodeRequest(callOf(body, headers))
  if (!read.ok) throw new Error(JSON.stringify(read.error.issues))
  return read.value.value.request
}

/** The pointers of what is wrong with a body. */
export const wrong = (body: unknown): readonly string[] => {
  const read = messages.decodeRequest(callOf(body))
  return read.ok ? [] : read.error.issues.map(({ path }) => path)
}

export const minimal = (over: object = {}): object => ({
  model: "m",
  max_tokens: 4096,
  messages: [{ role: "user", content: "Hello" }],
  ...over
})

/** A request as another format might have read it. */
export const foreign = (over: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "asked-model",
  maxTokens: 4096,
  messages: [user(text("Hello"))],
  native: { format: "another" },
  ...over
})

export const text = (words: string): ContentPart => ({ type: "text", text: words })
export const user = (...parts: readonly ContentPart[]): ChatMessage => ({ role: "user", parts })
export const assistant = (...parts: readonly ContentPart[]): ChatMessage => ({ role: "assistant", parts })
export const system = (words: string): ChatMessage => ({ role: "system", parts: [text(words)] })
export const call = (id: string, name = "f", json = "{}"): ContentPart => ({
  type: "tool-call",
  id,
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(json) }
})
export const result = (id: string, words = "ok"): ContentPart => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [text(words)] }
})

/** A tool that takes any object. */
export const f = {
  type: "function",
  name: "f",
  input: { dialect: "json-schema", source: JsonText.source('{"type":"object"}') }
} as const

export const target: RequestTarget = { model: "sent-model" }

export const encoded = (request: ChatRequest, to: RequestTarget = target): Translated<EncodedRequest> => {
  const written = messages.encodeRequest(request, to)
  if (!written.ok) throw new Error(JSON.stringify(written.error.notes))
  return written.value
}

export const bodyOf = (request: ChatRequest, to?: RequestTarget): Record<string, unknown> =>
  JSON.parse(encoded(request, to).value.call.body.text) as Record<string, unknown>

/** The rules of a translation's notes, without the table's name. */
export const rulesOf = (request: ChatRequest, to?: RequestTarget): readonly string[] =>
  encoded(request, to).notes.map(({ rule }) => rule.replace("messages/", ""))

/** The rules by which a request is refused. */
export const refusedBy = (request: ChatRequest, to: RequestTarget = target): readonly string[] => {
  const written = messages.encodeRequest(request, to)
  return written.ok ? [] : written.error.notes.map(({ rule }) => rule.replace("messages/", ""))
}

export const answered = (body: unknown, how: ReplyContext = emptyReplyContext): ChatResponse => {
  const read = messages.decodeResponse(JsonText.source(JSON.stringify(body)), how)
  if (!read.ok) throw new Error(String(read.error))
  return read.value.value
}

export const told = (
  response: ChatResponse,
  how: ReplyPreferences = defaultReplyPreferences
): Record<string, unknown> =>
  JSON.parse(messages.encodeResponse(response, how, stamp).value.text) as Record<string, unknown>

/** The data of a stream with one call, whose input comes in pieces. */
export const callInPieces = (name: string, pieces: readonly string[]) => [
  { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "toolu_1", name, input: {} } },
  ...pieces.map((partial_json) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "input_json_delta", partial_json }
  })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
  { type: "message_stop" }
]

export const framesOf = (bytes: string): readonly StreamFrame[] => {
  const reader = sseFraming.read()
  const out = [...reader.push(new TextEncoder().encode(bytes)), ...reader.end("clean")]
  return out.filter((item): item is StreamFrame => "data" in item)
}

export const eventsOf = (
  frames: readonly StreamFrame[],
  how: ReplyContext = emptyReplyContext
): readonly ChatEvent[] => {
  const machine = messages.decodeStream(how)
  return [...frames.flatMap((frame) => [...machine.push(frame)]), ...machine.end("clean")]
}

export const streamed = (
  events: readonly ChatEvent[],
  how: ReplyPreferences = defaultReplyPreferences
): readonly StreamFrame[] => {
  const machine = messages.encodeStream(how, stamp)
  return events.flatMap((event) => [...machine.push(event)])
}

export const dataOf = (frames: readonly StreamFrame[]): readonly unknown[] =>
  frames.map(({ data }) => JSON.parse(data) as unknown)

/** Expects the frames' types, in order. */
export const expectTypes = (frames: readonly StreamFrame[], types: readonly string[]): void =>
  expect(frames.map(({ event }) => event)).toEqual(types)
