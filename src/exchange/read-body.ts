import { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { JsonText } from "../core/json/json.ts"
import type { RequestedCall } from "./chat-exchange.ts"
import { invalidRequest } from "./client-errors.ts"
import { atOnce, type Steps } from "./offload.ts"

/** Which model a body asks, and whether for a stream. */
export const askedIn = ({ object }: JsonText): RequestedCall => {
  const { model, stream } = object ?? {}
  return { model: typeof model === "string" ? model : "", stream: stream === true }
}

/** Reads the bytes of a short body as JSON. */
export const readBody = (bytes: Uint8Array): Result<JsonText, GatewayError> => atOnce(readSteps(bytes))

/** The same in steps. */
export function* readSteps(bytes: Uint8Array): Steps<JsonText> {
  yield
  const text = textOf(bytes)
  if (!text.ok) return text
  yield
  return parsed(text.value)
}

const parsed = (text: string): Result<JsonText, GatewayError> => {
  const read = JsonText.parsed(text)
  return read.ok ? read : fail(invalidRequest(read.error))
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true })

const textOf = (bytes: Uint8Array): Result<string, GatewayError> => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail(wrong("The body starts with a byte order mark."))
  try {
    return succeed(decoder.decode(bytes))
  } catch {
    return fail(wrong("The body is not valid UTF-8."))
  }
}

const wrong = (message: string): GatewayError => new GatewayError("InvalidRequest", message, { pointer: "" })
