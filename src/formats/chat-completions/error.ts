import { type ErrorDetails, GatewayError, type Reason, statusOf } from "../../words/error.ts"
import type { WireError } from "../../words/format.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, read, type Tree } from "../../words/json.ts"
import { tokens } from "../../words/pointer.ts"
import type { Draft } from "./draft.ts"
import { id } from "./wire.ts"

/** Each key under its value; the first where several have the same. */
const inverted = <Key extends string>(record: Readonly<Record<Key, number>>): ReadonlyMap<number, Key> => {
  const out = new Map<number, Key>()
  for (const key in record) if (!out.has(record[key])) out.set(record[key], key)
  return out
}

/** Reasons by status: their own, and those that an upstream's status means to its caller. */
const reasons: ReadonlyMap<number, Reason> = new Map([
  ...inverted(statusOf),
  [408, "UpstreamTimeout"],
  [422, "InvalidRequest"],
  [500, "UpstreamFailed"],
  [529, "Overloaded"]
])

/** Codes and types that say more than the status. */
const codes: readonly (readonly [reason: Reason, words: readonly string[]])[] = [
  ["QuotaExceeded", ["insufficient_quota", "billing_hard_limit_reached", "Arrearage"]],
  ["ContentBlocked", ["content_policy_violation", "content_filter", "data_inspection_failed", "DataInspectionFailed"]],
  ["NotFound", ["model_not_found"]],
  ["RateLimited", ["rate_limit_exceeded", "rate_limit_error"]],
  ["Overloaded", ["overloaded_error", "overloaded"]],
  ["InvalidRequest", ["invalid_request_error"]]
]

const reasonOfWord = (word: string | undefined): Reason | undefined =>
  word === undefined ? undefined : codes.find(([, words]) => words.includes(word))?.[0]

const longest = 2000

/** The error that an upstream answered with. Any body is read: the vendor's JSON, other JSON, a page, nothing. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError => {
  const document = read(body)
  const said = document.ok ? bodyOf(document.value) : undefined
  const error = readError(said ?? { message: document.ok ? "" : plainText(body) }, status)
  const after = retryAfter(headers)
  return after === undefined ? error : error.with({ retryAfter: after })
}

/** The object that describes the error, wherever vendors put it. */
const bodyOf = (value: Json): JsonObject | undefined => {
  if (isArray(value)) return bodyOf(value[0] ?? null)
  if (!isObject(value)) return undefined
  const { error } = value
  if (isObject(error)) return error
  return typeof error === "string" ? { ...value, message: error } : value
}

/** An error object as an error. `status` absent: it came inside a stream, and its own code decides. */
export const readError = (error: JsonObject, status: number | undefined): GatewayError => {
  const code = wordOf(error["code"])
  const type = wordOf(error["type"])
  const own = numberOf(error["status"]) ?? numberOf(error["code"]) ?? numberOf(error["status_code"])
  const http = status ?? own
  const reason = reasonOf(http, code, type, status === undefined)
  const message = wordOf(error["message"]) ?? wordOf(error["detail"]) ?? wordOf(error["msg"]) ?? sentence(http)
  const details: Draft<ErrorDetails> = {}
  if (http !== undefined && http >= 400 && http < 600 && http !== 401 && http !== 403 && http !== 529)
    details.status = http
  if (code !== undefined) details.code = code
  if (type !== undefined) details.type = { format: id, value: type }
  const pointer = pointerOf(error["param"])
  if (pointer !== undefined) details.pointer = pointer
  return new GatewayError(reason, withoutSecrets(message).slice(0, longest), details)
}

const reasonOf = (
  status: number | undefined,
  code: string | undefined,
  type: string | undefined,
  streamed: boolean
): Reason => {
  if (status === 401 || status === 403) return "UpstreamFailed"
  const said = reasonOfWord(code) ?? reasonOfWord(type)
  if (said !== undefined && (said !== "InvalidRequest" || status === undefined || status === 400)) return said
  const known = status === undefined ? undefined : reasons.get(status)
  if (known !== undefined) return known
  return status !== undefined && status < 500 && !streamed ? "InvalidRequest" : "UpstreamFailed"
}

const wordOf = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

const numberOf = (value: Json | undefined): number | undefined => {
  const number = typeof value === "string" && /^[45]\d\d$/.test(value) ? Number(value) : value
  return typeof number === "number" && number >= 400 && number < 600 ? number : undefined
}

/** A `param` such as `messages[0].content` as a pointer; undefined where it is not of that shape. */
const pointerOf = (param: Json | undefined): string | undefined => {
  if (typeof param !== "string" || !/^[A-Za-z_][\w.[\]-]*$/.test(param)) return undefined
  return `/${param.replaceAll("]", "").replaceAll("[", "/").replaceAll(".", "/")}`
}

/** The text of an error that is no JSON; a page says nothing. */
const plainText = (body: string): string => {
  const text = body.trim()
  return text.startsWith("<") ? "" : withoutSecrets(text).slice(0, 500)
}

const sentence = (status: number | undefined): string =>
  status === undefined ? "The upstream failed." : `The upstream answered with status ${status}.`

/** What looks like a key or a token does not reach a client. */
const withoutSecrets = (message: string): string =>
  message.replace(/\b(?:sk|pk|rk|key|gsk|xai)-[\w*-]{6,}/g, "***").replace(/\bBearer\s+\S+/gi, "Bearer ***")

const retryAfter = (headers: Readonly<Record<string, string>>): number | undefined => {
  const milliseconds = Number(headers["retry-after-ms"] ?? Number.NaN)
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds / 1000
  const seconds = Number(headers["retry-after"] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** The `type` and, where the error has no code of its own, the `code` of each reason. */
const words: Readonly<Record<Reason, readonly [type: string, code: string | null]>> = {
  InvalidRequest: ["invalid_request_error", null],
  Unauthenticated: ["invalid_request_error", "invalid_api_key"],
  PermissionDenied: ["permission_error", null],
  NotFound: ["invalid_request_error", "model_not_found"],
  MethodNotAllowed: ["invalid_request_error", "method_not_allowed"],
  Conflict: ["conflict_error", null],
  Gone: ["invalid_request_error", "gone"],
  PayloadTooLarge: ["invalid_request_error", "request_too_large"],
  UnsupportedMediaType: ["invalid_request_error", "unsupported_media_type"],
  UnsupportedOperation: ["server_error", "unsupported_operation"],
  RateLimited: ["rate_limit_error", "rate_limit_exceeded"],
  QuotaExceeded: ["insufficient_quota", "insufficient_quota"],
  ContentBlocked: ["invalid_request_error", "content_policy_violation"],
  Cancelled: ["invalid_request_error", "cancelled"],
  Internal: ["server_error", null],
  UpstreamFailed: ["server_error", "bad_gateway"],
  UpstreamTimeout: ["server_error", "timeout"],
  Overloaded: ["server_error", "overloaded"]
}

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => {
  const headers: Record<string, string> = {}
  const { retryAfter } = error.details
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(retryAfter))
  return { status: error.status, headers, body: JsonText.tree(errorBody(error)) }
}

/** The body of an error, whole answers and stream frames alike. */
export const errorBody = (error: GatewayError): Tree => {
  const [type, code] = words[error.reason]
  const { details } = error
  const own = details.type?.format === id ? details.type.value : type
  return { error: { message: error.message, type: own, param: paramOf(details.pointer), code: details.code ?? code } }
}

/** A pointer as OpenAI writes it: `messages[0].content`. */
const paramOf = (pointer: string | undefined): string | null => {
  if (pointer === undefined || pointer === "") return null
  return tokens(pointer)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("")
}
