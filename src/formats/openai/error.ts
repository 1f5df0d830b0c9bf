import type { ErrorReason, GatewayError } from "../../core/errors/error.ts"
import { allExhausted, type ErrorWording, firstKeyByWord, placeNamed } from "../../core/errors/failure.ts"
import type { JsonObjectBuilder } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"

/** The `type` and `code` of each reason. A word that is read means the first reason that has it. */
export type ErrorWords = Readonly<Record<ErrorReason, readonly [type: string, code: string | null]>>

/** The words of OpenAI's APIs, of which each has its own for some reasons. */
export const openaiErrorWords: ErrorWords = {
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

/**
 * How errors of a format like OpenAI's are read: by its words, by `others`, which are read and never written, and by
 * `causes`, the codes of what is no fault of the request. A region that OpenAI does not serve is one
 * (https://platform.openai.com/docs/guides/error-codes). A 404 whose code is null is the model's where it speaks of one, as
 * Ollama's does (https://github.com/netease-youdao/QAnything/issues/555); OpenAI's may be of an item that is sent back by
 * its id (https://github.com/can1357/oh-my-pi/issues/41; both read 2026-11).
 */
export const openaiErrorWording = (
  format: string,
  words: ErrorWords,
  others: readonly (readonly [word: string, reason: ErrorReason])[],
  causes: readonly string[]
): ErrorWording => ({
  format,
  reasons: new Map([
    ...firstKeyByWord(words),
    ...allExhausted.map((word) => [word, "QuotaExceeded"] as const),
    ["content_filter", "ContentBlocked"],
    ["overloaded_error", "Overloaded"],
    ...others
  ]),
  otherCauses: new Set(["unsupported_country_region_territory", ...causes]),
  own: ({ param, code, message }, status) => ({
    ...placeNamed(param),
    ...(status === 404 && code === null && !/model/i.test(JSON.stringify([param, message])) ? { code } : {})
  })
})

/** The members of an error as it is written, all four; `path` spells its place. */
export const openaiErrorMembers = (
  format: string,
  words: ErrorWords,
  { reason, message, details: { pointer = "", type: own, code: ownCode } }: GatewayError,
  path: (pointer: JsonPointer) => string
): JsonObjectBuilder => {
  const [type, code] = words[reason]
  return {
    message,
    type: own?.format === format ? own.value : type,
    param: pointer === "" ? null : path(pointer),
    code: ownCode === undefined ? code : ownCode
  }
}
