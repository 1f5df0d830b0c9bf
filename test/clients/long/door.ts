import { createServer, request } from "node:http"
import { closed, listen } from "../../faults/loopback.ts"

/** A request that a client sent, and what it got. */
export interface Passed {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly status: number
}

/** What stands before the gateway and sees what clients get of it. */
export interface Door {
  readonly url: string
  /** What passed since this was last asked. */
  readonly passed: () => readonly Passed[]
  /** The hosts that were asked for through it as a proxy: none is reached. */
  readonly outside: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Opens a door: it passes requests on to the gateway as they are, and is a proxy that reaches nobody. */
export const openDoor = async (gateway: string): Promise<Door> => {
  let passed: Passed[] = []
  const outside: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", headers } = incoming
    const url = new URL(incoming.url ?? "/", gateway)
    const onward = request(new URL(url.pathname + url.search, gateway), { method, headers }, (answer) => {
      const status = answer.statusCode ?? 0
      passed.push({ method, path: url.pathname, status })
      outgoing.writeHead(status, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on("error", () => outgoing.destroy())
    outgoing.on("close", () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on("connect", ({ url = "" }, socket) => {
    outside.push(url)
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n")
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    passed: () => {
      const taken = passed
      passed = []
      return taken
    },
    outside: () => outside,
    close: () => closed(server)
  }
}
