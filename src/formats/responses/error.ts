import type { GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, failureIn, saysError, wireError } from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import { type JsonObjectBuilder, isObject, type JsonObject } from "../../core/json/json.ts"
import { type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import { type ErrorWords, openaiErrorMembers, openaiErrorWording, openaiErrorWords } from "../openai/error.ts"
import { decodeUsage } from "./response-end.ts"
import { id } from "./wire.ts"

/**
 * Codex goes by `rate_limit_exceeded`, `insufficient_quota`, `server_is_overloaded`, `invalid_prompt` and
 * `context_length_exceeded` (@openai/codex 0.169, run in November 2026).
 */
const words: ErrorWords = {
  ...openaiErrorWords,
  ContentBlocked: ["invalid_request_error", "invalid_prompt"],
  Overloaded: ["server_error", "server_is_overloaded"]
}

const wording = openaiErrorWording(
  id,
  words,
  [
    ["context_length_exceeded", "InvalidRequest"],
    ["content_policy_violation", "ContentBlocked"],
    ["slow_down", "Overloaded"]
  ],
  []
)

/** The error that an upstream answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(wording, status, headers, body)

/**
 * Whether data that name no event of this format are an error, whatever the event that they stand in is called: in a
 * member of that name, as an object or in words.
 */
export const isUnnamedError = (data: JsonObject): boolean =>
  !(typeof data["type"] === "string" && data["type"].startsWith("response.")) && isSaidError(data)

/** Whether an object has an error that says anything. */
export const isSaidError = ({ error }: JsonObject): boolean => saysError(error)

/** The error that came inside a success: in a member `error`, or flat in a frame that is called so. */
export const readError = (object: JsonObject): GatewayError => {
  const { type, sequence_number: _, ...flat } = object
  const failed = failureIn(wording, isObject(object["error"]) || type !== "error" ? object : flat)
  return failed.with({ usage: decodeUsage(object["usage"]) })
}

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => wireError(error, { error: errorMembers(error) })

/** The members of an error: in a body, and in the frame of a stream. */
export const errorMembers = (error: GatewayError): JsonObjectBuilder =>
  openaiErrorMembers(id, words, error, bracketedPath)

/** The error of an answer that failed on the way: a code and words, which say how long to wait where that is known. */
export const failedMembers = (error: GatewayError): JsonObjectBuilder => {
  const { code } = errorMembers(error)
  const { retryAfter } = error.details
  const waits = retryAfter === undefined ? "" : ` Please try again in ${retryAfter}s.`
  return { code: code ?? "server_error", message: `${error.message}${waits}` }
}

/** A pointer as OpenAI writes it: `input[0].content`. */
const bracketedPath = (pointer: JsonPointer): string =>
  pointerTokens(pointer)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("")
