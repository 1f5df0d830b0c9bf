import { GatewayError } from "../core/errors/error.ts"
import type { WireRequest, ChatFormat } from "../core/format.ts"
import { JsonText } from "../core/json/json.ts"
import type { Asking, Received } from "./body.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { atOnce, type Steps } from "./offload.ts"
import { invalid } from "./open.ts"

/** What is known of a request besides its bytes. `path`: what the path asks instead of the body. */
export interface Around extends Pick<WireRequest, "headers" | "names"> {
  readonly path?: Asking | undefined
}

/** Reads a request as its format says it, whatever is to become of its bytes: nothing else is looked at. */
export function* readRequest(format: ChatFormat, bytes: Uint8Array, { path, ...more }: Around): Steps<Received> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  const call = { ...(path ?? askedIn(body.value)), ...more, body: body.value }
  yield
  const decoded = format.decodeRequest(call)
  if (!decoded.ok) return fail(invalid(decoded.error))
  return succeed({ bytes, call, namesModel: path === undefined, decoded: decoded.value })
}

/** Which model a body asks, and whether for a stream. */
export const askedIn = ({ object }: JsonText): Asking => {
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
  return read.ok ? read : fail(invalid(read.error))
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
