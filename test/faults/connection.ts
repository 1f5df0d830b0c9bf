import type { Socket } from "node:net"
import { joined } from "./bytes.ts"
import type { PeerEnd, SeenConnection } from "./upstream-ledger.ts"
import { gate } from "./watch.ts"
import type { Watch } from "./watch.ts"

/** One accepted connection: its socket, and the ledger of what happened to it. */
export class Connection implements SeenConnection {
  readonly number: number
  readonly socket: Socket
  readonly openedAt = performance.now()
  /** Settles when the peer ended it or it closed. */
  readonly left: Promise<void>
  /** Settles when it closed. */
  readonly closed: Promise<void>
  sent = 0
  peerEnd: PeerEnd | undefined = undefined
  resetAfterFin = false
  halfClosedAt: number | undefined = undefined
  closedAt: number | undefined = undefined
  readonly #received: Uint8Array[] = []
  readonly #watch: Watch

  constructor(number: number, socket: Socket, watch: Watch) {
    this.number = number
    this.socket = socket
    this.#watch = watch
    const left = gate()
    const closed = gate()
    this.left = left.opened
    this.closed = closed.opened
    socket.setNoDelay(true)
    socket.on("data", (bytes: Uint8Array) => this.#received.push(bytes))
    socket.on("end", () => {
      this.#end("fin")
      left.open()
    })
    socket.on("error", () => this.#end("rst"))
    socket.on("close", () => {
      this.closedAt = performance.now()
      left.open()
      closed.open()
      watch.changed()
    })
  }

  get received(): Uint8Array {
    return joined(this.#received)
  }

  /** Writes bytes; settles to true when the system took them, to false when the connection is gone. */
  write(bytes: Uint8Array): Promise<boolean> {
    if (this.socket.destroyed || this.socket.writableEnded) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.socket.write(bytes, (error) => {
        if (error === null || error === undefined) this.sent += bytes.length
        this.#watch.changed()
        resolve(error === null || error === undefined)
      })
    })
  }

  /** Half-closes it. Settles when everything written before is delivered to the system, or it closed. */
  async fin(): Promise<void> {
    if (this.socket.destroyed || this.socket.writableEnded) return
    this.halfClosedAt = performance.now()
    await Promise.race([new Promise<void>((resolve) => this.socket.end(resolve)), this.closed])
  }

  /** Resets it: the peer gets RST. */
  rst(): Promise<void> {
    this.socket.resetAndDestroy()
    return this.closed
  }

  #end(how: PeerEnd["how"]): void {
    if (this.peerEnd === undefined) this.peerEnd = { how, at: performance.now(), afterBytes: this.sent }
    else if (how === "rst") this.resetAfterFin = true
    this.#watch.changed()
  }
}
