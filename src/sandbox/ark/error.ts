import type { JsonObject } from "../json.ts"
import type { Behaviour } from "../model.ts"

/** An error of Ark. */
export interface ArkError {
  readonly status: number
  readonly code: string
  readonly type: string
  readonly message: string
  readonly param?: string | undefined
}

/** The error body. */
export const errorBody = ({ code, type, message, param = "" }: ArkError, id: string): JsonObject => ({
  error: { code, message: `${message} Request id: ${id}`, param, type }
})

/** The images of a prompt or an answer that the vendor does not show. */
export const blocked = (side: "Input" | "Output"): ArkError => ({
  status: 400,
  code: side === "Input" ? "InputTextSensitiveContentDetected" : "OutputImageSensitiveContentDetected",
  type: "BadRequest",
  message: `The request failed because the ${side === "Input" ? "input text" : "output image"} may contain sensitive information.`
})

const overloaded: ArkError = {
  status: 429,
  code: "ServerOverloaded",
  type: "TooManyRequests",
  message: "The service is currently unable to handle additional requests due to server overload."
}

/** The server failed. */
export const internal: ArkError = {
  status: 500,
  code: "InternalServiceError",
  type: "InternalServerError",
  message: "The service encountered an unexpected internal error."
}

/** The error that a model answers with instead of images; undefined where it answers. */
export const failureOf = (behaviour: Behaviour): ArkError | undefined => {
  switch (behaviour) {
    case "error-429":
      return {
        status: 429,
        code: "RateLimitExceeded.EndpointRPMExceeded",
        type: "TooManyRequests",
        message: "The Requests Per Minute (RPM) limit of the associated endpoint for your account has been exceeded."
      }
    case "error-529":
    case "overloaded":
      return overloaded
    case "error-500":
    case "error-mid":
    case "failed":
      return internal
    case "refuse":
      return blocked("Input")
    default:
      return undefined
  }
}
