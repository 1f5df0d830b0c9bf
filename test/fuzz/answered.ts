import { tells } from "../secrets/canary.ts"
import type { FormatId } from "./corpus.ts"
import { checking } from "./costs.ts"
import { type Source, streamFault } from "./frames.ts"
import { type ErrorShape, isError, membersOf } from "./shapes.ts"
import type { WireAnswer } from "./wire.ts"

/** What a client of an endpoint may be told. */
export interface Expected {
  readonly errors: readonly ErrorShape[]
  /** The format of its streams. */
  readonly streams?: FormatId
  /** What is known of the vendor's answer. */
  readonly source?: Source
  readonly secrets: readonly string[]
}

const isJson = (head: string): boolean => /\r\ncontent-type: application\/json/i.test(head)
const isStream = (head: string): boolean => /\r\ncontent-type: text\/event-stream/i.test(head)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "latin1").toString())
  } catch {
    return undefined
  }
}

/** Whether a body is the answer to a defect. */
const isInternal = (body: string): boolean => body.includes("Something went wrong inside the gateway")

/** What is wrong with an answer: it is a success of its kind, or one well-formed error, and tells no secret. */
export const answerFault = (answer: WireAnswer, expected: Expected): string | undefined =>
  checking(() => faultIn(answer, expected))

const faultIn = (
  answer: WireAnswer,
  { errors, streams, source = { whole: true }, secrets }: Expected
): string | undefined => {
  const { status, head, body, whole } = answer
  const shown = `${status} ${JSON.stringify(body.slice(0, 400))}`
  if (isInternal(body)) return `defect: ${shown}`
  if (secrets.some((secret) => tells(head + body, secret))) return `secret: ${shown}`
  if (!whole) return `cut off: ${shown}`
  if (isStream(head) && status < 300)
    return streams === undefined
      ? `a stream: ${shown}`
      : streamFault(streams, Buffer.from(body, "latin1").toString(), source)
  if (isJson(head)) {
    const json = parsed(body)
    if (json === undefined) return `no JSON: ${shown}`
    if (status >= 400)
      return isError(json, errors, { status, ownWords: source.passes === true })
        ? undefined
        : `malformed error: ${shown}`
    return isError(json, errors) && membersOf(json)["error"] !== null ? `error as success: ${shown}` : undefined
  }
  return status >= 400 ? `error without JSON: ${shown}` : undefined
}
