import type { ErrorDetails, GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, firstKeyByWord, errorText, type ErrorWording } from "../../core/errors/failure.ts"
import { id } from "./wire.ts"

/** How the vendor words its errors (https://platform.openai.com/docs/guides/error-codes). */
export const wording: ErrorWording = {
  format: id,
  reasons: firstKeyByWord({
    InvalidRequest: [
      "invalid_request_error",
      "invalid_value",
      "invalid_image_file",
      "image_generation_user_error",
      "unknown_parameter"
    ],
    Unauthenticated: ["invalid_api_key", "invalid_organization", "authentication_error"],
    PermissionDenied: ["permission_error", "unsupported_country_region_territory"],
    NotFound: ["model_not_found"],
    RateLimited: ["rate_limit_exceeded", "rate_limit_error", "requests", "tokens"],
    QuotaExceeded: ["insufficient_quota", "billing_hard_limit_reached", "billing_limit_user_error"],
    ContentBlocked: ["moderation_blocked", "content_policy_violation", "content_filter"],
    Overloaded: ["overloaded", "overloaded_error", "slow_down"],
    UpstreamFailed: ["server_error", "image_generation_server_error"]
  }),
  own: ({ param }): ErrorDetails => {
    const name = errorText(param)
    return name !== undefined && /^\w+$/.test(name) ? { pointer: `/${name}` } : {}
  }
}

/** The error that the vendor answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)
