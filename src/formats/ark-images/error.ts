import type { GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, failureIn, firstKeyByWord, type ErrorWording } from "../../core/errors/failure.ts"
import type { JsonObject } from "../../core/json/json.ts"
import { id } from "./wire.ts"

/** How the vendor words its errors: the codes of its page on them (https://www.volcengine.com/docs/82379/1299023). */
export const wording: ErrorWording = {
  format: id,
  reasons: firstKeyByWord({
    InvalidRequest: [
      "MissingParameter",
      "InvalidParameter",
      "InvalidArgumentError",
      "InvalidImageURL",
      "InvalidImageDetail",
      "InvalidEndpoint",
      "InvalidSubscription",
      "OutofContextError",
      "UnsupportedParameter"
    ],
    Unauthenticated: ["AuthenticationError", "InvalidAccountStatus"],
    PermissionDenied: ["AccessDenied", "OperationDenied", "ServiceNotOpen", "PermissionDenied"],
    NotFound: ["NotFound", "ModelNotOpen", "InvalidEndpointOrModel", "InvalidEndpoint.NotFound", "UnsupportedModel"],
    RateLimited: [
      "RateLimitExceeded",
      "ModelAccountRpmRateLimitExceeded",
      "ModelAccountTpmRateLimitExceeded",
      "ModelAccountIpmRateLimitExceeded",
      "APIAccountRpmRateLimitExceeded",
      "AccountRateLimitExceeded",
      "InflightBatchsizeExceeded",
      "RequestBurstTooFast"
    ],
    QuotaExceeded: ["QuotaExceeded", "SetLimitExceeded", "AccountOverdueError"],
    ContentBlocked: [
      "SensitiveContentDetected",
      "InputTextSensitiveContentDetected",
      "InputImageSensitiveContentDetected",
      "OutputTextSensitiveContentDetected",
      "OutputImageSensitiveContentDetected",
      "InputTextRiskDetection",
      "InputImageRiskDetection",
      "OutputTextRiskDetection",
      "OutputImageRiskDetection"
    ],
    Overloaded: ["ServerOverloaded", "ModelLoadingError"],
    UpstreamTimeout: ["RequestTimeout"],
    UpstreamFailed: ["InternalServiceError", "ContentSecurityDetectionError"]
  })
}

/** The error that the vendor answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/** The error of one image among several. */
export const readError = (error: JsonObject): GatewayError => failureIn(wording, error)
