import {
  GatewayError,
  maxFrame,
  noNotes,
  type StreamFrame,
  type StreamFraming,
  type Transducer
} from "../../src/format.ts"

/**
 * `application/vnd.amazon.eventstream`: a prelude of three big-endian words (total length, length of the headers, CRC32
 * of both), headers, a payload, and the CRC32 of all before it. https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html
 */
export const eventStream: StreamFraming<Uint8Array> = {
  id: "event-stream",
  contentType: "application/vnd.amazon.eventstream",
  read: (max = maxFrame) => readFrames(max),
  write: () => ({ push: (frame) => [printed(frame)], end: () => [], notes: noNotes })
}

const prelude = 12
const checksum = 4
/** The type of a header's value that is a string with a length of two bytes. */
const string = 7

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let code = byte
  for (let bit = 0; bit < 8; bit++) code = code & 1 ? (code >>> 1) ^ 0xedb88320 : code >>> 1
  return code
})

const crc32 = (bytes: Uint8Array): number => {
  let code = 0xffffffff
  for (const byte of bytes) code = (code >>> 8) ^ (table[(code ^ byte) & 0xff] ?? 0)
  return (code ^ 0xffffffff) >>> 0
}

const headersOf = ({ event = "" }: StreamFrame): readonly (readonly [name: string, value: string])[] => {
  const type = event.endsWith("Exception") ? "exception" : "event"
  return [
    [`:${type}-type`, event],
    [":content-type", "application/json"],
    [":message-type", type]
  ]
}

const printed = (frame: StreamFrame): Uint8Array => {
  const encoder = new TextEncoder()
  const headers = headersOf(frame).flatMap(([name, value]) => {
    const [key, text] = [encoder.encode(name), encoder.encode(value)]
    return [key.length, ...key, string, text.length >> 8, text.length & 0xff, ...text]
  })
  const payload = encoder.encode(frame.data)
  const bytes = new Uint8Array(prelude + headers.length + payload.length + checksum)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length)
  view.setUint32(4, headers.length)
  view.setUint32(8, crc32(bytes.subarray(0, 8)))
  bytes.set(headers, prelude)
  bytes.set(payload, prelude + headers.length)
  view.setUint32(bytes.length - checksum, crc32(bytes.subarray(0, -checksum)))
  return bytes
}

const readFrames = (max: number): Transducer<Uint8Array, StreamFrame | GatewayError> => {
  let held: Uint8Array = new Uint8Array(0)
  let done = false
  return {
    push: (bytes) => {
      const out: (StreamFrame | GatewayError)[] = []
      if (!done) held = joined(held, bytes)
      while (!done && held.length >= prelude) {
        const length = lengthOf(held, max)
        if (length !== undefined && held.length < length) break
        const read = length === undefined ? broken() : frameIn(held.subarray(0, length))
        out.push(read)
        done = read instanceof GatewayError
        held = held.subarray(length)
      }
      return out
    },
    end: () => {
      const cut = !done && held.length > 0
      done = true
      return cut ? [broken()] : []
    },
    notes: noNotes
  }
}

const broken = (): GatewayError => new GatewayError("UpstreamFailed", "The upstream sent a broken stream event.")

const joined = (held: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const both = new Uint8Array(held.length + bytes.length)
  both.set(held)
  both.set(bytes, held.length)
  return both
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** The length of the message that begins here; undefined where its prelude is broken, or it is too long. */
const lengthOf = (bytes: Uint8Array, max: number): number | undefined => {
  const view = viewOf(bytes)
  const [total, headers] = [view.getUint32(0), view.getUint32(4)]
  const fits = total >= prelude + headers + checksum && total <= max
  return fits && view.getUint32(8) === crc32(bytes.subarray(0, 8)) ? total : undefined
}

const frameIn = (message: Uint8Array): StreamFrame | GatewayError => {
  const view = viewOf(message)
  const last = message.length - checksum
  if (view.getUint32(last) !== crc32(message.subarray(0, last))) return broken()
  const from = prelude + view.getUint32(4)
  const headers = readHeaders(message.subarray(prelude, from))
  const event = headers?.get(":event-type") ?? headers?.get(":exception-type")
  const data = new TextDecoder().decode(message.subarray(from, last))
  return headers === undefined ? broken() : event === undefined ? { data } : { event, data }
}

/** Headers whose values are strings, which all of this API's are; undefined where they are not. */
const readHeaders = (bytes: Uint8Array): ReadonlyMap<string, string> | undefined => {
  const decoder = new TextDecoder()
  const headers = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const name = at + 1 + (bytes[at] ?? 0)
    const value = name + 3
    const end = value + (bytes[name + 1] ?? 0) * 256 + (bytes[name + 2] ?? 0)
    if (bytes[name] !== string || end > bytes.length) return undefined
    headers.set(decoder.decode(bytes.subarray(at + 1, name)), decoder.decode(bytes.subarray(value, end)))
    at = end
  }
  return headers
}
