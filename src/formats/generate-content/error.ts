import type { ErrorDetails, GatewayError, ErrorReason } from "../../core/errors/error.ts"
import {
  decodeFailure,
  failureIn,
  firstKeyByWord,
  errorText,
  type ErrorWording,
  saysError,
  wireError
} from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonTemplate } from "../../core/json/json.ts"
import { usageIn } from "./response-end.ts"
import { id } from "./wire.ts"

/** The canonical status of each reason. A status that is read means the first reason that has it. */
const statuses: Readonly<Record<ErrorReason, string>> = {
  InvalidRequest: "INVALID_ARGUMENT",
  Unauthenticated: "UNAUTHENTICATED",
  PermissionDenied: "PERMISSION_DENIED",
  NotFound: "NOT_FOUND",
  UnsupportedOperation: "UNIMPLEMENTED",
  MethodNotAllowed: "UNIMPLEMENTED",
  Conflict: "ABORTED",
  Gone: "NOT_FOUND",
  PayloadTooLarge: "INVALID_ARGUMENT",
  UnsupportedMediaType: "INVALID_ARGUMENT",
  RateLimited: "RESOURCE_EXHAUSTED",
  QuotaExceeded: "RESOURCE_EXHAUSTED",
  ContentBlocked: "INVALID_ARGUMENT",
  Cancelled: "CANCELLED",
  UpstreamFailed: "INTERNAL",
  Internal: "INTERNAL",
  UpstreamTimeout: "DEADLINE_EXCEEDED",
  Overloaded: "UNAVAILABLE"
}

/**
 * Statuses and reasons of a key that are read and never written. The reasons are Google's own
 * (https://cloud.google.com/apis/docs/reference/rest/googleapis.com/ErrorReason); a bad key is a 400 with
 * `API_KEY_INVALID`, a key of another API a 403 (https://github.com/continuedev/continue/issues/12781), and of a suspended one the
 * message quotes the key (https://github.com/google/generative-ai-docs/issues/356); read in November 2026.
 */
const others: readonly (readonly [word: string, reason: ErrorReason])[] = [
  ["FAILED_PRECONDITION", "InvalidRequest"],
  ["OUT_OF_RANGE", "InvalidRequest"],
  ["ALREADY_EXISTS", "Conflict"],
  ["UNKNOWN", "UpstreamFailed"],
  ["DATA_LOSS", "UpstreamFailed"],
  ["API_KEY_INVALID", "Unauthenticated"],
  ["API_KEY_EXPIRED", "Unauthenticated"],
  ["API_KEY_SERVICE_BLOCKED", "Unauthenticated"],
  ["CONSUMER_SUSPENDED", "Unauthenticated"]
]

/** How the type of a detail begins. */
const prefix = "type.googleapis.com/google.rpc."

const detailOf = (error: JsonObject, type: string): JsonObject | undefined => {
  const details = error["details"]
  return isArray(details) ? details.filter(isObject).find((it) => it["@type"] === prefix + type) : undefined
}

const wording: ErrorWording = {
  format: id,
  reasons: new Map([...firstKeyByWord(statuses), ...others]),
  own: (error): ErrorDetails => {
    const status = errorText(error["status"])
    const code = errorText(detailOf(error, "ErrorInfo")?.["reason"]) ?? codeIn(errorText(error["message"]))
    const wait = /^(\d+(?:\.\d+)?)s$/.exec(errorText(detailOf(error, "RetryInfo")?.["retryDelay"]) ?? "")?.[1]
    return {
      ...(status === undefined ? {} : { type: { format: id, value: status } }),
      ...(code === undefined ? {} : { code }),
      ...(wait === undefined ? {} : { retryAfter: Number(wait) })
    }
  }
}

/** The code that other formats have for a prompt that is too long, which this one says only in its message. */
const codeIn = (message = ""): string | undefined => {
  const lower = message.toLowerCase()
  const counted = lower.indexOf("token count")
  return counted >= 0 && lower.includes("exceeds the maximum", counted) ? "context_length_exceeded" : undefined
}

/** The error of an upstream's answer: Google's body, alone or in a list, or whatever stands in its place. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/** The error that came inside a success, with the counts beside it; undefined where there is none. */
export const frameError = (body: Json): GatewayError | undefined => {
  const first = isArray(body) ? body[0] : body
  if (!isObject(first) || !saysError(first["error"])) return undefined
  return failureIn(wording, first).with({ usage: usageIn(first) })
}

/** What Google answers with where a quota is used up. */
const exhausted = 429

const httpOf = ({ reason, status }: GatewayError): number => (reason === "QuotaExceeded" ? exhausted : status)

/** An error in Google's body: the pointer as a violation of a field, the wait as a retry delay. */
export const encodeError = (error: GatewayError): WireError => wireError(error, errorBody(error), httpOf(error))

/** The body of an error, whole answers and stream frames alike. */
export const errorBody = (error: GatewayError): JsonTemplate => {
  const { reason, message, details } = error
  const { type, pointer, retryAfter, code } = details
  const infos: JsonTemplate[] = []
  if (code !== undefined && type?.format === id) {
    infos.push({ "@type": `${prefix}ErrorInfo`, reason: code, domain: "googleapis.com" })
  }
  if (pointer !== undefined && pointer !== "") {
    infos.push({ "@type": `${prefix}BadRequest`, fieldViolations: [{ field: pointer, description: message }] })
  }
  if (retryAfter !== undefined) {
    infos.push({ "@type": `${prefix}RetryInfo`, retryDelay: `${Math.ceil(retryAfter)}s` })
  }
  const status = type?.format === id ? type.value : statuses[reason]
  return { error: { code: httpOf(error), message, status, details: infos.length === 0 ? undefined : infos } }
}
