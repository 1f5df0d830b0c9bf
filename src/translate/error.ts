import { GatewayError } from "../core/errors/error.ts"
import type { UpstreamFormat } from "../core/format.ts"
import { Invalid, placeOfIssue } from "../core/errors/invalid.ts"
import { refusalOf, Refused } from "../core/notes/note.ts"
import { bodyTextGiven } from "./given.ts"
import type { ReplyOptions } from "./response.ts"

/** An upstream's answer with a status that is no success. */
export interface FailedAnswer {
  readonly status: number
  /** Lower-case names, or those of a `Response`; `retry-after` is read. */
  readonly headers?: Readonly<Record<string, string>> | Headers
  /** Text or bytes; a value that was read from JSON is printed, and what is none of these says nothing. */
  readonly body: unknown
}

/** An error as its client reads it. */
export interface ErrorTranslation {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/**
 * Says a failure in the client's format: an upstream's answer of any kind (its own JSON, a proxy's HTML, nothing), why a
 * translation gave no value, or what else was thrown, such as by a `fetch` that reached nobody: a 502.
 *
 * @example
 * translateError({ from: Formats.messages, to: Formats.chatCompletions }, { status: 529, body: '{"type":"error",…}' })
 */
export const translateError = (
  { from, to }: Pick<ReplyOptions, "from" | "to">,
  failure: FailedAnswer | Error
): ErrorTranslation => {
  const { status, headers, body } = to.encodeError(errorOf(from, failure))
  return { status, headers, body: body.text }
}

const errorOf = (from: UpstreamFormat, failure: FailedAnswer | Error): GatewayError => {
  if (failure instanceof GatewayError) return failure
  if (failure instanceof Invalid) return invalid(failure.issues[0].message, placeOfIssue(failure.issues[0]))
  if (failure instanceof Refused) return invalid(refusalOf(failure.notes[0]), failure.notes[0].path)
  if (!isAnswer(failure)) return new GatewayError("UpstreamFailed", "The upstream could not be reached.")
  const { status, headers = {}, body } = failure
  const named = headers instanceof Headers ? Object.fromEntries(headers) : headers
  // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- some give it as a text
  return from.decodeError(Number(status), named, bodyTextGiven(body))
}

/** Whether it is an answer: anything may be thrown. */
const isAnswer = (failure: unknown): failure is FailedAnswer =>
  typeof failure === "object" &&
  failure !== null &&
  !(failure instanceof Error) &&
  "status" in failure &&
  Number(failure.status) > 0

const invalid = (message: string, pointer: string): GatewayError =>
  new GatewayError("InvalidRequest", message, { pointer })
