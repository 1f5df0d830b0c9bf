import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Sandbox } from "./make.ts"

/** A sandbox on a socket of this machine. */
export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Where to listen: loopback and a free port by default. */
interface ListenOptions {
  readonly host?: string
  readonly port?: number
}

const requestOf = async (incoming: IncomingMessage, base: string, signal: AbortSignal): Promise<Request> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, each)
  }
  const method = incoming.method ?? "GET"
  const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(Buffer.concat(chunks))
  return new Request(new URL(incoming.url ?? "/", base), { method, headers, body, signal })
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      outgoing.off("drain", go)
      outgoing.off("close", go)
      resolve()
    }
    outgoing.on("drain", go)
    outgoing.on("close", go)
  })

const send = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body !== null) {
    for await (const chunk of response.body) {
      if (!outgoing.write(chunk)) await drained(outgoing)
    }
  }
  outgoing.end()
}

/** Serves a sandbox over HTTP; closing ends what is open. */
export const listen = async (
  sandbox: Sandbox,
  { host = "127.0.0.1", port = 0 }: ListenOptions = {}
): Promise<Listening> => {
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on("close", () => gone.abort())
    requestOf(incoming, `http://${incoming.headers.host ?? host}`, gone.signal)
      .then(sandbox.fetch)
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === "object" && address !== null ? address.port : port
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${host}:${bound}`, close }
}
