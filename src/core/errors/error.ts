import type { JsonPointer } from "../json/pointer.ts"

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
  /** The upstream's own short code, such as `context_length_exceeded`. */
  readonly code?: string
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
  /** Where the call went that failed. No client is told. */
  readonly called?: CalledUpstream
}

/** An upstream that was called. */
export interface CalledUpstream {
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
    this.reason = reason
    this.details = details
  }

  /** The HTTP status to answer with. */
  get status(): number {
    return this.details.status ?? statusOf[this.reason]
  }

  /** The same error without a place: it names a member that its reader did not write. */
  unplaced(): GatewayError {
    const { pointer: _, ...details } = this.details
    return new GatewayError(this.reason, this.message, details)
  }

  /** The same error with more said of it. */
  with(more: ErrorDetails): GatewayError {
    return new GatewayError(this.reason, this.message, { ...this.details, ...more })
  }

  /** The same, where the client wrote what it is about. */
  placed(place: (at: JsonPointer) => JsonPointer): GatewayError {
    const { pointer } = this.details
    return pointer === undefined ? this : this.with({ pointer: place(pointer) })
  }
}
