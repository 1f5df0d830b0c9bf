import type { GatewayError } from "../core/errors/error.ts"
import { defaultReplyPreferences as plainly, emptyReplyContext as nothing } from "../core/format.ts"
import { type Invalid, type Result, succeed } from "../core/errors/invalid.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { jsonOf } from "./body.ts"
import { type ReplyOptions, stampOf } from "./reply.ts"

/** A translated answer. */
export interface ResponseTranslation {
  /** JSON text. */
  readonly body: string
  readonly notes: readonly TranslationNote[]
}

/**
 * Translates a whole answer, as JSON text or as the parsed value. A `GatewayError`: the body is the upstream's report
 * of a failure; `Invalid`: it is no answer of its format. What was paid for is always translated, so nothing is refused.
 *
 * @example
 * translateResponse({ from: ChatCompletions, to: Messages }, '{"id":"chatcmpl-1","choices":[…]}')
 */
export const translateResponse = (
  options: ReplyOptions,
  body: unknown
): Result<ResponseTranslation, Invalid | GatewayError> => {
  const json = jsonOf(body)
  if (!json.ok) return json
  const decoded = options.from.decodeResponse(json.value, options.undo ?? nothing)
  if (!decoded.ok) return decoded
  const encoded = options.to.encodeResponse(decoded.value.value, options.asked ?? plainly, stampOf(options))
  return succeed({ body: encoded.value.text, notes: [...decoded.value.notes, ...encoded.notes] })
}
