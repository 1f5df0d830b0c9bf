import type { JsonPointer } from "../json/pointer.ts"
import type { TokenUsage } from "../tokens/usage.ts"

/** Why a call failed, whoever noticed it. */
export type ErrorReason =
  | "InvalidRequest"
  | "Unauthenticated"
  | "PermissionDenied"
  | "NotFound"
  | "MethodNotAllowed"
  | "Conflict"
  | "Gone"
  | "PayloadTooLarge"
  | "UnsupportedMediaType"
  | "UnsupportedOperation"
  | "RateLimited"
  | "QuotaExceeded"
  | "ContentBlocked"
  | "Cancelled"
  | "Internal"
  | "UpstreamFailed"
  | "UpstreamTimeout"
  | "Overloaded"

/** The HTTP status of each reason where nothing says it more exactly. */
export const statusOf: Readonly<Record<ErrorReason, number>> = {
  InvalidRequest: 400,
  Unauthenticated: 401,
  PermissionDenied: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  Gone: 410,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  UnsupportedOperation: 501,
  RateLimited: 429,
  QuotaExceeded: 402,
  ContentBlocked: 400,
  Cancelled: 499,
  Internal: 500,
  UpstreamFailed: 502,
  UpstreamTimeout: 504,
  Overloaded: 503
}

/** What may be said of an error besides its reason and message. */
export interface ErrorDetails {
  /** HTTP status, where it differs from the reason's own. */
  readonly status?: number
  /** Which member of the client's body is meant. */
  readonly pointer?: JsonPointer
  /** The upstream's own short code, such as `context_length_exceeded`; null: none, not that of the reason either. */
  readonly code?: string | null
  /** The upstream's own type, such as `overloaded_error`, and the format that it is written in. */
  readonly type?: { readonly format: string; readonly value: string }
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number
  readonly requestId?: string
  /** Whether another try by the client makes sense, where that is known: not once the gateway tried again itself. */
  readonly shouldRetry?: boolean
  /** That not one byte of the call was sent to an upstream. */
  readonly unsent?: boolean
  /** What the runtime calls the failure of a connection, such as `ECONNREFUSED`. No client is told. */
  readonly cause?: string
  /** The status that the upstream answered with, where that is the error. No client is told. */
  readonly answered?: number
  /** What the upstream said of credentials that it refused, without what looks like a key. No client is told. */
  readonly refusal?: string
  /** What an answer cost that was made and is this error. No client is told. */
  readonly usage?: TokenUsage | undefined
  /** Where the call went that failed. No client is told. */
  readonly called?: CalledUpstream
}

/** An upstream that was called. */
interface CalledUpstream {
  /** Its name among the operator's upstreams; absent: its family's. */
  readonly upstream?: string
  /** The host of its URL, with a port that is not the scheme's. */
  readonly host: string
}

/** The one error of the library. It never holds a request, a header or a key. */
export class GatewayError extends Error {
  readonly _tag = "GatewayError"
  override readonly name = "GatewayError"
  readonly reason: ErrorReason
  readonly details: ErrorDetails

  constructor(reason: ErrorReason, message: string, details: ErrorDetails = {}) {
    super(message)
    // JavaScript gives what it likes, and each format looks up what a reason means
    this.reason = Object.hasOwn(statusOf, reason) ? reason : "Internal"
    this.details = details
  }

  /** The HTTP status to answer with. */
  get status(): number {
    return this.details.status ?? statusOf[this.reason]
  }

  /** The same error with more said of it. */
  with(more: ErrorDetails): GatewayError {
    return new GatewayError(this.reason, this.message, { ...this.details, ...more })
  }
}

/** Where a defect came from: never its message, which may quote a body. */
const originOf = (defect: unknown): readonly string[] =>
  defect instanceof Error
    ? [
        defect.name,
        ...(defect.stack ?? "")
          .split("\n")
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 8)
      ]
    : []

/** What is told of a defect: what it says, as far as that quotes nothing, and where it came from. */
export const aboutDefect = (defect: unknown): readonly string[] => {
  const [name, ...lines] = originOf(defect)
  return name === undefined ? [] : [`${name}: ${saidBy(defect)}`, ...lines]
}

/** The most of a defect's message that is told, in UTF-16 code units. */
const mostDefectLength = 200

const saidBy = (defect: unknown): string => {
  if (!(defect instanceof Error) || quotes(defect)) return "(what it says may quote what was read)"
  return unquoted(defect.message).slice(0, mostDefectLength)
}

/** Errors whose message holds what was read: of a parser, and those of the engine that print a value as it is. */
const quotes = ({ name, message }: Error): boolean =>
  name === "SyntaxError" || name === "URIError" || /^Cannot (?:use 'in' operator|convert )/.test(message)

/** A message without what stands in quotes, but for names such as that of a member, and without the user of an address. */
const unquoted = (message: string): string =>
  message
    .replace(/\/\/[^\s/@]*@/g, "//…@")
    .replace(/(["'`])([^"'`]*)\1?/g, (whole, mark: string, text: string) =>
      /^[\w$.]{1,40}$/.test(text) ? whole : `${mark}…${mark}`
    )

/** Tells once that something cannot be reached, however often that is found, and once that it can be again. */
export class OutageLog {
  #failures = 0

  /** A call failed; whether it is the first since one succeeded. */
  begins(): boolean {
    this.#failures += 1
    return this.#failures === 1
  }

  /** A call succeeded; how many failed since the last one that did. */
  ends(): number {
    const failures = this.#failures
    this.#failures = 0
    return failures
  }
}

/** A code of a runtime's, and nothing that could quote what was sent. */
const systemCodes = /^[A-Za-z]\w{1,63}$/

/** How deep an error is looked into for the one that it came of. */
const deepest = 4

/** The code of what a runtime threw, such as `ECONNREFUSED`, or of what that came of; undefined where none says one. */
export const systemCode = (thrown: unknown, depth = 0): string | undefined => {
  if (typeof thrown !== "object" || thrown === null || depth > deepest) return undefined
  if ("code" in thrown && typeof thrown.code === "string" && systemCodes.test(thrown.code)) return thrown.code
  const several: readonly unknown[] = "errors" in thrown && Array.isArray(thrown.errors) ? thrown.errors : []
  return systemCode("cause" in thrown ? thrown.cause : several[0], depth + 1)
}
