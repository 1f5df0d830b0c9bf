import { isArray, isObject, type Json } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"

const decoder = new TextDecoder()

/**
 * Whether a body is an error as a vendor's API writes it, and no proxy: an object `error` with a `message`, and beside
 * it what the vendors' SDKs go by, a `type` (OpenAI, Anthropic), a `code` or a `status` (Google, Ark). Google's stand in
 * a list where a stream was asked for. DashScope's have `code`, `message` and `request_id` without an object.
 */
export const isVendorsError = (body: Uint8Array): boolean => {
  const said = parsedOrNull(decoder.decode(body))
  const first = isArray(said) ? said[0] : said
  if (!isObject(first)) return false
  const { error, message, code, request_id: id } = first
  if (!isObject(error)) return [message, code, id].every(isText)
  return isText(error["message"]) && [error["type"], error["status"], error["code"]].some(isText)
}

const isText = (value: Json | undefined): boolean => typeof value === "string" && value !== ""
