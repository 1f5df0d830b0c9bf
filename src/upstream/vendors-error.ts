import { allExhausted } from "../core/errors/exhausted.ts"
import { isArray, isObject, type Json, type JsonObject } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"

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
  const said = parsedOrNull(decoder.decode(body))
  const first = isArray(said) ? said[0] : said
  return isObject(first) ? first : undefined
}

const isText = (value: Json | undefined): boolean => typeof value === "string" && value !== ""
