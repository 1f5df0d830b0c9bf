import type { RequestListener, Server } from "node:http"
import { createServer } from "node:http"

/** A gateway in a host, on a socket. */
export interface Hosted {
  /** What clients take for the gateway's root, a path where it is mounted included. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** A host that the contract is for. */
export interface Subject {
  readonly name: string
  /** Serves the gateway of these tests in front of an upstream. */
  readonly open: (upstream: string) => Promise<Hosted>
}

/** A server of `node:http` on a free port of this machine, until it is closed. */
export const listening = async (listener: RequestListener, path = "", end = async () => {}): Promise<Hosted> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${portOf(server)}${path}`, close: () => end().then(() => closed(server)) }
}

const portOf = (server: Server): number => {
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("The server does not listen on a port.")
  return address.port
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
