import { GatewayError } from "../core/errors/error.ts"
import type { UpstreamFormat } from "../core/format.ts"
import { Invalid, placeOfIssue } from "../core/errors/invalid.ts"
import { refusalOf, Refused } from "../core/notes/note.ts"
import type { ReplyOptions } from "./response.ts"

/** An upstream's answer with a status that is no success. */
export interface FailedAnswer {
  readonly status: number
  /** Lower-case names; `retry-after` is read. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** An error as its client reads it. */
export interface ErrorTranslation {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/**
 * Says a failure in the client's format: an upstream's answer of any kind (its own JSON, a proxy's HTML, nothing), or
 * why a translation gave no value.
 *
 * @example
 * translateError({ from: Formats.messages, to: Formats.chatCompletions }, { status: 529, body: '{"type":"error",…}' })
 */
export const translateError = (
  { from, to }: Pick<ReplyOptions, "from" | "to">,
  failure: FailedAnswer | GatewayError | Invalid | Refused
): ErrorTranslation => {
  const { status, headers, body } = to.encodeError(errorOf(from, failure))
  return { status, headers, body: body.text }
}

const errorOf = (from: UpstreamFormat, failure: FailedAnswer | GatewayError | Invalid | Refused): GatewayError => {
  if (failure instanceof GatewayError) return failure
  if (failure instanceof Invalid) return invalid(failure.issues[0].message, placeOfIssue(failure.issues[0]))
  if (failure instanceof Refused) return invalid(refusalOf(failure.notes[0]), failure.notes[0].path)
  return from.decodeError(failure.status, failure.headers ?? {}, failure.body)
}

const invalid = (message: string, pointer: string): GatewayError =>
  new GatewayError("InvalidRequest", message, { pointer })
