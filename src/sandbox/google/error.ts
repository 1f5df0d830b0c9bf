import type { JsonObject } from "../json.ts"
import type { Behaviour } from "../model.ts"

/** An error of the Gemini API. */
export interface GeminiError {
  readonly status: number
  /** The canonical code: `INVALID_ARGUMENT`. */
  readonly type: string
  readonly message: string
  /** The reason of an ErrorInfo. */
  readonly reason?: string | null
  /** The member that is at fault. */
  readonly field?: string | undefined
  readonly details?: readonly JsonObject[]
}

const rpc = "type.googleapis.com/google.rpc."

const detailsOf = ({ reason, field, message, details = [] }: GeminiError): readonly JsonObject[] => [
  ...(reason === undefined || reason === null
    ? []
    : [
        {
          "@type": `${rpc}ErrorInfo`,
          reason,
          domain: "googleapis.com",
          metadata: { service: "generativelanguage.googleapis.com" }
        }
      ]),
  ...(field === undefined ? [] : [{ "@type": `${rpc}BadRequest`, fieldViolations: [{ field, description: message }] }]),
  ...details
]

/** The error body. */
export const errorBody = (error: GeminiError): JsonObject => {
  const details = detailsOf(error)
  const { status: code, message, type: status } = error
  return { error: { code, message, status, ...(details.length === 0 ? {} : { details }) } }
}

const exhausted: GeminiError = {
  status: 429,
  type: "RESOURCE_EXHAUSTED",
  message: "You exceeded your current quota, please check your plan and billing details. Please retry in 1s.",
  details: [
    {
      "@type": `${rpc}QuotaFailure`,
      violations: [
        {
          quotaMetric: "generativelanguage.googleapis.com/generate_content_requests",
          quotaId: "GenerateRequestsPerMinutePerProjectPerModel"
        }
      ]
    },
    { "@type": `${rpc}RetryInfo`, retryDelay: "1s" }
  ]
}

/** The vendor has no capacity. */
export const overloaded: GeminiError = {
  status: 503,
  type: "UNAVAILABLE",
  message: "The model is overloaded. Please try again later."
}

/** The error that a model answers with instead of a reply; undefined where it replies. */
export const failureOf = (behaviour: Behaviour, streaming: boolean): GeminiError | undefined => {
  switch (behaviour) {
    case "error-429":
      return exhausted
    case "error-500":
    case "failed":
      return { status: 500, type: "INTERNAL", message: "An internal error has occurred. Please retry." }
    case "error-529":
    case "overloaded":
      return overloaded
    case "error-mid":
      return streaming ? undefined : overloaded
    default:
      return undefined
  }
}
