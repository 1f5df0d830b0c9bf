import { readdirSync, readFileSync } from "node:fs"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import type { ContentPart, ChatRequest, ChatResponse, ToolCallPart, ChatEvent } from "../../../src/core/chat/chat.ts"
import {
  type ReplyPreferences,
  defaultReplyPreferences,
  type WireRequest,
  type EncodedRequest,
  type RequestTarget,
  type ReplyContext,
  emptyReplyContext,
  wireNames
} from "../../../src/core/format.ts"
import type { StreamFrame } from "../../../src/core/framing/transducer.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { TranslationNote, Translated } from "../../../src/core/notes/note.ts"

const folder = new URL("../../fixtures/generate-content/", import.meta.url)

/** The fixtures of a kind: their names and contents. */
export const fixtures = (kind: string): readonly (readonly [string, string])[] =>
  readdirSync(new URL(`${kind}/`, folder)).map((name) => [
    name,
    readFileSync(new URL(`${kind}/${name}`, folder), "utf8")
  ])

export const stamp = { id: "stamped", created: 1_793_491_200, model: "sent-model" }

export const callOf = (body: unknown, stream = false): WireRequest => ({
  model: "model-1",
  stream,
  headers: {},
  body: JsonText.source(typeof body === "string" ? body : JSON.stringify(body)),
  names: wireNames
})

export const decoded = (body: unknown): ChatRequest => {
  const read = generateContent.decodeRequest(callOf(body))
  if (!read.ok) throw new Error(JSON.stringify(read.error.issues))
  return read.value.value.request
}

/** The pointers of what is wrong with a body. */
export const wrong = (body: unknown): readonly string[] => {
  const read = generateContent.decodeRequest(callOf(body))
  return read.ok ? [] : read.error.issues.map(({ path }) => path)
}

/** A request that says one thing. */
export const minimal = (over: object = {}): object => ({
  contents: [{ role: "user", parts: [{ text: "Hello" }] }],
  ...over
})

/** A request as another format might have read it. */
export const foreign = (over: Partial<ChatRequest> = {}): ChatRequest => ({
  model: "model-1",
  messages: [{ role: "user", at: "/messages/0", parts: [{ type: "text", text: "Hello" }] }],
  ...over
})

export const encoded = (request: ChatRequest, target: Partial<RequestTarget> = {}): Translated<EncodedRequest> => {
  const written = generateContent.encodeRequest(request, { model: "model-1", ...target })
  if (!written.ok) throw new Error(JSON.stringify(written.error.notes))
  return written.value
}

/** The body that is sent for a request. */
export const sent = (request: ChatRequest, target: Partial<RequestTarget> = {}): unknown =>
  JSON.parse(encoded(request, target).value.call.body.text)

/** The rules of notes, without the table's name. */
export const rulesOf = (notes: readonly TranslationNote[]): readonly string[] =>
  notes.map(({ rule }) => rule.replace("generate-content/", ""))

/** The rules by which a request is refused. */
export const refused = (request: ChatRequest, target: Partial<RequestTarget> = {}): readonly string[] => {
  const written = generateContent.encodeRequest(request, { model: "model-1", ...target })
  return written.ok ? [] : rulesOf(written.error.notes)
}

export const answered = (body: unknown, how: ReplyContext = emptyReplyContext): ChatResponse => {
  const read = generateContent.decodeResponse(JsonText.source(JSON.stringify(body)), how)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value.value
}

export const told = (response: ChatResponse, how: ReplyPreferences = defaultReplyPreferences): unknown =>
  JSON.parse(generateContent.encodeResponse(response, how, stamp).value.text)

export const eventsOf = (frames: readonly unknown[], how: "clean" | "cut" = "clean"): readonly ChatEvent[] => {
  const machine = generateContent.decodeStream(emptyReplyContext)
  const said = frames.flatMap((frame) => machine.push({ data: JSON.stringify(frame) }))
  return [...said, ...machine.end(how)]
}

export const streamed = (
  events: readonly ChatEvent[],
  how: ReplyPreferences = defaultReplyPreferences
): readonly StreamFrame[] => {
  const machine = generateContent.encodeStream(how, stamp)
  return [...events.flatMap((event) => machine.push(event)), ...machine.end("clean")]
}

/** The parts that each frame of a stream says of its first candidate. */
export const partsIn = (frames: readonly StreamFrame[]): readonly unknown[] =>
  frames.map(({ data }) => {
    const frame = JSON.parse(data) as { candidates?: readonly { content?: { parts?: unknown } }[] }
    return frame.candidates?.[0]?.content?.parts
  })

export const text = (said: string): ContentPart => ({ type: "text", text: said })

export const call = (id: string | undefined, name: string, json: string): ToolCallPart => ({
  type: "tool-call",
  ...(id === undefined ? {} : { id }),
  name,
  of: "function",
  runBy: "client",
  input: { kind: "json", json: JsonText.source(json) }
})
