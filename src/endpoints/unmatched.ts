import * as ChatCompletions from "../formats/chat-completions/error.ts"
import * as GenerateContent from "../formats/generate-content/error.ts"
import * as Messages from "../formats/messages/error.ts"
import type { GatewayError } from "../words/error.ts"
import type { WireError } from "../words/format.ts"
import { JsonText } from "../words/json.ts"

/** The error of a path that no endpoint has, in the body that callers of such a path understand. */
export const unmatched = (path: string, error: GatewayError): WireError => {
  if (path.startsWith("/v1/messages")) return Messages.encodeError(error)
  if (isNative(path)) return GenerateContent.encodeError(error)
  if (path.startsWith("/prod-api/")) return labError(error)
  return ChatCompletions.encodeError(error)
}

/** Whether a path is one of the content-style API's: by its version, or by a verb after a colon. */
export const isNative = (path: string): boolean => /^\/v1beta(?:\/|$)|^\/v1\/models\/.*(?::|%3a)/i.test(path)

const labError = (error: GatewayError): WireError => ({
  status: error.status,
  headers: { "content-type": "application/json" },
  body: JsonText.tree({ code: error.status, msg: error.message, data: null })
})
