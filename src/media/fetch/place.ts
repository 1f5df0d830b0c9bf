import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { isIP } from "node:net"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { Timers } from "../../upstream/timers.ts"
import { ConnectionLimiter, type LimiterRefusal } from "../../upstream/connection-limiter.ts"
import { defaultUpstreamLimits } from "../../upstream/limits.ts"
import { CallingTenant } from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"

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
