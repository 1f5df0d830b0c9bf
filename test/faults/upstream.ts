import { createServer } from "node:net"
import type { Socket } from "node:net"
import { Connection } from "./connection.ts"
import { listen } from "./loopback.ts"
import { play } from "./play.ts"
import { IncomingRequest, requestReader } from "./request-reader.ts"
import { Script } from "./script.ts"
import type { Scripted } from "./script.ts"
import { body, fin, head } from "./steps.ts"
import type { Step } from "./steps.ts"
import type { SeenConnection, SeenRequest } from "./upstream-ledger.ts"
import { Watch } from "./watch.ts"

/** An upstream that does what its script says, byte by byte, and writes down what it received. */
export interface ScriptedUpstream {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string
  readonly requests: readonly SeenRequest[]
  readonly connections: readonly SeenConnection[]
  /** Requests that no answer of the script was for; each got a 501. */
  readonly unscripted: readonly SeenRequest[]
  /** Adds an answer to the end of the script. */
  readonly answer: (scripted: Scripted) => void
  /** The nth request (from 1), once its whole body came. */
  readonly request: (nth: number) => Promise<SeenRequest>
  /** Waits until `look` finds something in the ledger. */
  readonly until: <A>(what: string, look: () => A | undefined) => Promise<A>
  /** The nth connection (from 1), once its peer ended it or it was destroyed. */
  readonly ended: (nth: number) => Promise<SeenConnection>
  /** How many connections are open now. */
  readonly open: () => number
  /** Destroys every connection and stops listening. */
  readonly close: () => Promise<void>
}

const unscriptedAnswer: readonly Step[] = [
  head(501, { reason: "Unscripted", body: { length: 0 }, headers: [["connection", "close"]] }),
  body(""),
  fin
]

/** Listens on a free port of 127.0.0.1 and plays the answers to whoever comes; `patience` bounds its waits, in ms. */
export const scriptUpstream = async (answers: readonly Scripted[], patience?: number): Promise<ScriptedUpstream> => {
  const stage = new Stage(answers, new Watch(patience))
  const server = createServer({ allowHalfOpen: true }, (socket) => stage.accept(socket))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    requests: stage.requests,
    connections: stage.connections,
    unscripted: stage.unscripted,
    answer: (scripted) => stage.script.add(scripted),
    request: (nth) =>
      stage.watch.until(`request ${nth}`, () =>
        stage.requests[nth - 1]?.complete ? stage.requests[nth - 1] : undefined
      ),
    until: (what, look) => stage.watch.until(what, look),
    ended: (nth) => stage.watch.until(`the end of connection ${nth}`, () => endedOnly(stage.connections[nth - 1])),
    open: () => stage.connections.filter(({ closedAt }) => closedAt === undefined).length,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const { socket } of stage.connections) socket.destroy()
      await Promise.all([closed, ...stage.connections.map((connection) => connection.closed)])
    }
  }
}

const endedOnly = (connection: SeenConnection | undefined): SeenConnection | undefined =>
  connection?.peerEnd === undefined && connection?.closedAt === undefined ? undefined : connection

class Stage {
  readonly requests: IncomingRequest[] = []
  readonly connections: Connection[] = []
  readonly unscripted: SeenRequest[] = []
  readonly watch: Watch
  readonly script: Script

  constructor(answers: readonly Scripted[], watch: Watch) {
    this.watch = watch
    this.script = new Script(answers)
  }

  accept(socket: Socket): void {
    const connection = new Connection(this.connections.length + 1, socket, this.watch)
    this.connections.push(connection)
    let playing = Promise.resolve()
    const perform = (steps: readonly Step[], request?: IncomingRequest) => {
      const mine = playing.then(() => play(steps, connection, request))
      playing = mine
      void mine.then(() => (playing === mine && connection.peerEnd !== undefined ? connection.fin() : undefined))
    }
    socket.on("end", () => perform([]))
    const read = requestReader(
      (top, bytes) => new IncomingRequest(connection.number, this.requests.length + 1, top, bytes),
      (request) => this.#onHead(request, perform)
    )
    const steps = this.script.onConnect()
    if (steps !== undefined) perform(steps)
    socket.on("data", (bytes: Uint8Array) => {
      read(bytes)
      this.watch.changed()
    })
    this.watch.changed()
  }

  #onHead(request: IncomingRequest, perform: (steps: readonly Step[], request: IncomingRequest) => void): void {
    this.requests.push(request)
    const steps = this.script.onHead(request)
    if (steps !== undefined) return perform(steps, request)
    void request.whole.then(() => perform(this.#onRequest(request), request))
  }

  #onRequest(request: IncomingRequest): readonly Step[] {
    const steps = this.script.onRequest(request)
    if (steps === undefined) this.unscripted.push(request)
    return steps ?? unscriptedAnswer
  }
}
