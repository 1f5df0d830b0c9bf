import type { RequestListener } from "node:http"
import { createServer } from "node:http"
import { closed, listen } from "../../faults/loopback.ts"

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
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}${path}`, close: () => end().then(() => closed(server)) }
}
