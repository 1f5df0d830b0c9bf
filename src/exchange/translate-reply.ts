import { GatewayError } from "../words/error.ts"
import type { ChatEvent } from "../words/event.ts"
import type { Asked, Undo, UpstreamFormat } from "../words/format.ts"
import { JsonText } from "../words/json.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import { noNotes } from "../words/transducer.ts"
import { unfold } from "../words/unfold.ts"
import type { Client, Reply, ReplyStream } from "./exchange.ts"
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
  undo: Undo,
  asked: Asked,
  body: Uint8Array
): Result<Reply, GatewayError> => {
  const decoded = upstream.decodeResponse(JsonText.source(decoder.decode(body)), undo)
  if (!decoded.ok) return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
  const encoded = client.format.encodeResponse(decoded.value.value, asked, client.stamp)
  const notes = [...decoded.value.notes, ...encoded.notes]
  return succeed({ body: encoded.value.text, usage: decoded.value.value.usage, notes })
}

/** A whole answer to a request for a stream, as the stream that it would have been. */
export const unfoldReply = (
  client: Client,
  upstream: UpstreamFormat,
  undo: Undo,
  asked: Asked,
  body: Uint8Array
): Result<ReplyStream, GatewayError> => {
  const decoded = upstream.decodeResponse(JsonText.source(decoder.decode(body)), undo)
  if (!decoded.ok) return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
  const watch = new Watch()
  const say = sayer(client, asked, watch)
  const out = say.events(unfold(decoded.value.value)) + say.end("clean")
  let left: readonly Uint8Array[] = [encoder.encode(out)]
  const take = (): readonly Uint8Array[] => {
    const taken = left
    left = []
    return taken
  }
  return succeed({
    push: take,
    end: take,
    notes: noNotes,
    usage: watch.usage,
    failure: watch.failure,
    began: watch.began
  })
}

/** Decodes an upstream's stream and encodes it for the client. */
export const translateStream = (client: Client, upstream: UpstreamFormat, undo: Undo, asked: Asked): ReplyStream => {
  const watch = new Watch()
  const read = upstream.framings[0].read()
  const decode = upstream.decodeStream(undo)
  const say = sayer(client, asked, watch)
  const sayFrames = (frames: ReturnType<typeof read.push>): string => {
    let text = ""
    for (const frame of frames) {
      text += frame instanceof GatewayError ? say.events(decode.end(frame)) : say.events(decode.push(frame))
    }
    return text
  }
  return {
    push: (bytes) => encoded(sayFrames(read.push(bytes))),
    end: (how) => encoded(sayFrames(read.end(how)) + say.events(decode.end(how)) + say.end(how)),
    notes: () => [...decode.notes(), ...say.notes()],
    usage: watch.usage,
    failure: watch.failure,
    began: watch.began
  }
}

/** The bytes that tell a client of an error in the middle of a stream. */
export const errorBytes = (client: Client, asked: Asked, error: GatewayError): Uint8Array => {
  const say = sayer(client, asked, new Watch())
  return encoder.encode(say.events([{ type: "error", error }]))
}

const sayer = (client: Client, asked: Asked, watch: Watch) => {
  const encode = client.format.encodeStream(asked, client.stamp)
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
        watch.see(event)
        const said = printed(encode.push(event.type === "error" ? identified(event, client) : event))
        if (said !== "") watch.spoke()
        text += said
      }
      return text
    },
    end: (how: Parameters<typeof encode.end>[0]): string => printed(encode.end(how)) + print.end(how).join(""),
    notes: encode.notes
  }
}

/** An error as its client may quote it. */
const identified = ({ type, error }: Extract<ChatEvent, { type: "error" }>, { requestId }: Client): ChatEvent => ({
  type,
  error: error.with({ requestId })
})

const none: readonly Uint8Array[] = []

const encoded = (text: string): readonly Uint8Array[] => (text === "" ? none : [encoder.encode(text)])
