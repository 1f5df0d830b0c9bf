import { connect, type Socket } from "node:net"

/** A keep-alive HTTP/1.1 connection that sends prepared bytes and waits for the whole answer, with as little work as can be. */
export interface WireClient {
  /** Sends one request; gives the status and, if asked for, the body's text as it came (chunk sizes included). */
  readonly send: (request: Buffer, keepBody: boolean) => Promise<WireAnswer>
  /** Called when bytes of a body came, and more will. */
  onBody: () => void
  readonly close: () => void
}

/** An answer's status, its head, the number of its bytes, and the bytes themselves if they were kept. */
export interface WireAnswer {
  readonly status: number
  readonly head: string
  readonly bytes: number
  readonly body: Buffer
}

interface Reading {
  readonly resolve: (answer: WireAnswer) => void
  readonly reject: (error: Error) => void
  readonly keepBody: boolean
  head: string | undefined
  pending: Buffer
  /** Bytes of body still to come; undefined while chunked. */
  left: number | undefined
  bytes: number
  tail: string
  readonly kept: Buffer[]
}

const chunkedEnd = "\r\n0\r\n\r\n"

/** Opens a connection to a port of this machine. */
export const wireClient = (port: number): Promise<WireClient> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    socket.once("error", reject)
    socket.once("connect", () => resolve(clientOf(socket)))
  })

const clientOf = (socket: Socket): WireClient => {
  let reading: Reading | undefined
  const fail = (why: string): void => {
    reading?.reject(new Error(why))
    reading = undefined
  }
  const client: WireClient = {
    send: (request, keepBody) =>
      new Promise((resolve, reject) => {
        const pending = Buffer.alloc(0)
        reading = { resolve, reject, keepBody, head: undefined, pending, left: undefined, bytes: 0, tail: "", kept: [] }
        socket.write(request)
      }),
    onBody: () => undefined,
    close: () => socket.destroy()
  }
  socket.on("data", (chunk: Buffer) => {
    if (reading === undefined) return
    const body = reading.head === undefined ? readHead(reading, chunk) : chunk
    if (body === undefined || body.length === 0) return
    if (!readBody(reading, body)) return client.onBody()
    const { resolve, head = "", bytes, kept } = reading
    reading = undefined
    resolve({ status: Number(head.slice(9, 12)), head, bytes, body: Buffer.concat(kept) })
  })
  socket.on("error", (error) => fail(String(error)))
  socket.on("close", () => fail("the connection was closed before the answer was whole"))
  return client
}

/** The body bytes that came with the head's end; undefined while the head is not whole. */
const readHead = (reading: Reading, chunk: Buffer): Buffer | undefined => {
  reading.pending = reading.pending.length === 0 ? chunk : Buffer.concat([reading.pending, chunk])
  const end = reading.pending.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  reading.head = reading.pending.toString("latin1", 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(reading.head)?.[1]
  reading.left = length === undefined ? undefined : Number(length)
  return reading.pending.subarray(end + 4)
}

/** Whether the answer is whole. One is under way at a time, so the end of a chunked body is the end of what came. */
const readBody = (reading: Reading, body: Buffer): boolean => {
  reading.bytes += body.length
  if (reading.keepBody) reading.kept.push(body)
  if (reading.left !== undefined) return (reading.left -= body.length) <= 0
  reading.tail = (reading.tail + body.toString("latin1", Math.max(0, body.length - chunkedEnd.length))).slice(
    -chunkedEnd.length
  )
  return reading.tail === chunkedEnd
}

/** The text of a kept body, without chunk sizes. */
export const textOf = ({ head, body }: WireAnswer): string => {
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return body.toString()
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf("\r\n", at)
    const size = Number.parseInt(body.toString("latin1", at, end), 16)
    if (!(size > 0)) break
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts).toString()
}
