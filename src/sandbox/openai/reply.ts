import { errorBody } from "./error.ts"
import type { ChatError } from "./error.ts"

/** What every answer carries. */
export const headersOf = (requestId: string, extra: Record<string, string> = {}): Record<string, string> => ({
  "content-type": "application/json",
  "x-request-id": requestId,
  "openai-processing-ms": "1",
  "openai-version": "2020-10-01",
  "x-ratelimit-limit-requests": "10000",
  "x-ratelimit-remaining-requests": "9999",
  "x-ratelimit-reset-requests": "6ms",
  ...extra
})

/** An error as the vendor's APIs send it. */
export const failChat = (error: ChatError, requestId: string, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error)), {
    status: error.status,
    headers: headersOf(requestId, {
      ...(error.status === 429 ? { "retry-after": "1" } : {}),
      ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal })
    })
  })
