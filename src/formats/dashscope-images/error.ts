import type { GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, firstKeyByWord, type ErrorWording } from "../../core/errors/failure.ts"
import { id } from "./wire.ts"

/** How the vendor words its errors: the codes of its page on them (https://help.aliyun.com/zh/model-studio/error-code). */
export const wording: ErrorWording = {
  format: id,
  reasons: firstKeyByWord({
    InvalidRequest: ["InvalidParameter", "BadRequest", "InvalidURL", "InvalidFile", "UnsupportedOperation"],
    Unauthenticated: ["InvalidApiKey"],
    PermissionDenied: ["AccessDenied", "Model.AccessDenied", "Workspace.AccessDenied", "App.AccessDenied"],
    NotFound: ["ModelNotFound", "NotFound", "WorkSpaceNotFound", "Model.NotExist"],
    Conflict: ["Conflict"],
    PayloadTooLarge: ["BadRequest.TooLarge", "RequestEntityTooLarge"],
    RateLimited: ["Throttling", "limit_requests"],
    QuotaExceeded: [
      "Arrearage",
      "AllocationQuota",
      "CommodityNotPurchased",
      "PrepaidBillOverdue",
      "PostpaidBillOverdue"
    ],
    ContentBlocked: ["DataInspectionFailed", "IPInfringementSuspect", "FaqRuleBlocked", "CustomRoleBlocked"],
    UpstreamTimeout: ["RequestTimeOut", "InternalError.Timeout", "ResponseTimeout"],
    Overloaded: ["ModelUnavailable", "ModelServingError"],
    UpstreamFailed: [
      "InternalError",
      "SystemError",
      "ModelServiceFailed",
      "InvokePluginFailed",
      "AppProcessFailed",
      "RewriteFailed"
    ]
  })
}

/** The error that the vendor answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)
