import { lookup } from "node:dns/promises"
import { connect, isIP, type Socket } from "node:net"
import { connect as secure } from "node:tls"
import { type Address, isPublic } from "./addresses.ts"
import type { Place } from "./place.ts"

/** A connection, and whom it reached. */
export interface Connection {
  readonly socket: Socket
  readonly remote: Address
}

/** The two things that are asked of the network. */
export interface Network {
  /** All addresses of a name; rejects where it has none. */
  readonly resolve: (name: string) => Promise<readonly Address[]>
  /** Connects to an address, and tells which one it was; rejects where nobody answers, and once `signal` aborts. */
  readonly connect: (address: Address, port: number, signal: AbortSignal) => Promise<Connection>
}

const familyOf = (address: string): 4 | 6 => (isIP(address) === 4 ? 4 : 6)

/** The machine's own network: its resolver, and plain sockets. */
export const network: Network = {
  resolve: async (name) => {
    const found = await lookup(name, { all: true, verbatim: true })
    return found.map(({ address }) => ({ address, family: familyOf(address) }))
  },
  connect: (address, port, signal) =>
    connected(connect({ host: address.address, port, signal }), "connect", (socket) => {
      const remote = socket.remoteAddress ?? ""
      return { socket, remote: { address: remote, family: familyOf(remote) } }
    })
}

/** What is made of a socket once it stands. */
const connected = <A>(socket: Socket, event: "connect" | "secureConnect", make: (socket: Socket) => A): Promise<A> =>
  new Promise((resolve, reject) => {
    const lost = (): void => reject(new Closed("It cannot be reached."))
    socket.once("error", lost)
    socket.once("close", lost)
    socket.once(event, () => {
      socket.off("error", lost)
      socket.off("close", lost)
      resolve(make(socket))
    })
  })

/** Why a place is not called: no connection was made to it, or none that was used. */
export class Closed extends Error {}

/**
 * Connects to a place: all its addresses must be public, and so must be the one that was reached. What was resolved is
 * what is called, so a name that changes its answer between the two changes nothing.
 */
export const open = async (
  place: Place,
  { resolve, connect: reach }: Network,
  signal: AbortSignal
): Promise<Socket> => {
  const [address, ...more] = await addressesOf(place.host, resolve)
  if (address === undefined || ![address, ...more].every(isPublic)) throw new Closed("Its host is not public.")
  const { socket, remote } = await reach(address, place.port, signal)
  if (!isPublic(remote)) {
    socket.destroy()
    throw new Closed("Its host is not public.")
  }
  if (!place.tls) return socket
  const servername = isIP(place.host) === 0 ? { servername: place.host } : {}
  return connected(secure({ socket, ...servername, ALPNProtocols: ["http/1.1"] }), "secureConnect", (made) => made)
}

/** The most addresses of a name that are looked at; a name with more is not called. */
const mostAddresses = 64

const addressesOf = async (host: string, resolve: Network["resolve"]): Promise<readonly Address[]> => {
  const family = isIP(host)
  if (family === 4 || family === 6) return [{ address: host, family }]
  const found = await resolve(host)
  return found.length > mostAddresses ? [] : found
}
