import { createServer, connect, type AddressInfo, type Socket } from "node:net"
import { onTestFinished } from "vitest"
import type { HostAddress, HostNetwork } from "../../src/media/fetch/network.ts"

/** A 1 × 1 PNG. */
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64"
)

/** An answer as it goes over the wire. */
export const answer = (
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: string | Uint8Array = ""
): Buffer => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines.join("")}\r\n`), Buffer.from(body)])
}

/** An answer that holds a picture. */
export const picture = (headers: Readonly<Record<string, string | number>> = {}): Buffer =>
  answer(200, { "content-type": "image/png", "content-length": png.length, ...headers }, png)

/** A server of sockets on the loopback, and a network in which every name and address leads to it. */
export interface Rig {
  readonly network: HostNetwork
  /** The requests that arrived, each with its head. */
  readonly heads: string[]
  /** The pieces of all that arrived, a character a byte. */
  readonly arrived: string[]
  /** The names that were resolved, and the addresses that were called. */
  readonly resolved: string[]
  readonly called: string[]
}

/** What the network says that is not so by itself. */
export interface Lies {
  /** The addresses of a name, by how often it was asked; a public one where absent. */
  readonly names?: (name: string, times: number) => Promise<readonly string[]> | readonly string[]
  /** Whom a connection reached; the address that was called where absent. */
  readonly remote?: (address: string) => string
}

/** A public address, at which nobody is called here. */
export const somewhere = "93.184.215.14"

/** With which byte a client of TLS begins. The server here speaks none, and hangs up. */
const handshake = 0x16

const addressOf = (address: string): HostAddress => ({ address, family: address.includes(":") ? 6 : 4 })

/** Starts a server that hands each request's socket to `answered`; it ends with the test. */
export const rig = async (answered: (head: string, socket: Socket) => void, lies: Lies = {}): Promise<Rig> => {
  const heads: string[] = []
  const arrived: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
    let head = ""
    socket.on("data", (piece) => {
      head += piece.toString("latin1")
      arrived.push(piece.toString("latin1"))
      if (piece[0] === handshake) socket.destroy()
      if (!head.endsWith("\r\n\r\n")) return
      heads.push(head)
      answered(head, socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const resolved: string[] = []
  const called: string[] = []
  const network: HostNetwork = {
    resolve: async (name) => {
      resolved.push(name)
      const times = resolved.filter((one) => one === name).length
      return ((await lies.names?.(name, times)) ?? [somewhere]).map(addressOf)
    },
    connect: ({ address }, _port, signal) => {
      called.push(address)
      const socket = connect({ host: "127.0.0.1", port, signal })
      return new Promise((resolve, reject) => {
        socket.once("error", reject)
        socket.once("connect", () => resolve({ socket, remote: addressOf(lies.remote?.(address) ?? address) }))
      })
    }
  }
  return { network, heads, arrived, resolved, called }
}
