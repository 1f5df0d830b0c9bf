import { GatewayError } from "../core/errors/error.ts"
import {
  defaultReplyPreferences,
  emptyReplyContext,
  type ReplyPreferences,
  type ChatFormat,
  type ResponseDefaults,
  type ReplyContext,
  type UpstreamFormat
} from "../core/format.ts"
import { checkedResponse } from "../core/events/checked-answer.ts"
import { fail, Invalid, type Result, succeed } from "../core/errors/invalid.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import { jsonGiven } from "./given.ts"

/** A translated answer. */
export interface ResponseTranslation {
  /** JSON text. */
  readonly body: string
  readonly notes: readonly TranslationNote[]
}

/**
 * Translates a whole answer, as JSON text, its bytes or the parsed value. A `GatewayError`: the body is the upstream's
 * report of a failure, or no answer of its format, or one that ends in a failure. What was paid for is always translated,
 * so nothing else is refused.
 *
 * @example
 * translateResponse({ from: Formats.chatCompletions, to: Formats.messages }, '{"id":"chatcmpl-1","choices":[…]}')
 */
export const translateResponse = (options: ReplyOptions, body: unknown): Result<ResponseTranslation, GatewayError> => {
  const json = jsonGiven(body)
  if (!json.ok) return fail(notUnderstood(json.error))
  const undo = options.undo ?? emptyReplyContext
  const decoded = options.from.decodeResponse(json.value, undo)
  if (!decoded.ok) return fail(notUnderstood(decoded.error))
  const checked = checkedResponse(decoded.value.value, undo)
  if (!checked.ok) return checked
  const encoded = options.to.encodeResponse(
    checked.value,
    options.asked ?? defaultReplyPreferences,
    responseDefaultsOf(options)
  )
  if (encoded.failure !== undefined) return fail(encoded.failure)
  return succeed({ body: encoded.value.text, notes: [...decoded.value.notes, ...encoded.notes] })
}

/** An upstream's answer that is none of its format is its fault, and not the client's. */
const notUnderstood = (error: Invalid | GatewayError): GatewayError =>
  error instanceof Invalid
    ? new GatewayError("UpstreamFailed", `The upstream's answer could not be understood: ${error.message}`)
    : error

/** How an answer is to be translated. */
export interface ReplyOptions {
  /** The format that the upstream answers in. */
  readonly from: UpstreamFormat
  /** The format that the client reads. */
  readonly to: ChatFormat
  /** What the answer must reverse of its request's translation. */
  readonly undo?: ReplyContext
  /** How the client wants its answer. */
  readonly asked?: ReplyPreferences
  /** What is told where the upstream does not say it. `id`: `translated`; `created`: 0 seconds; `model`: none. */
  readonly stamp?: Partial<ResponseDefaults>
}

/** The stamp of an answer's translation, complete. */
export const responseDefaultsOf = ({ stamp }: ReplyOptions): ResponseDefaults => ({
  id: "translated",
  created: 0,
  model: "",
  ...stamp
})
