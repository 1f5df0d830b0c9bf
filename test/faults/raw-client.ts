import { connect } from "node:net"
import type { Socket } from "node:net"
import { bytesOf } from "./bytes.ts"
import type { Bytes } from "./bytes.ts"
import { ResponseReader } from "./raw-ledger.ts"
import type { RawEnd, RawLedger, RawResponse } from "./raw-ledger.ts"
import { Watch } from "./watch.ts"

/** How a client leaves: by RST, by FIN (it still reads), or as a process that closes its socket. */
export type Leave = "rst" | "fin" | "close"

/** What a raw client does on its own. */
export interface RawOptions {
  /** Leaves as soon as that many bytes came. */
  readonly leave?: { readonly afterBytes: number; readonly how: Leave }
  /** The requests are HEAD: no response has a body. */
  readonly toHead?: boolean
}

/** A client that sends exact bytes, and writes down what comes. */
export interface RawClient {
  /** Sends bytes just as they are; settles when the system took them or the connection is gone. */
  readonly send: (bytes: Bytes) => Promise<void>
  /** Reads no more, so that the peer's writes stall; an end is not seen until reading goes on. */
  readonly pause: () => void
  readonly resume: () => void
  readonly leave: (how: Leave) => void
  /** What was seen so far; it goes on with the connection. */
  readonly ledger: () => RawLedger
  /** How many bytes came. */
  readonly count: () => number
  /** Waits until `look` finds something in the ledger. */
  readonly until: <A>(what: string, look: (ledger: RawLedger) => A | undefined) => Promise<A>
  /** Waits until that many bytes came. */
  readonly received: (bytes: number) => Promise<void>
  /** The nth response (from 1; interim ones count), once it is whole or the connection ended. */
  readonly response: (nth: number) => Promise<RawResponse>
  /** The ledger, once the connection ended. */
  readonly ended: () => Promise<RawLedger>
  /** Closes the connection if it is open, and waits for that. */
  readonly close: () => Promise<void>
}

/** Connects to the host and port of a URL. A reset before anything was sent is an end like any other. */
export const rawClient = async (url: string, options: RawOptions = {}): Promise<RawClient> => {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
  const client = new Raw(socket, options)
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", () => resolve())
    socket.once("error", (error) => (wasReset(error) ? resolve() : reject(error)))
  })
  return client
}

const wasReset = (error: Error): boolean => "code" in error && error.code === "ECONNRESET"

class Raw implements RawClient {
  readonly #socket: Socket
  readonly #reader: ResponseReader
  readonly #watch = new Watch()
  readonly #closed: Promise<void>
  #count = 0
  #end: RawEnd | undefined = undefined

  constructor(socket: Socket, { leave, toHead = false }: RawOptions) {
    this.#socket = socket
    this.#reader = new ResponseReader(toHead)
    this.#closed = new Promise((resolve) => socket.once("close", () => resolve()))
    socket.on("data", (bytes: Uint8Array) => {
      this.#count += bytes.length
      this.#reader.push(bytes)
      if (leave !== undefined && this.#count >= leave.afterBytes) this.leave(leave.how)
      this.#watch.changed()
    })
    socket.on("end", () => {
      this.#reader.eof()
      this.#ended("fin")
      socket.end()
    })
    socket.on("error", () => this.#ended("rst"))
    socket.on("close", () => this.#ended("aborted"))
  }

  readonly send = (bytes: Bytes): Promise<void> =>
    new Promise((resolve) => {
      if (this.#socket.destroyed || this.#socket.writableEnded) return resolve()
      this.#socket.write(bytesOf(bytes), () => resolve())
    })

  readonly pause = (): void => void this.#socket.pause()

  readonly resume = (): void => void this.#socket.resume()

  readonly leave = (how: Leave): void => {
    if (how === "fin") {
      this.#socket.end()
      return
    }
    this.#ended("aborted")
    if (how === "rst") this.#socket.resetAndDestroy()
    else this.#socket.destroy()
  }

  readonly ledger = (): RawLedger => this.#reader.ledger(this.#end)

  readonly count = (): number => this.#count

  readonly until = <A>(what: string, look: (ledger: RawLedger) => A | undefined): Promise<A> =>
    this.#watch.until(what, () => look(this.ledger()))

  readonly received = async (bytes: number): Promise<void> => {
    await this.#watch.until(`${bytes} bytes`, () => (this.#count >= bytes ? true : undefined))
  }

  readonly response = (nth: number): Promise<RawResponse> =>
    this.until(`response ${nth}`, ({ responses, end }) => {
      const response = responses[nth - 1]
      if (response?.complete === true || end === undefined) return response?.complete === true ? response : undefined
      if (response === undefined) throw new Error(`the connection ended (${end}) without response ${nth}`)
      return response
    })

  readonly ended = (): Promise<RawLedger> =>
    this.until("the end of the connection", (ledger) => (ledger.end === undefined ? undefined : ledger))

  readonly close = (): Promise<void> => {
    this.#socket.destroy()
    return this.#closed
  }

  #ended(how: RawEnd): void {
    this.#end ??= how
    this.#watch.changed()
  }
}
