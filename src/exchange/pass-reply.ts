import { GatewayError } from "../core/errors/error.ts"
import { type ReplyPreferences, emptyReplyContext } from "../core/format.ts"
import { isObject, JsonText } from "../core/json/json.ts"
import { readOrNull } from "../core/json/value.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { Client, Reply } from "./exchange.ts"
import { splice } from "./splice.ts"
import { notUnderstood } from "./translate-reply.ts"

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Up to so many characters a text is written to a socket faster than its bytes are. */
const short = 4 * 1024

/** Passes a whole answer as it is; what the client must not see is spliced out. */
export const passReply = (client: Client, asked: ReplyPreferences, body: Uint8Array): Result<Reply, GatewayError> => {
  const text = decoder.decode(body)
  const value = readOrNull(text)
  if (!isObject(value)) return fail(notUnderstood())
  const error = value["error"]
  if (error !== undefined && error !== null) {
    const decoded = client.format.decodeResponse(JsonText.source(text), emptyReplyContext)
    if (!decoded.ok) return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
  }
  const edits = client.hide(value, asked)
  const same = text.length > short || text.includes("\ufffd") ? body : text
  return succeed({
    body: edits.length === 0 ? same : splice(text, edits),
    usage: client.passing.usage(value),
    notes: []
  })
}
