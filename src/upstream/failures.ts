import { type ErrorDetails, GatewayError } from "../core/errors/error.ts"

/** Why a try failed, and whether the upstream can have seen it. */
export interface AttemptFailure {
  readonly error: GatewayError
  /** False where not one byte was sent, so that another try is the first that the upstream sees. */
  readonly sent: boolean
}

/** A failure after which nobody knows what the upstream did. */
export const sentFailure = (error: GatewayError): AttemptFailure => ({ error, sent: true })

/** A failure before anything was sent. */
export const unsentFailure = (error: GatewayError): AttemptFailure => ({ error, sent: false })

const causeOf = (thrown: unknown): ErrorDetails => {
  const cause = codeOf(thrown)
  return cause === undefined ? {} : { cause }
}

const seconds = (ms: number): string => `${ms / 1000} s`

/** No connection came to stand; `cause`: what the runtime threw. */
export const unreachableFailure = (cause?: unknown): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream could not be reached.", causeOf(cause))

/** The connection ended before the answer did; `cause`: what the runtime threw. */
export const lostConnection = (cause?: unknown): GatewayError =>
  new GatewayError(
    "UpstreamFailed",
    "The connection to the upstream was lost before its answer was whole.",
    causeOf(cause)
  )

/** The answer is a redirect. */
export const redirectRefused = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream answered with a redirect, which is not followed.")

/** The answer is compressed, which was not asked for. */
export const encodingRefused = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream answered in a content encoding that was not requested.")

/** The code of an answer that is larger than what is taken. */
export const answerTooLarge = "upstream_answer_too_large"

/** The answer is larger than what is taken. */
export const tooLarge = (bytes: number): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream answered with more than ${bytes} bytes.`, { code: answerTooLarge })

/** Too many requests wait for this upstream, or one waited too long. */
export const queueFull = (): GatewayError =>
  new GatewayError("Overloaded", "Too many requests to this upstream are under way. Try again in a moment.", {
    retryAfter: 1
  })

/** One account has as much of this upstream as it may have. */
export const overShare = (): GatewayError =>
  new GatewayError(
    "RateLimited",
    "Too many requests of this account to this upstream are under way. Try again in a moment.",
    { retryAfter: 1 }
  )

/** The gateway is disposed of. */
export const gatewayStopping = (): GatewayError =>
  new GatewayError("Overloaded", "The gateway is being stopped. Try again in a moment.", { retryAfter: 1 })

/** The connect clock ran out. */
export const noConnection = (ms: number): GatewayError =>
  new GatewayError("UpstreamTimeout", `The upstream did not accept a connection within ${seconds(ms)}.`)

/** The first-byte clock ran out. */
export const noAnswer = (ms: number): GatewayError =>
  new GatewayError("UpstreamTimeout", `The upstream did not begin to answer within ${seconds(ms)}.`)

/** The idle clock ran out. */
export const idleTimeout = (ms: number): GatewayError =>
  new GatewayError("UpstreamTimeout", `The upstream sent nothing for ${seconds(ms)}.`)

/** The total clock ran out. */
export const totalTimeout = (ms: number): GatewayError =>
  new GatewayError("UpstreamTimeout", `The upstream did not finish within ${seconds(ms)}.`)

/** A code of a runtime's, and nothing that could quote what was sent. */
const code = /^[A-Za-z]\w{1,63}$/

/** How deep an error is looked into for the one that it came of. */
const deepest = 4

/** The code of what a runtime threw, such as `ECONNREFUSED`, or of what that came of; undefined where none says one. */
export const codeOf = (thrown: unknown, depth = 0): string | undefined => {
  if (typeof thrown !== "object" || thrown === null || depth > deepest) return undefined
  if ("code" in thrown && typeof thrown.code === "string" && code.test(thrown.code)) return thrown.code
  const several: readonly unknown[] = "errors" in thrown && Array.isArray(thrown.errors) ? thrown.errors : []
  return codeOf("cause" in thrown ? thrown.cause : several[0], depth + 1)
}
