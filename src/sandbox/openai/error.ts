import type { JsonObject } from "../json.ts"
import type { Behaviour } from "../model.ts"

/** An error of the chat completions API. */
export interface ChatError {
  readonly status: number
  readonly type: string
  readonly message: string
  readonly code: string | null
  readonly param: string | null
}

/** The error body. */
export const errorBody = ({ message, type, param, code }: ChatError): JsonObject => ({
  error: { message, type, param, code }
})

const failure = (status: number, type: string, code: string | null, message: string): ChatError => ({
  status,
  type,
  code,
  message,
  param: null
})

/** The server failed. */
export const serverError = failure(500, "server_error", null, "The server had an error while processing your request.")

const overloaded = failure(
  503,
  "server_error",
  "overloaded",
  "The engine is currently overloaded, please try again later."
)

/** The error that a model answers with instead of a reply; undefined where it replies. */
export const failureOf = (behaviour: Behaviour, streaming: boolean): ChatError | undefined => {
  switch (behaviour) {
    case "error-429":
      return failure(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests. Please try again in 1s.")
    case "error-500":
    case "failed":
      return serverError
    case "error-529":
    case "overloaded":
      return overloaded
    case "error-mid":
      return streaming ? undefined : serverError
    default:
      return undefined
  }
}
