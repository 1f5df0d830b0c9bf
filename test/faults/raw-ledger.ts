import { Buffer } from "node:buffer"
import { joined, textOf } from "./bytes.ts"
import { bodyReader, responseBodyEnd } from "./http-body.ts"
import type { BodyReader } from "./http-body.ts"
import { readHead } from "./http-head.ts"
import type { Head, Header } from "./http-head.ts"

/** One read of a socket: when, in milliseconds of the monotonic clock, and what. */
export interface Read {
  readonly at: number
  readonly bytes: Uint8Array
}

/** One response as it came: interim ones (1xx) are responses of their own. */
export interface RawResponse {
  readonly statusLine: string
  readonly status: number
  /** In order, duplicates and spelling kept. */
  readonly headers: readonly Header[]
  /** Without the marks of chunks. */
  readonly body: Uint8Array
  readonly text: string
  /** Whether the body ended as its head promised; a body that the connection's end delimits is whole after a FIN. */
  readonly complete: boolean
  readonly problem: string | undefined
}

/** How a connection ended for a client: the peer's FIN or RST, or its own abort. */
export type RawEnd = "fin" | "rst" | "aborted"

/** What a raw client saw of its connection. */
export interface RawLedger {
  readonly reads: readonly Read[]
  readonly received: Uint8Array
  readonly responses: readonly RawResponse[]
  readonly end: RawEnd | undefined
}

interface Incoming {
  readonly head: Head
  readonly status: number
  readonly untilEof: boolean
  readonly reader: BodyReader
  complete: boolean
}

/** Reads responses out of a connection's bytes, however they are cut. `toHead` says that the requests were HEAD. */
export class ResponseReader {
  readonly reads: Read[] = []
  readonly #responses: Incoming[] = []
  readonly #toHead: boolean
  #pending: Uint8Array = Buffer.alloc(0)

  constructor(toHead: boolean) {
    this.#toHead = toHead
  }

  /** Takes what one read gave. */
  push(bytes: Uint8Array): void {
    this.reads.push({ at: performance.now(), bytes })
    let rest: Uint8Array | undefined = bytes
    while (rest !== undefined && rest.length > 0) {
      const current = this.#responses.at(-1)
      rest = current === undefined || current.complete ? this.#start(rest) : finishWith(current, rest)
    }
  }

  /** The peer's FIN came: it is the good end of a body that nothing else delimits. */
  eof(): void {
    const current = this.#responses.at(-1)
    if (current?.untilEof === true) current.complete = true
  }

  /** What was read so far. */
  ledger(end: RawEnd | undefined): RawLedger {
    const { reads } = this
    return {
      reads,
      get received() {
        return joined(reads.map(({ bytes }) => bytes))
      },
      responses: this.#responses.map(seen),
      end
    }
  }

  #start(bytes: Uint8Array): Uint8Array | undefined {
    this.#pending = joined([this.#pending, bytes])
    const head = readHead(this.#pending)
    if (head === undefined) return undefined
    const rest = this.#pending.subarray(head.size)
    this.#pending = Buffer.alloc(0)
    const status = Number(head.line.split(" ")[1])
    const end = responseBodyEnd(status, head.headers, this.#toHead)
    const response = { head, status, untilEof: end.kind === "eof", reader: bodyReader(end), complete: false }
    this.#responses.push(response)
    return finishWith(response, rest)
  }
}

const finishWith = (response: Incoming, bytes: Uint8Array): Uint8Array | undefined => {
  const rest = response.reader.push(bytes)
  if (rest !== undefined) response.complete = true
  return rest
}

const seen = (response: Incoming): RawResponse => ({
  statusLine: response.head.line,
  status: response.status,
  headers: response.head.headers,
  get body() {
    return response.reader.body()
  },
  get text() {
    return textOf(response.reader.body())
  },
  complete: response.complete,
  problem: response.reader.problem()
})
