import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { GatewayError } from "../core/errors/error.ts"
import { fromZero, memberMistake, overUsual, parts, positive } from "../core/given.ts"
import type { ByteFlow } from "./flow.ts"
import { isPlaceholderKey, type SecretRedactor, redactorOf } from "../core/secrets/redactor.ts"
import { concatBytes } from "../core/collections.ts"

/** One request to a vendor. */
export interface UpstreamRequest {
  /** The operator's name for where it goes; absent: that of the family. */
  readonly upstream?: string
  readonly method: "GET" | "POST" | "DELETE"
  readonly url: string
  /** Lower-case names; the key is in one of them, and nowhere else. */
  readonly headers: Readonly<Record<string, string>>
  /** What its answer must not tell besides the key in its headers: keys that were sent there before. */
  readonly secrets?: readonly string[]
  readonly body?: string | Uint8Array
  /** Whether a streamed answer may begin as late as a whole one, because the model thinks first. */
  readonly thinks?: boolean
  /** Whether it is sent once and no more, even where it was refused before anything was worked on. */
  readonly once?: boolean
  /** The most bytes of its whole answer, where that is less than the limit of all. */
  readonly most?: number
  /** `"answer"`: a redirect that says where to is an answer, too, and is never followed; else it is an error. */
  readonly redirects?: "answer"
  /** What this upstream's operator chose instead of the limits of all. */
  readonly clocks?: Partial<UpstreamTimeouts>
  /** Whose sockets and queue it takes, where an operator gave an upstream its own; absent: those of the URL's origin. */
  readonly pool?: UpstreamPool
}

/** Sockets and a queue of one upstream alone; a number that is absent is that of all. */
interface UpstreamPool {
  readonly name: string
  readonly sockets?: number
  readonly queue?: number
}

/** How long an upstream may take, in milliseconds. */
export interface UpstreamTimeouts {
  /** Until the connection stands. */
  readonly connect: number
  /** From the request's last byte to the answer's first. */
  readonly firstByte: number
  /** Between two pieces of an answer. */
  readonly idle: number
  /** For all of it, tries and waits between them included. */
  readonly total: number
}

/** A vendor's answer, whole. Header names are lower-case. */
export interface UpstreamReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** How often the request was sent. */
  readonly attempts: number
}

/**
 * A vendor's answer as it comes. The body fails where the connection or a clock does; leaving its scope cancels it.
 * After each 15 seconds of silence it gives one empty piece, so that its reader can tell its own client to wait.
 */
export interface UpstreamStream {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Stream.Stream<Uint8Array, GatewayError>
  /** The same by plain calls, for who reads them instead. */
  readonly flow: ByteFlow<GatewayError>
  /**
   * Says that the rest is not wanted. It is read for a moment, past the scope's end too, so that the connection of an
   * upstream that closes its answer soon takes another request.
   */
  readonly drain: () => void
  /** How often the request was sent. */
  readonly attempts: number
}

/**
 * The only way to a vendor: no redirects, no headers of its own, no retry of what may have been worked on, and no answer
 * that tells the key that it was asked with.
 */
export class Upstream extends Context.Service<
  Upstream,
  {
    /** Sends, and waits for the whole answer. Any status is an answer but a redirect that was not asked for. */
    readonly unary: (request: UpstreamRequest) => Effect.Effect<UpstreamReply, GatewayError>
    /** Sends, and waits for the answer's head. */
    readonly stream: (request: UpstreamRequest) => Effect.Effect<UpstreamStream, GatewayError, Scope.Scope>
  }
>()("isogloss/Upstream") {}

/** Headers that vendors are sent with every call of a request, besides the call's own; by default none. */
export const PropagatedHeaders = Context.Reference<UpstreamRequest["headers"]>("isogloss/PropagatedHeaders", {
  defaultValue: () => ({})
})

/** The account for which upstreams are called: sockets are shared out by it, and no upstream learns it. */
export const CallingTenant = Context.Reference<string>("isogloss/CallingTenant", { defaultValue: () => "" })

/** What is heard on a connection, in this order: `start`, `head`, `data` …, then `end` or `fail` once. */
export interface CallListener {
  /** The connection stands; from now on bytes may have been sent. */
  readonly start: () => void
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => void
  readonly data: (piece: Uint8Array) => void
  readonly end: () => void
  /** `unsent` where it is known that not one byte was sent; `cause`: what the runtime threw. */
  readonly fail: (unsent: boolean, cause?: unknown) => void
}

/** A request under way on its connection. */
export interface UpstreamConnection {
  readonly pause: () => void
  readonly resume: () => void
  /** Ends it and frees its connection. Nothing is heard after that. */
  readonly abort: () => void
}

/** Sends a request over a real client: all that differs between clients. It never throws. */
export type UpstreamTransport = (request: UpstreamRequest, listener: CallListener) => UpstreamConnection

/** Whether a status is one of success. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** The headers that every request has besides its own. Nothing that identifies a trace or this library. */
export const sentHeaders = (request: UpstreamRequest): Record<string, string> => ({
  ...request.headers,
  "accept-encoding": "identity"
})

/** What an upstream is allowed. Durations are milliseconds, sizes bytes. */
export interface UpstreamLimits {
  /** `firstByte` is for streams; {@link UpstreamLimits.unaryFirstByte} for what comes when all is done or thought. */
  readonly clocks: UpstreamTimeouts
  readonly unaryFirstByte: number
  /** After how much silence a stream gives an empty piece. */
  readonly heartbeat: number
  /** Requests to one upstream at once. Over undici twice as many connections may stand idle: there are two pools. */
  readonly sockets: number
  /** Requests that wait for a socket of one upstream. */
  readonly queue: number
  /** How long they wait. */
  readonly queueClock: number
  /** The part of `sockets`, `queue` and `replies` that one tenant may take while it is alone, above 0 and at most 1. */
  readonly share: number
  /** The largest whole answer. */
  readonly reply: number
  /** How much whole answers may hold together, of which `share` is for one tenant while it is alone; what is more waits. */
  readonly replies: number
  /** How much of a stream is held for a slow reader before its connection is paused. */
  readonly held: number
  /** How often a request may be sent again after a failure before which nothing was worked on. */
  readonly retries: number
  /** The longest `retry-after` that is waited for; a longer one is the client's business. */
  readonly retryAfter: number
}

/** Limits, and who is to be told whenever they have changed. */
export interface ChangingUpstreamLimits extends UpstreamLimits {
  readonly changed?: Set<() => void>
}

/** The defaults. */
export const defaultUpstreamLimits: UpstreamLimits = {
  clocks: { connect: 10_000, firstByte: 120_000, idle: 60_000, total: 1_800_000 },
  unaryFirstByte: 600_000,
  heartbeat: 15_000,
  sockets: 512,
  queue: 1000,
  queueClock: 10_000,
  share: 0.75,
  reply: 128 * 1024 * 1024,
  replies: 256 * 1024 * 1024,
  held: 16 * 1024,
  retries: 2,
  retryAfter: 5_000
}

/** What the limits must be that an upstream may have of its own, too. */
export const ownLimits = [
  ...positive("clocks.connect", "clocks.firstByte", "clocks.idle", "clocks.total", "sockets"),
  ...fromZero("queue")
]

const wanted = [
  ...ownLimits,
  ...positive("unaryFirstByte", "heartbeat", "reply", "replies", "held"),
  ...fromZero("queueClock", "retries", "retryAfter"),
  ...parts("share")
]

/** The limits of a Layer: the defaults, with what was chosen in place of some. What is no limit is refused. */
export const upstreamLimits = (chosen: Partial<UpstreamLimits>): UpstreamLimits => {
  const mistake = memberMistake(chosen, wanted)
  if (mistake !== undefined) throw new GatewayError("Internal", `${mistake}.`)
  const clocks = overUsual(defaultUpstreamLimits.clocks, chosen.clocks ?? {})
  return overUsual(defaultUpstreamLimits, { ...chosen, clocks })
}

/** Headers that hold what nobody else may know, whatever a family calls them. */
const secretHeader = /auth|key|token|secret|cookie|password/

/** For how many names of headers it is kept whether they are such: a client may make some up. */
const mostNames = 256

const names = new Map<string, boolean>()

const isSecretive = (name: string): boolean => {
  const known = names.get(name)
  if (known !== undefined) return known
  if (names.size >= mostNames) names.clear()
  const found = secretHeader.test(name)
  names.set(name, found)
  return found
}

/** The secrets that a request is sent with, a key without the scheme before it, and those that it names besides; no {@link isPlaceholderKey}. */
const secretsOf = ({ headers, secrets = [] }: UpstreamRequest): readonly string[] => {
  const all: string[] = []
  for (const name in headers) {
    const value = headers[name] ?? ""
    if (isSecretive(name)) all.push(value.slice(value.lastIndexOf(" ") + 1))
  }
  return [...all, ...secrets].filter((secret) => !isPlaceholderKey(secret))
}

/** For how many different keys what is known of them is kept: tokens may be made anew all the time. */
const mostKeys = 256

const redactors = new Map<string, SecretRedactor>()

/** What takes a request's secrets out of its answer; the same one for requests with the same secrets. */
export const requestRedactor = (request: UpstreamRequest): SecretRedactor => {
  const secrets = secretsOf(request)
  const name = secrets.join("\n")
  const known = redactors.get(name)
  if (known !== undefined) return known
  if (redactors.size >= mostKeys) redactors.clear()
  const made = redactorOf(secrets)
  redactors.set(name, made)
  return made
}

/** Headers with their values redacted. */
export const redactedHeaders = (
  { text }: SecretRedactor,
  headers: Readonly<Record<string, string>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)]))

/** Redacts a stream piece by piece, however it was cut: what may be the beginning of a secret waits for the next piece. */
export class StreamRedactor {
  readonly #redactor: SecretRedactor
  #rest: Uint8Array = new Uint8Array(0)

  constructor(redactor: SecretRedactor) {
    this.#redactor = redactor
  }

  /** What may be told now. */
  push(piece: Uint8Array): Uint8Array {
    const [safe, rest] = this.#redactor.begin(this.#rest.length === 0 ? piece : concatBytes([this.#rest, piece]))
    this.#rest = rest
    return safe
  }

  /** The rest. */
  end(): Uint8Array {
    return this.#redactor.bytes(this.#rest)
  }
}
