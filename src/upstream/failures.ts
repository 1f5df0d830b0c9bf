import { type ErrorDetails, GatewayError, systemCode } from "../core/errors/error.ts"
import { allExhausted } from "../core/errors/failure.ts"
import { isArray, isObject, type Json, type JsonObject } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"

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
  const cause = systemCode(thrown)
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

const decoder = new TextDecoder()

/**
 * Whether a body is an error as a vendor's API writes it, and no proxy: an object `error` with a `message`, and beside
 * it what the vendors' SDKs go by, a `type` (OpenAI, Anthropic), a `code` or a `status` (Google, Ark). Google's stand in
 * a list where a stream was asked for. DashScope's have `code`, `message` and `request_id` without an object.
 */
export const isVendorsError = (body: Uint8Array): boolean => {
  const first = objectIn(body)
  if (first === undefined) return false
  const { error, message, code, request_id: id } = first
  if (!isObject(error)) return [message, code, id].every(isText)
  return isText(error["message"]) && [error["type"], error["status"], error["code"]].some(isText)
}

/** Whether a body says that an account has no money or no contract left. */
export const saysExhausted = (body: Uint8Array): boolean => {
  const whole = objectIn(body)
  const error = whole?.["error"]
  const { code, type } = isObject(error) ? error : (whole ?? {})
  return [code, type].some((word) => typeof word === "string" && (words.has(word) || words.has(firstPiece(word))))
}

const words: ReadonlySet<string> = new Set(allExhausted)

const firstPiece = (word: string): string => word.slice(0, Math.max(0, word.indexOf(".")))

const objectIn = (body: Uint8Array): JsonObject | undefined => {
  const answer = parsedOrNull(decoder.decode(body))
  const first = isArray(answer) ? answer[0] : answer
  return isObject(first) ? first : undefined
}

const isText = (value: Json | undefined): boolean => typeof value === "string" && value !== ""
