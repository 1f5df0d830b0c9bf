import { isIP } from "node:net"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"

/** Which URLs may be called. */
export interface Allowed {
  /** Whether `http:` may be called, at port 80, besides `https:` at 443; false by default. */
  readonly http?: boolean
  /** The only hosts that may be called: a name, or `*.` before one for all below it. Absent: every public one. */
  readonly hosts?: readonly string[]
}

/** Where a URL leads, once it may be called. */
export interface Place {
  readonly url: URL
  /** The name or address, without brackets and without a dot at its end. */
  readonly host: string
  readonly port: number
  readonly tls: boolean
}

/** Reads a URL as a place that may be called, or says why not; the addresses behind its name are not looked at here. */
export const placeOf = (text: string, allowed: Allowed, base?: URL): Result<Place, string> => {
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
  if (url.username !== "" || url.password !== "") return fail("It must name no user.")
  if (url.port !== "") return fail("It must name no port.")
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
