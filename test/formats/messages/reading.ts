import { readdirSync, readFileSync } from "node:fs"
import { expect } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import type { Message, Part, Request, Response } from "../../../src/core/chat/chat.ts"
import type { ChatEvent } from "../../../src/core/events/event.ts"
import {
  asked,
  type Asked,
  type Call,
  type EncodedRequest,
  type Target,
  undo,
  type Undo
} from "../../../src/core/format.ts"
import type { Frame } from "../../../src/core/framing/framing.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { Translated } from "../../../src/core/notes/note.ts"
import { sse } from "../../../src/core/framing/sse.ts"
import { wireNames } from "../../../src/core/wire-names.ts"

const folder = new URL("../../fixtures/messages/", import.meta.url)

/** The fixtures of a kind: their names and contents. */
export const fixtures = (kind: string): readonly (readonly [string, string])[] =>
  readdirSync(new URL(`${kind}/`, folder)).map((name) => [
    name,
    readFileSync(new URL(`${kind}/${name}`, folder), "utf8")
  ])

export const stamp = { id: "msg_stamp", created: 1, model: "sent-model" }

export const callOf = (body: unknown, headers: Readonly<Record<string, string>> = {}): Call => ({
  model: "",
  stream: false,
  headers,
  body: JsonText.source(typeof body === "string" ? body : JSON.stringify(body)),
  names: wireNames
})

export const decoded = (body: unknown, headers?: Readonly<Record<string, string>>): Request => {
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
export const foreign = (over: Partial<Request> = {}): Request => ({
  model: "asked-model",
  maxTokens: 4096,
  messages: [user(text("Hello"))],
  native: { format: "another" },
  ...over
})

export const text = (words: string): Part => ({ type: "text", text: words })
export const user = (...parts: readonly Part[]): Message => ({ role: "user", parts })
export const assistant = (...parts: readonly Part[]): Message => ({ role: "assistant", parts })
export const system = (words: string): Message => ({ role: "system", parts: [text(words)] })
export const call = (id: string, name = "f", json = "{}"): Part => ({
  type: "tool-call",
  id,
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(json) }
})
export const result = (id: string, words = "ok"): Part => ({
  type: "tool-result",
  id,
  of: "function",
  runBy: "client",
  output: { kind: "parts", parts: [text(words)] }
})

export const target: Target = { model: "sent-model" }

export const encoded = (request: Request, to: Target = target): Translated<EncodedRequest> => {
  const written = messages.encodeRequest(request, to)
  if (!written.ok) throw new Error(JSON.stringify(written.error.notes))
  return written.value
}

export const bodyOf = (request: Request, to?: Target): Record<string, unknown> =>
  JSON.parse(encoded(request, to).value.call.body.text) as Record<string, unknown>

/** The rules of a translation's notes, without the table's name. */
export const rulesOf = (request: Request, to?: Target): readonly string[] =>
  encoded(request, to).notes.map(({ rule }) => rule.replace("messages/", ""))

/** The rules by which a request is refused. */
export const refusedBy = (request: Request, to: Target = target): readonly string[] => {
  const written = messages.encodeRequest(request, to)
  return written.ok ? [] : written.error.notes.map(({ rule }) => rule.replace("messages/", ""))
}

export const answered = (body: unknown, how: Undo = undo): Response => {
  const read = messages.decodeResponse(JsonText.source(JSON.stringify(body)), how)
  if (!read.ok) throw new Error(String(read.error))
  return read.value.value
}

export const told = (response: Response, how: Asked = asked): Record<string, unknown> =>
  JSON.parse(messages.encodeResponse(response, how, stamp).value.text) as Record<string, unknown>

export const framesOf = (bytes: string): readonly Frame[] => {
  const reader = sse.read()
  const out = [...reader.push(new TextEncoder().encode(bytes)), ...reader.end("clean")]
  return out.filter((item): item is Frame => "data" in item)
}

export const eventsOf = (frames: readonly Frame[], how: Undo = undo): readonly ChatEvent[] => {
  const machine = messages.decodeStream(how)
  return [...frames.flatMap((frame) => [...machine.push(frame)]), ...machine.end("clean")]
}

export const streamed = (events: readonly ChatEvent[], how: Asked = asked): readonly Frame[] => {
  const machine = messages.encodeStream(how, stamp)
  return events.flatMap((event) => [...machine.push(event)])
}

export const dataOf = (frames: readonly Frame[]): readonly unknown[] =>
  frames.map(({ data }) => JSON.parse(data) as unknown)

/** Expects the frames' types, in order. */
export const expectTypes = (frames: readonly Frame[], types: readonly string[]): void =>
  expect(frames.map(({ event }) => event)).toEqual(types)
