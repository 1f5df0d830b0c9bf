import type { ErrorDetails, ErrorReason, GatewayError } from "../../core/errors/error.ts"
import {
  decodeFailure,
  errorText,
  type ErrorWording,
  failureIn,
  firstKeyByWord,
  placedMessage,
  saysError,
  wireError
} from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import { isObject, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"
import { id } from "./wire.ts"

/** The error type of each reason. A type that is read means the first reason that has it. */
const types: Readonly<Record<ErrorReason, string>> = {
  InvalidRequest: "invalid_request_error",
  Unauthenticated: "authentication_error",
  PermissionDenied: "permission_error",
  NotFound: "not_found_error",
  MethodNotAllowed: "invalid_request_error",
  Conflict: "conflict_error",
  Gone: "not_found_error",
  PayloadTooLarge: "request_too_large",
  UnsupportedMediaType: "invalid_request_error",
  UnsupportedOperation: "invalid_request_error",
  RateLimited: "rate_limit_error",
  QuotaExceeded: "billing_error",
  ContentBlocked: "invalid_request_error",
  UpstreamFailed: "api_error",
  Cancelled: "api_error",
  Internal: "api_error",
  UpstreamTimeout: "timeout_error",
  Overloaded: "overloaded_error"
}

/** The code that other formats have for a prompt that is too long, which this one says only in its message. */
const tooLong = "context_length_exceeded"

/**
 * What the vendor says, with a 400 of the type `invalid_request_error`, where an account has no money left
 * (https://github.com/anthropics/claude-code/issues/66314, read in November 2026).
 */
const withoutCredit = "Your credit balance is too low"

const wording: ErrorWording = {
  format: id,
  reasons: firstKeyByWord(types),
  own: ({ details, message }: JsonObject): ErrorDetails => {
    if (errorText(message)?.startsWith(withoutCredit) === true)
      return { type: { format: id, value: types.QuotaExceeded } }
    const code = isObject(details) ? errorText(details["error_code"]) : undefined
    if (code !== undefined) return { code }
    return errorText(message)?.startsWith("prompt is too long") === true ? { code: tooLong } : {}
  }
}

/** The status that the vendor answers with when it has too much to do. */
const overloaded = 529

/** Any failed answer as an error: the vendor's body, another JSON body, HTML, or nothing. Header names are lower-case. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/** The error that came inside a success; undefined where there is none. What else has words has another type than errors do. */
export const frameError = (body: JsonObject): GatewayError | undefined => {
  const { type, error, ...flat } = body
  if (type !== "error" && !saysError(error)) return undefined
  return failureIn(wording, errorText(error) === undefined ? body : { ...flat, error: error ?? null })
}

/** An error as the endpoint answers it. The pointer stands before the message. */
export const encodeError = (error: GatewayError): WireError => {
  const { type, requestId } = error.details
  const body = {
    type: "error",
    error: {
      type: type?.format === id ? type.value : types[error.reason],
      message: placedMessage(error),
      details: detailsOf(error)
    },
    request_id: requestId ?? null
  }
  return wireError(error, body, error.reason === "Overloaded" ? overloaded : error.status)
}

/** The vendor's own code; and what its SDK goes by where the request's thread could not be held by another vendor. */
const detailsOf = ({ reason, details: { pointer, code, type } }: GatewayError): JsonTemplate => {
  if (reason === "InvalidRequest" && pointer?.startsWith("/thread") === true) {
    return { error_code: "thread_unsupported_request", unsupported: ["thread"] }
  }
  return code !== undefined && type?.format === id && code !== tooLong ? { error_code: code } : undefined
}
