import * as ChatCompletions from "../formats/chat-completions/error.ts"
import * as GenerateContent from "../formats/generate-content/error.ts"
import * as Messages from "../formats/messages/error.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { type WireError, wireNames } from "../core/format.ts"
import type { Endpoint, Head } from "./endpoint.ts"

/** An endpoint, as far as it may own paths that none has. */
interface Owning<H> extends Pick<Endpoint, "owns"> {
  readonly error: (error: GatewayError, head: H) => WireError
}

/**
 * The error of a path that no endpoint has, in the body that callers of such a path understand: that of the endpoint
 * whose API owns it, else by the vendors' own paths, else by how their SDKs call.
 */
export const unmatched = <H extends Pick<Head, "path" | "headers" | "search">>(
  endpoints: readonly Owning<H>[],
  head: H,
  error: GatewayError
): WireError => {
  const { path } = head
  const owner = endpoints.find(({ owns }) => owns !== undefined && `${path}/`.startsWith(owns))
  if (owner !== undefined) return owner.error(error, head)
  if (path.startsWith("/v1/messages")) return Messages.encodeError(error)
  return errors[isNative(path) ? "generate-content" : callerOf(head)](error)
}

const errors = {
  messages: Messages.encodeError,
  "generate-content": GenerateContent.encodeError,
  "chat-completions": ChatCompletions.encodeError
}

/** The format of a caller at a path that several vendors have: by the header of a version, else by the carrier of its key. */
export const callerOf = ({ headers, search }: Pick<Head, "headers" | "search">): keyof typeof errors => {
  if (headers[wireNames.messagesVersionHeader] !== undefined) return "messages"
  return headers[wireNames.contentKeyHeader] !== undefined || search().has("key")
    ? "generate-content"
    : "chat-completions"
}

/** Whether a path is one of the content-style API's: by its version, or by a verb after a colon. */
export const isNative = (path: string): boolean => /^\/v1beta(?:\/|$)|^\/v1\/models\/.*(?::|%3a)/i.test(path)
