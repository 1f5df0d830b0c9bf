import { type WireNames, wireNames } from "../core/format.ts"

/** The headers that carry a request's id, ours and the vendors' spelling. */
const requestIdHeaders = ["x-request-id", "request-id"] as const

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/

const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key", "api-key"] as const

/** The client's own id for a request where it is well-formed and no key of the request's, else a new one. */
export const requestIdOf = (headers: Readonly<Record<string, string | undefined>>): string => {
  for (const name of requestIdHeaders) {
    const own = headers[name]
    if (own === undefined || !wellFormed.test(own)) continue
    if (!keyHeaders.some((header) => `Bearer ${headers[header]}`.endsWith(` ${own}`))) return own
  }
  return newId()
}

const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const size = 16

/** Random bytes for many ids: asking for them costs more than they do. */
const pool = new Uint8Array(256 * size)

let used = pool.length

/** 16 random bytes in hexadecimal. */
const newId = (): string => {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let id = ""
  for (const end = used + size; used < end; used++) id += hex[pool[used] ?? 0]
  return id
}

/** Headers by their names in small letters. */
type Headers = Readonly<Record<string, string | undefined>>

/** The names of headers that a deployment may spell in its own way. */
const spelled = ["messagesVersionHeader", "contentKeyHeader"] as const

/**
 * Reads headers that this deployment calls otherwise under their vendors' names, too: what is read by those names need
 * not know. A header that has its vendor's name wins.
 */
export const vendorHeaderNames = (names: WireNames): ((headers: Headers) => Headers) => {
  const own = spelled
    .map((name) => [names[name].toLowerCase(), wireNames[name]] as const)
    .filter(([mine, theirs]) => mine !== theirs)
  if (own.length === 0) return (headers) => headers
  return (headers) => {
    const known: Record<string, string | undefined> = { ...headers }
    for (const [mine, theirs] of own) known[theirs] ??= headers[mine]
    return known
  }
}

/** How this library's gateways are named where others are told which ones a request passed (RFC 9110, 7.6.3). */
const grammar = /^1\.1 gw-[0-9a-f]{16}$/

/** The most gateways that a request passes. */
const most = 16

/** A gateway among those that a request passes, under a name that is new with each start and says nothing. */
export class Hops {
  readonly #own = `1.1 gw-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`

  /** The header with which a request goes on that passed no other. */
  readonly first = { via: this.#own }

  /**
   * The header with which a request goes on that came with this one: the gateways that it passed, and this one. Others
   * that it names stay unknown to the vendor. Undefined where the request has passed this gateway, or too many.
   */
  through(via: string | undefined): { readonly via: string } | undefined {
    if (via === undefined) return this.first
    const passed = via.split(",").flatMap((hop) => (grammar.test(hop.trim()) ? [hop.trim()] : []))
    if (passed.includes(this.#own) || passed.length >= most) return undefined
    return { via: [...passed, this.#own].join(", ") }
  }
}
