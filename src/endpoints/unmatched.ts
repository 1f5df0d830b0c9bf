import { chatCompletions } from "../formats/chat-completions/index.ts"
import { messages } from "../formats/messages/index.ts"
import type { GatewayError } from "../words/error.ts"
import type { WireError } from "../words/format.ts"
import { JsonText } from "../words/json.ts"

/** The error of a path that no endpoint has, in the body that callers of such a path understand. */
export const unmatched = (path: string, error: GatewayError): WireError => {
  if (path.startsWith("/v1/messages")) return messages.encodeError(error)
  if (path.startsWith("/v1beta/") || /^\/v1\/models\/.*:/.test(path)) return contentError(error)
  if (path.startsWith("/prod-api/")) return labError(error)
  return chatCompletions.encodeError(error)
}

const contentError = (error: GatewayError): WireError => {
  const status = error.reason === "NotFound" ? "NOT_FOUND" : "UNIMPLEMENTED"
  return wire(error, JsonText.tree({ error: { code: error.status, message: error.message, status } }))
}

const labError = (error: GatewayError): WireError =>
  wire(error, JsonText.tree({ code: error.status, msg: error.message, data: null }))

const wire = (error: GatewayError, body: JsonText): WireError => ({
  status: error.status,
  headers: { "content-type": "application/json" },
  body
})
