import { GatewayError } from "../core/errors/error.ts"
import type { ChatFormat } from "../core/format.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import type { ReplyStream } from "./exchange.ts"

const encoder = new TextEncoder()

/** A stream in another of its format's framings. It is closed with its last event, an error among them. */
export const reframed = (stream: ReplyStream, format: ChatFormat, framing: StreamFraming): ReplyStream => {
  const [usual] = format.framings
  if (framing.id === usual.id) return stream
  const read = usual.read(Infinity)
  const print = framing.write()
  let closed = false
  const printed = (pieces: readonly Uint8Array[]): string => {
    let text = ""
    for (const piece of pieces) {
      for (const frame of read.push(piece)) if (!(frame instanceof GatewayError)) text += print.push(frame).join("")
    }
    return text
  }
  const close = (): string => {
    if (closed) return ""
    closed = true
    return print.end("clean").join("")
  }
  const bytes = (text: string): readonly Uint8Array[] => (text === "" ? [] : [encoder.encode(text)])
  return {
    push: (piece) =>
      bytes(printed(stream.push(piece)) + (stream.failure() === undefined && !stream.ended() ? "" : close())),
    end: (how) => bytes(printed(stream.end(how)) + close()),
    notes: () => stream.notes(),
    usage: stream.usage,
    failure: stream.failure,
    began: stream.began,
    ended: stream.ended,
    waits: stream.waits
  }
}
