import { describe, expect, it } from "vitest"
import { arkImages } from "../../../src/formats/ark.ts"
import type { ErrorReason } from "../../../src/core/errors/error.ts"

const read = (status: number, code: string, type = "BadRequest") =>
  arkImages.decodeError(
    status,
    {},
    JSON.stringify({ error: { code, message: "m", param: "", type }, request_id: "r1" })
  )

describe("an error of Ark", () => {
  const cases: readonly (readonly [status: number, code: string, reason: ErrorReason])[] = [
    [400, "MissingParameter", "InvalidRequest"],
    [400, "InvalidParameter", "InvalidRequest"],
    [400, "InvalidParameter.UnsupportedImageFormat", "InvalidRequest"],
    [400, "InvalidEndpoint.ClosedEndpoint", "InvalidRequest"],
    [400, "InvalidImageURL.EmptyURL", "InvalidRequest"],
    [400, "SensitiveContentDetected", "ContentBlocked"],
    [400, "SensitiveContentDetected.SevereViolation", "ContentBlocked"],
    [400, "SensitiveContentDetected.Violence", "ContentBlocked"],
    [400, "InputTextSensitiveContentDetected", "ContentBlocked"],
    [400, "InputImageSensitiveContentDetected", "ContentBlocked"],
    [400, "OutputImageSensitiveContentDetected.PolicyViolation", "ContentBlocked"],
    [400, "InputImageRiskDetection", "ContentBlocked"],
    [400, "OutputImageRiskDetection", "ContentBlocked"],
    [400, "ContentSecurityDetectionError", "InvalidRequest"],
    [401, "AuthenticationError", "UpstreamFailed"],
    [401, "InvalidAccountStatus", "UpstreamFailed"],
    [403, "AccountOverdueError", "QuotaExceeded"],
    [403, "AccessDenied", "UpstreamFailed"],
    [403, "OperationDenied.ServiceNotOpen", "UpstreamFailed"],
    [404, "ModelNotOpen", "NotFound"],
    [404, "InvalidEndpointOrModel.NotFound", "NotFound"],
    [404, "InvalidEndpointOrModel.ModelIDAccessDisabled", "NotFound"],
    [404, "NotFound.Model", "NotFound"],
    [404, "UnsupportedModel", "NotFound"],
    [429, "RateLimitExceeded.EndpointRPMExceeded", "RateLimited"],
    [429, "RateLimitExceeded.EndpointTPMExceeded", "RateLimited"],
    [429, "ModelAccountIpmRateLimitExceeded", "RateLimited"],
    [429, "APIAccountRpmRateLimitExceeded", "RateLimited"],
    [429, "RequestBurstTooFast", "RateLimited"],
    [429, "InflightBatchsizeExceeded", "RateLimited"],
    [429, "SetLimitExceeded", "QuotaExceeded"],
    [429, "QuotaExceeded", "QuotaExceeded"],
    [429, "ServerOverloaded", "Overloaded"],
    [429, "ModelLoadingError", "Overloaded"],
    [500, "InternalServiceError", "UpstreamFailed"]
  ]
  it.each(cases)("%i %s is %s", (status, code, reason) => {
    expect(read(status, code).reason).toBe(reason)
  })

  const alone: readonly (readonly [reason: ErrorReason, codes: string])[] = [
    ["InvalidRequest", "MissingParameter InvalidParameter InvalidArgumentError InvalidImageURL InvalidImageDetail"],
    ["InvalidRequest", "InvalidEndpoint InvalidSubscription OutofContextError UnsupportedParameter"],
    ["UpstreamFailed", "AuthenticationError InvalidAccountStatus AccessDenied OperationDenied ServiceNotOpen"],
    ["NotFound", "NotFound ModelNotOpen InvalidEndpointOrModel InvalidEndpoint.NotFound UnsupportedModel"],
    ["RateLimited", "RateLimitExceeded ModelAccountRpmRateLimitExceeded ModelAccountTpmRateLimitExceeded"],
    ["RateLimited", "ModelAccountIpmRateLimitExceeded APIAccountRpmRateLimitExceeded AccountRateLimitExceeded"],
    ["RateLimited", "InflightBatchsizeExceeded RequestBurstTooFast"]
  ]
  it.each(alone)("is %s by its code where the status says nothing: %s", (reason, codes) => {
    for (const code of codes.split(" "))
      expect([code, read(418, code).reason, read(599, code).reason]).toEqual([code, reason, reason])
  })

  it("says the vendor's code, type and request id", () => {
    expect(read(400, "InvalidParameter").details).toMatchObject({
      status: 400,
      code: "InvalidParameter",
      type: { format: "ark-images", value: "BadRequest" },
      requestId: "r1"
    })
  })

  it("says nothing of the operator's key", () => {
    expect(read(401, "AuthenticationError", "Unauthorized").details).not.toHaveProperty("code")
  })
})
