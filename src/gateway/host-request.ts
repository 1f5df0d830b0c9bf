import * as Effect from "effect/Effect"
import { GatewayError } from "../core/errors/error.ts"
import { bothRedactors, type SecretRedactor, redactorOf } from "../core/secrets/redactor.ts"
import { anyCarrier, presentedKeys } from "../credentials/credentials.ts"
import { type BodyKind, type Head, isForm } from "../endpoints/endpoint.ts"
import { type WireNames, wireNames } from "../core/format.ts"
import { encodeHex } from "../core/bytes.ts"
import { concatBytes } from "../core/collections.ts"
import type { Answer } from "../exchange/answer.ts"
import type { AccountTurns } from "../upstream/turns.ts"
import type { BodyEntry } from "./body-ledger.ts"

/** A request as its host hands it over. */
export interface HostRequest {
  readonly method: string
  /** The request target: a path, and a query where there is one. */
  readonly target: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The network address of the client, where the host knows it. */
  readonly address?: (() => string | undefined) | undefined
  /** Why nobody may act on this request: two readers could read it in two ways. */
  readonly refused?: GatewayError | undefined
  /** Told once a caller was admitted who is known by a key. */
  readonly onAdmitted?: () => void
  /** Reads the whole body. */
  readonly readBody: (reading: BodyReading) => Effect.Effect<Uint8Array, GatewayError>
}

/** Who waits for an answer, as its host knows them. */
export interface ResponseSink {
  /** Hands the answer over; done once its last byte was handed on. */
  readonly deliver: (answer: Answer) => Effect.Effect<void>
  /** There is no answer, or it broke off. */
  readonly onAborted: () => void
}

/** Takes requests in. */
export interface RequestTaker {
  /** Serves a request. What comes back ends it early: its client left. */
  readonly accept: (arrived: HostRequest, sink: ResponseSink) => () => void
}

/** How a body is read. */
export interface BodyReading {
  /** How many bytes it may have. */
  readonly cap: number
  /** Counts what is held of it, before it is. */
  readonly entry: BodyEntry
  /** The turns of whose it is, in which a long one is read where the host can; absent: as fast as it comes. */
  readonly turns?: AccountTurns | undefined
}

/** A body that is larger than its route takes, in bytes. */
export const tooLarge = (cap: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The body is larger than ${cap} bytes.`)

/** A body in so many pieces that reading them costs more than what they say. */
export const shredded = (): GatewayError =>
  new GatewayError(
    "InvalidRequest",
    "The body comes in too many small chunks: send it in chunks of a kilobyte or more.",
    {
      code: "malformed_request"
    }
  )

/** A body that was not whole in time, in milliseconds. */
export const lateBody = (clock: number): GatewayError =>
  new GatewayError("InvalidRequest", `The body did not arrive within ${clock / 1000} s.`, {
    status: 408,
    code: "request_timeout"
  })

/** A body whose sender broke off. */
export const brokenBody = (): GatewayError =>
  new GatewayError("InvalidRequest", "The body could not be read.", { pointer: "" })

/** A body that somebody before the gateway has read, and left nowhere: a defect of the program around it. */
export const spentBody = (): Effect.Effect<never> =>
  Effect.die(new Error("The body was read before the gateway was asked: mount it before what reads bodies."))

const nothing = Effect.succeed(new Uint8Array(0))

/**
 * Reads a body as its endpoint takes it: of its type, not encoded, under its cap before and while reading. One that says
 * that it is longer than what may be held of it now is refused before anything of it is read.
 */
export const readBytes = (
  { headers, readBody }: Pick<HostRequest, "headers" | "readBody">,
  kind: BodyKind,
  reading: Omit<BodyReading, "cap">
): Effect.Effect<Uint8Array, GatewayError> => {
  if (kind.kind === "none") return nothing
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = headers
  if (type !== undefined && !isJson(type) && !(kind.kind === "form" && isForm(type)))
    return Effect.fail(unsupported(kind.kind === "form" ? `${wanted} or a form.` : `${wanted}.`))
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return Effect.fail(unsupported("The body must not be compressed."))
  if (length !== undefined && Number(length) > kind.cap) return Effect.fail(tooLarge(kind.cap))
  const refused = length === undefined ? undefined : reading.entry.refuses(Number(length))
  return refused === undefined ? readBody({ cap: kind.cap, ...reading }) : Effect.fail(refused)
}

const wanted = "The body must be JSON (`content-type: application/json`)"

const isJson = (type: string): boolean =>
  type === "application/json" || /^\s*(application|text)\/([\w.!#$&^-]+\+)?json\s*(;|$)/i.test(type)

const unsupported = (message: string): GatewayError => new GatewayError("UnsupportedMediaType", message)

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
const mostHops = 16

/** A gateway among those that a request passes, under a name that is new with each start and says nothing. */
export class Hops {
  readonly #own = `1.1 gw-${encodeHex(crypto.getRandomValues(new Uint8Array(8)))}`

  /** The header with which a request goes on that passed no other. */
  readonly first = { via: this.#own }

  /**
   * The header with which a request goes on that came with this one: the gateways that it passed, and this one. Others
   * that it names stay unknown to the vendor. Undefined where the request has passed this gateway, or too many.
   */
  through(via: string | undefined): { readonly via: string } | undefined {
    if (via === undefined) return this.first
    const passed = via.split(",").flatMap((hop) => (grammar.test(hop.trim()) ? [hop.trim()] : []))
    if (passed.includes(this.#own) || passed.length >= mostHops) return undefined
    return { via: [...passed, this.#own].join(", ") }
  }
}

/** A body as it comes, under its cap and its entry. */
export class CappedBody {
  readonly #cap: number
  readonly #entry: BodyEntry
  readonly #pieces: Uint8Array[] = []
  #size = 0

  constructor(cap: number, entry: BodyEntry) {
    this.#cap = cap
    this.#entry = entry
  }

  /** Adds a piece; why it may not. */
  add(piece: Uint8Array): GatewayError | undefined {
    this.#size += piece.length
    if (this.#size > this.#cap) return tooLarge(this.#cap)
    this.#pieces.push(piece)
    return this.#entry.take(piece.length)
  }

  /** All of it. */
  end(): Uint8Array {
    return concatBytes(this.#pieces)
  }
}

/** What takes the deployment's secrets out of texts, and the keys of a request. */
export const requestSecrets = (secrets: SecretRedactor, head: Head): SecretRedactor => {
  let own: SecretRedactor | undefined
  return bothRedactors(secrets, () => (own ??= redactorOf(keysIn(head))))
}

/** The keys that a request carries, whether its route takes them or not: as many as carriers hold, as a stranger may send any. */
const keysIn = ({ headers, search }: Head): readonly string[] => {
  const keys = presentedKeys([...anyCarrier, "login"], headers, search).map(({ secret }) => secret)
  return [...new Set(keys)].slice(0, mostCarried)
}

/** One in each carrier, and one more behind a second scheme. */
const mostCarried = anyCarrier.length + 1
