import { GatewayError } from "../core/errors/error.ts"
import type { ChatResponse } from "../core/chat/chat.ts"
import type { ChatEvent } from "../core/events/event.ts"
import type { ReplyPreferences, ReplyContext, UpstreamFormat } from "../core/format.ts"
import { JsonText } from "../core/json/json.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { Translated } from "../core/notes/note.ts"
import { unfoldResponse } from "../core/events/fold.ts"
import { estimateNote, type CountPrompt, Said } from "./estimate.ts"
import { type Client, placedFor, type Reply, type ReplyStream } from "./exchange.ts"
import { KeptNotes } from "./kept-notes.ts"
import { long, type Making, Unfinished } from "./unfinished.ts"
import { Watch } from "./watch.ts"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** An answer that is none in the format that its upstream speaks. */
export const notUnderstood = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer could not be understood.")

/** Decodes an upstream's whole answer and encodes it for the client. */
export const translateReply = (
  client: Client,
  upstream: UpstreamFormat,
  undo: ReplyContext,
  asked: ReplyPreferences,
  body: Uint8Array,
  prompt?: CountPrompt
): Result<Reply, GatewayError> => {
  const decoded = decodeReply(upstream, undo, body)
  if (!decoded.ok) return decoded
  const response = prompt === undefined ? decoded.value.value : counted(decoded.value.value, prompt)
  const encoded = client.format.encodeResponse(response, asked, client.stamp)
  const notes = new KeptNotes()
  if (response !== decoded.value.value) notes.add([estimateNote])
  notes.add(decoded.value.notes)
  notes.add(encoded.notes)
  return succeed({ body: encoded.value.text, usage: response.usage, notes: notes.take() })
}

const decodeReply = (
  upstream: UpstreamFormat,
  undo: ReplyContext,
  body: Uint8Array
): Result<Translated<ChatResponse>, GatewayError> => {
  const decoded = upstream.decodeResponse(JsonText.source(decoder.decode(body)), undo)
  if (decoded.ok) return decoded
  return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
}

/** An answer with its usage: estimated, where its upstream told none. */
const counted = (response: ChatResponse, prompt: CountPrompt): ChatResponse => {
  if (response.usage !== undefined) return response
  const said = new Said()
  for (const { parts } of response.candidates) for (const part of parts) said.count(part)
  return { ...response, usage: said.usage(prompt) }
}

/** A whole answer to a request for a stream, as the stream that it would have been. */
export const unfoldReply = (
  client: Client,
  upstream: UpstreamFormat,
  undo: ReplyContext,
  asked: ReplyPreferences,
  body: Uint8Array,
  prompt?: CountPrompt
): Result<Reply, GatewayError> => {
  const decoded = decodeReply(upstream, undo, body)
  if (!decoded.ok) return decoded
  const watch = new Watch(prompt)
  const say = sayer(client, asked, watch)
  const text = say.events(unfoldResponse(decoded.value.value)) + say.end("clean")
  return succeed({ body: encoder.encode(text), usage: watch.usage(), notes: watch.notes() })
}

/** A stream that is there already. */
export const streamOf = ({ body, usage, notes }: Reply): ReplyStream => {
  let left: readonly Uint8Array[] = [typeof body === "string" ? encoder.encode(body) : body]
  const take = (): readonly Uint8Array[] => {
    const taken = left
    left = none
    return taken
  }
  return {
    push: take,
    end: take,
    notes: () => notes,
    usage: () => usage,
    failure: () => undefined,
    began: () => true,
    ended: () => left === none,
    waits: () => false
  }
}

/** Decodes an upstream's stream and encodes it for the client. */
export const translateStream = (
  client: Client,
  upstream: UpstreamFormat,
  undo: ReplyContext,
  asked: ReplyPreferences,
  prompt?: CountPrompt
): ReplyStream => {
  const { event, kept } = client.limits
  const watch = new Watch(prompt)
  const read = upstream.framings[0].read(event)
  const decode = upstream.decodeStream(undo, kept)
  const say = sayer({ ...client, stamp: { ...client.stamp, ...(prompt && { prompt }) } }, asked, watch, upstream)
  const notes = new KeptNotes()
  const noted = (text: string): string => {
    notes.add(decode.notes())
    notes.add(say.notes())
    notes.add(watch.notes())
    return text
  }
  const left = new Unfinished<string>()
  function* sayFrames(frames: ReturnType<typeof read.push>): Making<string> {
    let text = ""
    const passed = (): string => {
      const said = text
      text = ""
      return said
    }
    for (const frame of frames) {
      const isLong = !(frame instanceof GatewayError) && frame.data.length > long
      if (isLong) yield passed()
      const events = frame instanceof GatewayError ? decode.end(frame) : decode.push(frame)
      if (isLong) yield passed()
      const said = say.events(events)
      if (said.length > long) yield passed()
      text += said
    }
    return text
  }
  const rest = (): string => left.rest().join("")
  return {
    push: (bytes) => {
      if (bytes.length === 0) return encoded(noted(left.next() ?? ""))
      return encoded(noted(rest() + left.begin(sayFrames(read.push(bytes)))))
    },
    end: (how) => {
      const last = rest() + left.begin(sayFrames(read.end(how))) + rest()
      return encoded(noted(last + say.events(decode.end(how)) + say.end(how)))
    },
    waits: () => left.waits,
    notes: () => notes.take(),
    usage: watch.usage,
    failure: watch.failure,
    began: watch.began,
    ended: watch.ended
  }
}

/** The bytes that tell a client of an error in the middle of a stream. */
export const errorBytes = (client: Client, asked: ReplyPreferences, error: GatewayError): Uint8Array => {
  const say = sayer(client, asked, new Watch())
  return encoder.encode(say.events([{ type: "error", error }]))
}

const sayer = (
  client: Client,
  asked: ReplyPreferences,
  watch: Watch,
  upstream: Pick<UpstreamFormat, "id"> = client.format
) => {
  const encode = client.format.encodeStream(asked, client.stamp, client.limits.kept)
  const print = client.format.framings[0].write()
  const printed = (frames: ReturnType<typeof encode.push>): string => {
    let text = ""
    for (const frame of frames) for (const piece of print.push(frame)) text += piece
    return text
  }
  return {
    events: (events: readonly ChatEvent[]): string => {
      let text = ""
      for (const event of events) {
        const missing = watch.see(event)
        if (missing !== undefined) text += printed(encode.push(missing))
        const said = printed(encode.push(event.type === "error" ? placed(event, client, upstream) : event))
        if (said !== "") watch.spoke()
        const failed = encode.failure?.()
        if (failed !== undefined) watch.fail(failed)
        text += said
      }
      return text
    },
    end: (how: Parameters<typeof encode.end>[0]): string => printed(encode.end(how)) + print.end(how).join(""),
    notes: encode.notes
  }
}

/** An error as its client may read it. */
const placed = (
  { type, error }: Extract<ChatEvent, { type: "error" }>,
  { format }: Client,
  upstream: Pick<UpstreamFormat, "id">
): ChatEvent => ({ type, error: placedFor(format, upstream, error) })

const none: readonly Uint8Array[] = []

const encoded = (text: string): readonly Uint8Array[] => (text === "" ? none : [encoder.encode(text)])
