import { chatCompletions } from "../formats/chat-completions/index.ts"
import { generateContent } from "../formats/generate-content/index.ts"
import { messages } from "../formats/messages/index.ts"
import type { GatewayError } from "../words/error.ts"
import type { WireError } from "../words/format.ts"
import { JsonText } from "../words/json.ts"

/** The error of a path that no endpoint has, in the body that callers of such a path understand. */
export const unmatched = (path: string, error: GatewayError): WireError => {
  if (path.startsWith("/v1/messages")) return messages.encodeError(error)
  if (isNative(path)) return generateContent.encodeError(error)
  if (path.startsWith("/prod-api/")) return labError(error)
  return chatCompletions.encodeError(error)
}

/** Whether a path is one of the content-style API's: by its version, or by a verb after a colon. */
export const isNative = (path: string): boolean =>
  path.startsWith("/v1beta/") || /^\/v1\/models\/.*(?::|%3a)/i.test(path)

const labError = (error: GatewayError): WireError => ({
  status: error.status,
  headers: { "content-type": "application/json" },
  body: JsonText.tree({ code: error.status, msg: error.message, data: null })
})
