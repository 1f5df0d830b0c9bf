import type { JsonObject } from "../json.ts"
import type { Behaviour } from "../model.ts"

/** An error of the messages API. */
export interface MessagesError {
  readonly status: number
  readonly type: string
  readonly message: string
  /** The vendor's own short code, said in `details`. */
  readonly code?: string | null
}

/** The error body. */
export const errorBody = ({ type, message, code = null }: MessagesError, requestId: string): JsonObject => ({
  type: "error",
  error: { type, message, ...(code === null ? {} : { details: { error_code: code, unsupported: ["thread"] } }) },
  request_id: requestId
})

/** The error that a model answers with instead of a reply; undefined where it replies. */
export const failureOf = (behaviour: Behaviour, streaming: boolean): MessagesError | undefined => {
  switch (behaviour) {
    case "error-429":
      return { status: 429, type: "rate_limit_error", message: "This request would exceed your rate limit." }
    case "error-500":
    case "failed":
      return { status: 500, type: "api_error", message: "Internal server error" }
    case "error-529":
    case "overloaded":
      return overloaded
    case "error-mid":
      return streaming ? undefined : overloaded
    case "filtered":
      return streaming ? undefined : filtered
    default:
      return undefined
  }
}

/** The vendor has no capacity. */
export const overloaded: MessagesError = { status: 529, type: "overloaded_error", message: "Overloaded" }

/** The vendor's filter stopped an answer. */
export const filtered: MessagesError = {
  status: 400,
  type: "invalid_request_error",
  message: "Output blocked by content filtering policy"
}
