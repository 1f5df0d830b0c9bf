import type { ChatRequest, ChatResponse, ChatEvent } from "../../src/core/chat/chat.ts"
import {
  type ReplyPreferences,
  defaultReplyPreferences,
  type WireRequest,
  type ChatFormat,
  type ResponseDefaults,
  type RequestTarget,
  type ReplyContext,
  emptyReplyContext,
  wireNames
} from "../../src/core/format.ts"
import type { StreamFrame, WirePiece, Transducer } from "../../src/core/framing/transducer.ts"
import { JsonText } from "../../src/core/json/json.ts"
import type { TranslationNote } from "../../src/core/notes/note.ts"

/** Any format, whatever its frames are written in. */
type Wire = ChatFormat<string, WirePiece>

export const stamp: ResponseDefaults = { id: "stamped", created: 1_790_000_000, model: "model-1" }

/** A body as a call of no particular client, for a format that names the model beside the body. */
export const callOf = (body: string, model = "model-1"): WireRequest => ({
  model,
  stream: false,
  headers: {},
  body: JsonText.source(body),
  names: wireNames
})

export interface Decoded {
  readonly request: ChatRequest
  readonly asked: ReplyPreferences
  readonly notes: readonly TranslationNote[]
}

/** A valid call, decoded. */
export const decode = (format: Wire, call: WireRequest): Decoded => {
  const decoded = format.decodeRequest(call)
  if (!decoded.ok) throw new Error(`not decoded: ${JSON.stringify(decoded.error.issues)}`)
  return { ...decoded.value.value, notes: decoded.value.notes }
}

export interface Encoded {
  readonly body: string
  readonly call: WireRequest
  readonly undo: ReplyContext
  readonly notes: readonly TranslationNote[]
}

/** A request, encoded; undefined where it is refused. */
export const encode = (format: Wire, request: ChatRequest, target: RequestTarget): Encoded | undefined => {
  const encoded = format.encodeRequest(request, target)
  if (!encoded.ok) return undefined
  const { value, notes } = encoded.value
  const body = value.call.body.text
  return { body, call: callOf(body, value.call.model), undo: value.undo, notes }
}

/** An answer, decoded. */
export const decodeResponse = (format: Wire, body: string): ChatResponse => {
  const decoded = format.decodeResponse(JsonText.source(body), emptyReplyContext)
  if (!decoded.ok) throw new Error(`not decoded: ${JSON.stringify(decoded.error)}`)
  return decoded.value.value
}

/** All that a machine says to items, and to their end. */
export const all = <A, B>(
  machine: Transducer<A, B>,
  items: readonly A[],
  how: "clean" | "cut" = "clean"
): readonly B[] => [...items.flatMap((item) => machine.push(item)), ...machine.end(how)]

/** A stream of frames as bytes of the format's first framing. */
export const bytesOf = (format: Wire, frames: readonly StreamFrame[]): Uint8Array =>
  joined(all(format.framings[0].write(), frames))

/** Pieces of text or of bytes as one. */
export const joined = (pieces: readonly WirePiece[]): Uint8Array => {
  const bytes = pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece))
  return new Uint8Array(Buffer.concat(bytes))
}

/** An answer as a stream of its format. */
export const framesOf = (
  format: Wire,
  events: readonly ChatEvent[],
  how: ReplyPreferences = { ...defaultReplyPreferences, stream: true, usage: true }
): readonly StreamFrame[] => all(format.encodeStream(how, stamp), events)

/** The events in bytes of a format's stream, fed piece by piece. */
export const eventsOf = (
  format: Wire,
  pieces: readonly Uint8Array[],
  how: "clean" | "cut" = "clean"
): readonly ChatEvent[] => {
  const reader = format.framings[0].read()
  const decoder = format.decodeStream(emptyReplyContext)
  const out: ChatEvent[] = []
  const take = (items: ReturnType<typeof reader.push>): void => {
    for (const item of items) out.push(...("data" in item ? decoder.push(item) : decoder.end(item)))
  }
  for (const piece of pieces) take(reader.push(piece))
  take(reader.end(how))
  return [...out, ...decoder.end(how)]
}

/** Bytes in pieces of the given lengths, the rest in one. */
export const cutAt = (bytes: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const length of lengths) {
    if (at >= bytes.length) break
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return [...pieces, bytes.subarray(at)]
}

/**
 * Whether all inputs of an answer's calls are JSON objects. A call of which one is none leaves a whole answer; in a
 * stream, its pieces have gone out before that shows.
 */
export const isReadable = (response: ChatResponse): boolean =>
  response.candidates.every((candidate) =>
    candidate.parts.every(
      (part) => part.type !== "tool-call" || part.input.kind !== "json" || part.input.json.object !== undefined
    )
  )
