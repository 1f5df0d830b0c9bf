import { BlockList } from "node:net"

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
export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/**
 * Whether an address is global unicast, so that calling it reaches the public network alone. Mapped, translated and
 * tunnelled addresses of version 6 are not, whatever they hold.
 */
export const isPublic = ({ address, family }: Address): boolean =>
  family === 4 ? !closed4.check(address, "ipv4") : open6.check(address, "ipv6") && !closed6.check(address, "ipv6")
