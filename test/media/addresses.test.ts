import { isIP } from "node:net"
import { describe, expect, it } from "vitest"
import { isPublic } from "../../src/media/fetch/network.ts"

const check = (address: string): boolean => isPublic({ address, family: isIP(address) === 4 ? 4 : 6 })

const closed = [
  ["this host", ["0.0.0.0", "0.255.255.255"]],
  ["private", ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"]],
  ["shared by carriers, metadata of Alibaba's cloud among it", ["100.64.0.0", "100.100.100.200", "100.127.255.255"]],
  ["loopback", ["127.0.0.0", "127.0.0.1", "127.255.255.255"]],
  ["link-local, metadata of most clouds among it", ["169.254.0.0", "169.254.169.254", "169.254.255.255"]],
  ["Azure's own", ["168.63.129.16"]],
  ["of the protocol, metadata of Oracle's cloud among it", ["192.0.0.0", "192.0.0.192"]],
  ["for documents", ["192.0.2.1", "198.51.100.1", "203.0.113.1"]],
  ["of relays", ["192.88.99.1"]],
  ["for benchmarks", ["198.18.0.0", "198.19.255.255"]],
  ["multicast", ["224.0.0.1", "239.255.255.255"]],
  ["reserved", ["240.0.0.0", "255.255.255.254"]],
  ["broadcast", ["255.255.255.255"]],
  ["unspecified and loopback of version 6", ["::", "::1"]],
  ["mapped", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "0:0:0:0:0:ffff:7f00:1"]],
  ["compatible with version 4", ["::127.0.0.1", "::7f00:1", "::8.8.8.8"]],
  ["translated", ["64:ff9b::a9fe:a9fe", "64:ff9b::8.8.8.8", "64:ff9b:1::1"]],
  ["6to4", ["2002:7f00:1::", "2002:808:808::1"]],
  ["Teredo", ["2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"]],
  ["for documents, of version 6", ["2001:db8::1", "3fff::1"]],
  ["unique local", ["fc00::1", "fd00:ec2::254", "fdff::1"]],
  ["link-local of version 6", ["fe80::1", "febf::1"]],
  ["site-local", ["fec0::1"]],
  ["multicast of version 6", ["ff02::1", "ff0e::1"]],
  ["for discarding", ["100::1"]]
] as const

const open = [
  "8.8.8.8",
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450:4001::1"
]

describe("an address", () => {
  describe.each(closed)("that is %s", (_, addresses) => {
    it.each(addresses)("is not public: %s", (address) => {
      expect(check(address)).toBe(false)
    })
  })

  it.each(open)("is public beside and beyond the networks that are not: %s", (address) => {
    expect(check(address)).toBe(true)
  })
})
