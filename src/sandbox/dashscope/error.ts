import type { JsonObject } from "../json.ts"
import type { Behaviour } from "../model.ts"

/** An error of DashScope. */
export interface DashScopeError {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** The error body. */
export const errorBody = ({ code, message }: DashScopeError, requestId: string): JsonObject => ({
  request_id: requestId,
  code,
  message
})

const failure = (status: number, code: string, message: string): DashScopeError => ({ status, code, message })

const blocked = (side: "Input" | "Output"): DashScopeError =>
  failure(400, "DataInspectionFailed", `${side} data may contain inappropriate content.`)

/** The server failed. */
export const internal = failure(500, "InternalError", "An internal error has occurred, please try again later.")

/** The error that a model answers with instead of images; undefined where it answers. */
export const failureOf = (behaviour: Behaviour): DashScopeError | undefined => {
  switch (behaviour) {
    case "error-429":
      return failure(429, "Throttling.RateQuota", "Requests rate limit exceeded, please try again later.")
    case "error-529":
    case "overloaded":
      return failure(503, "ModelUnavailable", "Model is unavailable, please try again later.")
    case "error-500":
    case "error-mid":
    case "failed":
      return internal
    case "refuse":
      return blocked("Input")
    case "filtered":
      return blocked("Output")
    default:
      return undefined
  }
}
