import type { ErrorDetails, ErrorReason, GatewayError } from "../../core/errors/error.ts"
import {
  allExhausted,
  decodeFailure,
  type ErrorWording,
  failureIn,
  firstKeyByWord,
  wireError
} from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { pointerTokens } from "../../core/json/pointer.ts"
import { id } from "./wire.ts"

/**
 * The `type` and `code` of each reason. A word that is read means the first reason that has it. Codex goes by
 * `rate_limit_exceeded`, `insufficient_quota`, `server_is_overloaded`, `invalid_prompt` and `context_length_exceeded`
 * (@openai/codex 0.169, run in November 2026).
 */
const words: Readonly<Record<ErrorReason, readonly [type: string, code: string | null]>> = {
  InvalidRequest: ["invalid_request_error", null],
  Unauthenticated: ["invalid_request_error", "invalid_api_key"],
  PermissionDenied: ["permission_error", null],
  NotFound: ["invalid_request_error", "model_not_found"],
  MethodNotAllowed: ["invalid_request_error", "method_not_allowed"],
  Conflict: ["conflict_error", null],
  Gone: ["invalid_request_error", "gone"],
  PayloadTooLarge: ["invalid_request_error", "request_too_large"],
  UnsupportedMediaType: ["invalid_request_error", "unsupported_media_type"],
  UpstreamFailed: ["server_error", "bad_gateway"],
  UnsupportedOperation: ["server_error", "unsupported_operation"],
  RateLimited: ["rate_limit_error", "rate_limit_exceeded"],
  QuotaExceeded: ["insufficient_quota", "insufficient_quota"],
  ContentBlocked: ["invalid_request_error", "invalid_prompt"],
  Cancelled: ["invalid_request_error", "cancelled"],
  Internal: ["server_error", null],
  UpstreamTimeout: ["server_error", "timeout"],
  Overloaded: ["server_error", "server_is_overloaded"]
}

/** Words that are read and never written: those of vendors that speak this format. */
const others: readonly (readonly [word: string, reason: ErrorReason])[] = [
  ...allExhausted.map((word) => [word, "QuotaExceeded"] as const),
  ["context_length_exceeded", "InvalidRequest"],
  ["content_filter", "ContentBlocked"],
  ["content_policy_violation", "ContentBlocked"],
  ["slow_down", "Overloaded"],
  ["overloaded_error", "Overloaded"]
]

/** A region that OpenAI does not serve (https://platform.openai.com/docs/guides/error-codes). */
const otherCauses: ReadonlySet<string> = new Set(["unsupported_country_region_territory"])

const wording: ErrorWording = {
  format: id,
  reasons: new Map([...firstKeyByWord(words), ...others]),
  otherCauses,
  own: ({ param }): ErrorDetails => {
    const pointer = pointerOf(param)
    return pointer === undefined ? {} : { pointer }
  }
}

/** A `param` such as `input[0].content` as a pointer; undefined where it is not of that shape. */
const pointerOf = (param: Json | undefined): string | undefined => {
  if (typeof param !== "string" || !/^[A-Za-z_][\w.[\]-]*$/.test(param)) return undefined
  return `/${param.replaceAll("]", "").replaceAll("[", "/").replaceAll(".", "/")}`
}

/** The error that an upstream answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/** The error that came inside a success: in a member `error`, or flat in a frame that is called so. */
export const readError = (said: JsonObject): GatewayError => {
  const { type, sequence_number: _, ...flat } = said
  return failureIn(wording, isObject(said["error"]) || type !== "error" ? said : flat)
}

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => wireError(error, { error: errorMembers(error) })

/** The members of an error: in a body, and in the frame of a stream. */
export const errorMembers = ({ reason, message, details }: GatewayError): JsonObjectBuilder => {
  const { pointer, type: own, code: known } = details
  const [type, code] = words[reason]
  return { message, type: own?.format === id ? own.value : type, param: paramOf(pointer), code: known ?? code }
}

/** The error of an answer that failed on the way: a code and words, which say how long to wait where that is known. */
export const failedMembers = (error: GatewayError): JsonObjectBuilder => {
  const { code } = errorMembers(error)
  const { retryAfter } = error.details
  const waits = retryAfter === undefined ? "" : ` Please try again in ${retryAfter}s.`
  return { code: code ?? "server_error", message: `${error.message}${waits}` }
}

/** A pointer as OpenAI writes it: `input[0].content`. */
const paramOf = (pointer: string | undefined): string | null => {
  if (pointer === undefined || pointer === "") return null
  return pointerTokens(pointer)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("")
}
