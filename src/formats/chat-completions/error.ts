import type { ErrorDetails, GatewayError, ErrorReason } from "../../core/errors/error.ts"
import {
  allExhausted,
  decodeFailure,
  failureIn,
  firstKeyByWord,
  type ErrorWording,
  wireError
} from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import type { Json, JsonObject, JsonTemplate } from "../../core/json/json.ts"
import { dottedPath } from "../../core/json/pointer.ts"
import { id } from "./wire.ts"

/** The `type` and `code` of each reason. A word that is read means the first reason that has it. */
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
  ContentBlocked: ["invalid_request_error", "content_policy_violation"],
  Cancelled: ["invalid_request_error", "cancelled"],
  Internal: ["server_error", null],
  UpstreamTimeout: ["server_error", "timeout"],
  Overloaded: ["server_error", "overloaded"]
}

/** Words that are read and never written: those of vendors that speak this format. */
const others: readonly (readonly [word: string, reason: ErrorReason])[] = [
  ...allExhausted.map((word) => [word, "QuotaExceeded"] as const),
  ["content_filter", "ContentBlocked"],
  ["data_inspection_failed", "ContentBlocked"],
  ["DataInspectionFailed", "ContentBlocked"],
  ["overloaded_error", "Overloaded"]
]

/** A region that OpenAI does not serve (https://platform.openai.com/docs/guides/error-codes), a model that DashScope's key may not use. */
const otherCauses: ReadonlySet<string> = new Set(["unsupported_country_region_territory", "Model.AccessDenied"])

const wording: ErrorWording = {
  format: id,
  reasons: new Map([...firstKeyByWord(words), ...others]),
  otherCauses,
  own: ({ param }): ErrorDetails => {
    const pointer = pointerOf(param)
    return pointer === undefined ? {} : { pointer }
  }
}

/** A `param` such as `messages[0].content` as a pointer; undefined where it is not of that shape. */
const pointerOf = (param: Json | undefined): string | undefined => {
  if (typeof param !== "string" || !/^[A-Za-z_][\w.[\]-]*$/.test(param)) return undefined
  return `/${param.replaceAll("]", "").replaceAll("[", "/").replaceAll(".", "/")}`
}

/** The error that an upstream answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/** The error that came inside a success: the object that says it, or what holds that object. */
export const readError = (error: JsonObject): GatewayError => failureIn(wording, error)

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => wireError(error, errorBody(error))

/** The body of an error, whole answers and stream frames alike. */
export const errorBody = ({
  reason,
  message,
  details: { pointer, type: own, code: known }
}: GatewayError): JsonTemplate => {
  const [type, code] = words[reason]
  return {
    error: { message, type: own?.format === id ? own.value : type, param: paramOf(pointer), code: known ?? code }
  }
}

const paramOf = (pointer: string | undefined): string | null =>
  pointer === undefined || pointer === "" ? null : dottedPath(pointer)
