import { GatewayError } from "../words/errors/error.ts"
import type { Call, Format } from "../words/format.ts"
import { JsonText, read } from "../words/json/json.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import type { Asking, Received } from "./body.ts"
import { invalid } from "./open.ts"

/** What is known of a request besides its bytes. `path`: what the path asks instead of the body. */
export interface Around extends Pick<Call, "headers" | "names"> {
  readonly path?: Asking | undefined
}

/** Reads a request as its format says it, whatever is to become of its bytes: nothing else is looked at. */
export const readRequest = (format: Format, bytes: Uint8Array, around: Around): Result<Received, GatewayError> => {
  const body = readBody(bytes)
  if (!body.ok) return body
  const { path, ...more } = around
  const call = { ...(path ?? askedIn(body.value)), ...more, body: body.value }
  const decoded = format.decodeRequest(call)
  return decoded.ok
    ? succeed({ bytes, call, namesModel: path === undefined, decoded: decoded.value })
    : fail(invalid(decoded.error))
}

/** Which model a body asks, and whether for a stream. */
export const askedIn = ({ object }: JsonText): Asking => {
  const { model, stream } = object ?? {}
  return { model: typeof model === "string" ? model : "", stream: stream === true }
}

/** Reads the bytes of a body as JSON. */
export const readBody = (bytes: Uint8Array): Result<JsonText, GatewayError> => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail(wrong("The body starts with a byte order mark."))
  const text = textOf(bytes)
  if (text === undefined) return fail(wrong("The body is not valid UTF-8."))
  const whole = JsonText.source(text)
  return whole.value === undefined ? fail(unreadable(text)) : succeed(whole)
}

/** What is wrong with a text that is no JSON, or beyond what is accepted. */
const unreadable = (text: string): GatewayError => {
  const why = read(text)
  return why.ok ? wrong("The body is not valid JSON.") : invalid(why.error)
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true })

/** The text of some bytes; undefined where they are not UTF-8. */
const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

const wrong = (message: string): GatewayError => new GatewayError("InvalidRequest", message, { pointer: "" })
