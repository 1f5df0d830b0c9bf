import { type ErrorDetails, GatewayError, type Reason } from "../../words/error.ts"
import type { WireError } from "../../words/format.ts"
import { isObject, type Json, JsonText, read, type Tree } from "../../words/json.ts"
import { id } from "./wire.ts"

/** The reason for each error type of the vendor's. A refused key is ours: to the client the upstream failed. */
const reasonsByType: ReadonlyMap<string, Reason> = new Map<string, Reason>([
  ["invalid_request_error", "InvalidRequest"],
  ["authentication_error", "UpstreamFailed"],
  ["permission_error", "UpstreamFailed"],
  ["billing_error", "QuotaExceeded"],
  ["not_found_error", "NotFound"],
  ["conflict_error", "Conflict"],
  ["request_too_large", "PayloadTooLarge"],
  ["rate_limit_error", "RateLimited"],
  ["timeout_error", "UpstreamTimeout"],
  ["overloaded_error", "Overloaded"],
  ["api_error", "UpstreamFailed"]
])

const reasonsByStatus: ReadonlyMap<number, Reason> = new Map<number, Reason>([
  [401, "UpstreamFailed"],
  [402, "QuotaExceeded"],
  [403, "UpstreamFailed"],
  [404, "NotFound"],
  [408, "UpstreamTimeout"],
  [409, "Conflict"],
  [413, "PayloadTooLarge"],
  [429, "RateLimited"],
  [501, "UnsupportedOperation"],
  [503, "Overloaded"],
  [504, "UpstreamTimeout"],
  [529, "Overloaded"]
])

/** The error type for each reason. */
const types: Readonly<Record<Reason, string>> = {
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
  Cancelled: "api_error",
  Internal: "api_error",
  UpstreamFailed: "api_error",
  UpstreamTimeout: "timeout_error",
  Overloaded: "overloaded_error"
}

/** The status that the vendor answers with when it has too much to do. */
const overloaded = 529

/** Any failed answer as an error: the vendor's body, another JSON body, HTML, or nothing. Header names are lower-case. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError => {
  const document = read(body)
  const said = document.ok ? saidBy(document.value) : {}
  const reason = reasonFor(status, said.type)
  const details: { -readonly [Key in keyof ErrorDetails]: ErrorDetails[Key] } = {}
  if (status >= 400 && status < 500 && (reason === "InvalidRequest" || reason === "NotFound")) details.status = status
  if (said.type !== undefined) details.type = { format: id, value: said.type }
  const message = said.message ?? `The upstream answered with status ${status}.`
  const code = said.code ?? (isTooLong(message) ? "context_length_exceeded" : undefined)
  if (code !== undefined) details.code = code
  const wait = waitOf(headers)
  if (wait !== undefined) details.retryAfter = wait
  const requestId = headers["request-id"] ?? said.requestId
  if (requestId !== undefined) details.requestId = requestId
  return new GatewayError(reason, presentable(message), details)
}

const reasonFor = (status: number, type: string | undefined): Reason => {
  const byStatus = reasonsByStatus.get(status)
  if (status === 401 || status === 403) return "UpstreamFailed"
  const byType = type === undefined ? undefined : reasonsByType.get(type)
  if (type === "api_error" && byStatus !== undefined) return byStatus
  return byType ?? byStatus ?? (status >= 400 && status < 500 ? "InvalidRequest" : "UpstreamFailed")
}

interface Said {
  readonly type?: string
  readonly message?: string
  readonly code?: string
  readonly requestId?: string
}

const saidBy = (body: Json): Said => {
  if (!isObject(body)) return {}
  const error = body["error"]
  const inside = isObject(error) ? error : body
  const details = isObject(inside["details"]) ? inside["details"] : {}
  const message = text(inside["message"]) ?? text(error) ?? text(inside["detail"]) ?? text(inside["msg"])
  const code = text(details["error_code"]) ?? text(inside["code"])
  const type = text(inside["type"])
  const requestId = text(body["request_id"])
  return {
    ...(message === undefined ? {} : { message }),
    ...(code === undefined ? {} : { code }),
    ...(type === undefined ? {} : { type }),
    ...(requestId === undefined ? {} : { requestId })
  }
}

const text = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

const isTooLong = (message: string): boolean => message.startsWith("prompt is too long")

const maxMessage = 1000

/** A message without anything that looks like a key, and not longer than a client wants to read. */
const presentable = (message: string): string =>
  message
    .slice(0, maxMessage)
    .replace(/\b(?:sk|key)-[\w-]{8,}/g, "***")
    .replace(/\bBearer\s+\S+/gi, "Bearer ***")

const waitOf = (headers: Readonly<Record<string, string>>): number | undefined => {
  const exact = Number(headers["retry-after-ms"] ?? "")
  if (headers["retry-after-ms"] !== undefined && exact >= 0) return exact / 1000
  const after = headers["retry-after"]
  if (after === undefined || after.trim() === "") return undefined
  const seconds = Number(after)
  if (seconds >= 0) return seconds
  const wait = (Date.parse(after) - Date.parse(headers["date"] ?? "")) / 1000
  return wait >= 0 ? wait : undefined
}

/** The error that a frame inside a stream says; `data` is its body. */
export const frameError = (data: string): GatewayError => decodeError(200, {}, data)

/** An error as the endpoint answers it. The pointer stands before the message. */
export const encodeError = (error: GatewayError): WireError => {
  const { retryAfter, requestId } = error.details
  const status = error.reason === "Overloaded" ? overloaded : error.status
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(retryAfter))
  return {
    status,
    headers,
    body: JsonText.tree({
      type: "error",
      error: { type: typeOf(error), message: messageOf(error), details: detailsOf(error) },
      request_id: requestId ?? null
    })
  }
}

/** The vendor's own code; and what its SDK goes by where the request's thread could not be held by another vendor. */
const detailsOf = ({ reason, details: { pointer, code, type } }: GatewayError): Tree => {
  if (reason === "InvalidRequest" && pointer?.startsWith("/thread") === true) {
    return { error_code: "thread_unsupported_request", unsupported: ["thread"] }
  }
  return code !== undefined && type?.format === id && code !== "context_length_exceeded"
    ? { error_code: code }
    : undefined
}

const typeOf = ({ reason, details }: GatewayError): string =>
  details.type?.format === id && reasonsByType.get(details.type.value) === reason && !isOurs(details.type.value)
    ? details.type.value
    : types[reason]

/** Types that speak of the caller's key, where it was ours that was refused. */
const isOurs = (type: string): boolean => type === "authentication_error" || type === "permission_error"

const messageOf = ({ message, details: { pointer } }: GatewayError): string =>
  pointer === undefined || pointer === "" || message.includes(pointer) ? message : `${pointer}: ${message}`
