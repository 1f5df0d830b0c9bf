import { describe, expect, it } from "vitest"
import { readMediaPlace } from "../../src/media/fetch/network.ts"

const why = (url: string, allowed = {}): string | undefined => {
  const place = readMediaPlace(url, allowed)
  return place.ok ? undefined : place.error
}

describe("a URL", () => {
  it.each([
    "file:///etc/passwd",
    "ftp://example.com/a.png",
    "gopher://example.com/",
    "dict://example.com/",
    "ldap://example.com/",
    "jar:https://example.com!/a",
    "blob:https://example.com/1",
    "javascript:alert(1)",
    "ws://example.com/",
    "wss://example.com/",
    "unix:/var/run/a.sock",
    "http://example.com/a.png"
  ])("of another scheme is not called: %s", (url) => {
    expect(why(url)).toBe("It must begin with https://. Send such a URL, or the medium itself as base64.")
  })

  it.each(["", "example.com", "//example.com/a.png", "https://", "https://[fe80::1%25eth0]/", "https://a b/"])(
    "that is none is not called: %s",
    (url) => {
      expect(why(url)).toBe("It is not a valid URL.")
    }
  )

  it.each([
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1:80@example.com/",
    "https://a%40b@example.com/"
  ])("that names a user is not called: %s", (url) => {
    expect(why(url)).toBe("It must not contain a user name or a password.")
  })

  it.each([22, 25, 80, 6379, 8443, 0])("with port %i is not called", (port) => {
    expect(why(`https://example.com:${port}/`)).toBe("It must not contain a port.")
  })

  it("with its scheme's own port is called", () => {
    expect(why("https://example.com:443/")).toBeUndefined()
  })

  it("with a port that is none is no URL", () => {
    expect(why("https://example.com:65536/")).toBe("It is not a valid URL.")
  })

  it.each([`https://${"a.".repeat(150)}com/`, "https://example.com../", "https://./"])(
    "whose host is none is not called: %s",
    (url) => {
      expect(why(url)).toBe("Its host is not valid.")
    }
  )

  it.each([
    ["https://2130706433/", "127.0.0.1"],
    ["https://0177.0.0.1/", "127.0.0.1"],
    ["https://0x7f.1/", "127.0.0.1"],
    ["https://127.1/", "127.0.0.1"],
    ["https://017700000001/", "127.0.0.1"],
    ["https://0/", "0.0.0.0"],
    ["https://127.0.0.1./", "127.0.0.1"],
    ["https://１２７.0.0.1/", "127.0.0.1"],
    ["https://①②⑦.0.0.1/", "127.0.0.1"],
    ["https://127。0。0。1/", "127.0.0.1"],
    ["https://[::ffff:127.0.0.1]/", "::ffff:7f00:1"],
    ["https://[0:0:0:0:0:0:0:1]/", "::1"],
    ["https:127.0.0.1", "127.0.0.1"],
    ["https://example.com\\@127.0.0.1/", "example.com"],
    ["https://exam\tple.com/", "example.com"],
    ["https://exam\nple.com/", "example.com"],
    ["https://example.com#@127.0.0.1/", "example.com"],
    ["https://EXAMPLE.com./", "example.com"],
    ["https://bücher.example/", "xn--bcher-kva.example"]
  ])("leads to one host however it is spelled: %s", (url, host) => {
    const place = readMediaPlace(url, {})
    expect(place.ok && place.value.host).toBe(host)
  })

  it("may begin with http: where that is allowed, at port 80", () => {
    const place = readMediaPlace("http://example.com/", { http: true })
    expect(place.ok && [place.value.port, place.value.tls]).toEqual([80, false])
  })

  it.each([
    ["img.example", undefined],
    ["a.cdn.example", undefined],
    ["a.b.cdn.example", undefined],
    ["cdn.example", "Its host is not allowed."],
    ["evilcdn.example", "Its host is not allowed."],
    ["other.example", "Its host is not allowed."]
  ])("is held to the hosts that may be called: %s", (host, said) => {
    expect(why(`https://${host}/`, { hosts: ["img.example", "*.cdn.example"] })).toBe(said)
  })
})
