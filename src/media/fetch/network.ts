import { lookup } from "node:dns/promises"
import { connect, isIP, type Socket, BlockList } from "node:net"
import { connect as secure } from "node:tls"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Timers } from "../../upstream/turns.ts"
import { ConnectionLimiter, type LimiterRefusal } from "../../upstream/connection-limiter.ts"
import { CallingTenant, defaultUpstreamLimits } from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"

/** Which URLs may be called. */
export interface AllowedUrls {
  /** Whether `http:` may be called, at port 80, besides `https:` at 443; false by default. */
  readonly http?: boolean
  /** The only hosts that may be called: a name, or `*.` before one for all below it. Absent: every public one. */
  readonly hosts?: readonly string[]
}

/** Where a URL leads, once it may be called. */
export interface MediaPlace {
  readonly url: URL
  /** The name or address, without brackets and without a dot at its end. */
  readonly host: string
  readonly port: number
  readonly tls: boolean
}

/** Reads a URL as a place that may be called, or says why not; the addresses behind its name are not looked at here. */
export const readMediaPlace = (text: string, allowed: AllowedUrls, base?: URL): Result<MediaPlace, string> => {
  if (!URL.canParse(text, base?.href)) return fail("It is not a valid URL.")
  const url = new URL(text, base?.href)
  const tls = url.protocol === "https:"
  if (!tls && !(url.protocol === "http:" && allowed.http === true)) {
    return fail(
      allowed.http === true
        ? "It must begin with http:// or https://."
        : "It must begin with https://. Send such a URL, or the medium itself as base64."
    )
  }
  if (url.username !== "" || url.password !== "") return fail("It must not contain a user name or a password.")
  if (url.port !== "") return fail("It must not contain a port.")
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "")
  if (host === "" || host.endsWith(".") || host.length > longestHost) return fail("Its host is not valid.")
  if (allowed.hosts !== undefined && !allowed.hosts.some((pattern) => matches(pattern, host))) {
    return fail("Its host is not allowed.")
  }
  return succeed({ url, host, port: tls ? 443 : 80, tls })
}

/** The most characters of a name, by RFC 1035. */
const longestHost = 253

const matches = (pattern: string, host: string): boolean =>
  pattern.startsWith("*.") ? isIP(host) === 0 && host.endsWith(pattern.slice(1)) : pattern === host

/** Waits for a place among those that call URLs at once, and has it until the scope closes. */
export type TakePlace = Effect.Effect<void, GatewayError, Scope.Scope>

/** So many places, and those that wait for one, shared out by account as the sockets and the queue of an upstream are. */
export const limitedPlaces = (atOnce: number): Effect.Effect<TakePlace, never, Scope.Scope> =>
  Effect.map(Timers.make, (timers) => {
    const limiter = new ConnectionLimiter(timers, { ...defaultUpstreamLimits, sockets: atOnce })
    return Effect.gen(function* () {
      const account = yield* CallingTenant
      let isInside = false
      yield* Effect.addFinalizer(() => Effect.sync(() => isInside && limiter.leave(account)))
      yield* Effect.callback<void, GatewayError>((resume) => {
        const takeBack = limiter.enter(
          account,
          () => {
            isInside = true
            resume(Effect.void)
          },
          (why) => resume(Effect.fail(refused(why)))
        )
        return Effect.sync(takeBack)
      })
    })
  })

const refused = (why: LimiterRefusal): GatewayError =>
  why === "tenant"
    ? new GatewayError("RateLimited", "Too many URLs of this account are being fetched. Try again in a moment.", soon)
    : new GatewayError("Overloaded", "Too many URLs are being fetched. Try again in a moment.", soon)

const soon = { retryAfter: 1 }

/** A connection, and whom it reached. */
export interface PlaceConnection {
  readonly socket: Socket
  readonly remote: HostAddress
}

/** The two things that are asked of the network. */
export interface HostNetwork {
  /** All addresses of a name; rejects where it has none. */
  readonly resolve: (name: string) => Promise<readonly HostAddress[]>
  /** Connects to an address, and tells which one it was; rejects where nobody answers, and once `signal` aborts. */
  readonly connect: (address: HostAddress, port: number, signal: AbortSignal) => Promise<PlaceConnection>
}

const familyOf = (address: string): 4 | 6 => (isIP(address) === 4 ? 4 : 6)

/** The machine's own network: its resolver, and plain sockets. */
export const machineNetwork: HostNetwork = {
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
    const lost = (): void => reject(new UncalledPlace("It cannot be reached."))
    socket.once("error", lost)
    socket.once("close", lost)
    socket.once(event, () => {
      socket.off("error", lost)
      socket.off("close", lost)
      resolve(make(socket))
    })
  })

/** Why a place is not called: no connection was made to it, or none that was used. */
export class UncalledPlace extends Error {}

/**
 * Connects to a place: all its addresses must be public, and so must be the one that was reached. What was resolved is
 * what is called, so a name that changes its answer between the two changes nothing.
 */
export const connectTo = async (
  place: MediaPlace,
  { resolve, connect: reach }: HostNetwork,
  signal: AbortSignal
): Promise<Socket> => {
  const [address, ...more] = await addressesOf(place.host, resolve)
  if (address === undefined || ![address, ...more].every(isPublic)) throw new UncalledPlace("Its host is not public.")
  const { socket, remote } = await reach(address, place.port, signal)
  if (!isPublic(remote)) {
    socket.destroy()
    throw new UncalledPlace("Its host is not public.")
  }
  if (!place.tls) return socket
  const servername = isIP(place.host) === 0 ? { servername: place.host } : {}
  return connected(secure({ socket, ...servername, ALPNProtocols: ["http/1.1"] }), "secureConnect", (made) => made)
}

/** The most addresses of a name that are looked at; a name with more is not called. */
const mostAddresses = 64

const addressesOf = async (host: string, resolve: HostNetwork["resolve"]): Promise<readonly HostAddress[]> => {
  const family = isIP(host)
  if (family === 4 || family === 6) return [{ address: host, family }]
  const found = await resolve(host)
  return found.length > mostAddresses ? [] : found
}

/**
 * Networks of version 4 that are not global unicast: the IANA special-purpose registry, multicast, the reserved rest,
 * and the address at which Azure's hosts answer their guests.
 */
const special4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
]

/** All of version 6 that is assigned to global unicast. */
const global6 = ["2000::", 3] as const

/** Networks inside it that are not: the IANA special-purpose registry, with Teredo and 6to4, which hold addresses of version 4. */
const special6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20]
]

const listOf = (
  family: "ipv4" | "ipv6",
  networks: readonly (readonly [network: string, prefix: number])[]
): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family)
  return list
}

const closed4 = listOf("ipv4", special4)
const open6 = listOf("ipv6", [global6])
const closed6 = listOf("ipv6", special6)

/** An address of a host. */
export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * Whether an address is global unicast, so that calling it reaches the public network alone. Mapped, translated and
 * tunnelled addresses of version 6 are not, whatever they hold.
 */
export const isPublic = ({ address, family }: HostAddress): boolean =>
  family === 4 ? !closed4.check(address, "ipv4") : open6.check(address, "ipv6") && !closed6.check(address, "ipv6")
