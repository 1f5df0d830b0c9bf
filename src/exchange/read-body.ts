import { GatewayError } from "../core/errors/error.ts"
import { type Invalid, fail, type Result, succeed } from "../core/errors/invalid.ts"
import { JsonText } from "../core/json/json.ts"
import type { TranslationNote, Translated } from "../core/notes/note.ts"
import { memberEdit } from "../core/passthrough.ts"
import type { RequestedCall } from "./chat-exchange.ts"
import { invalidRequest } from "./answer.ts"
import { type Steps, atOnce } from "./offload.ts"
import { splice } from "./splice.ts"
import type { UnaryInput } from "./unary.ts"

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
  return readText(text.value)
}

/** Reads the text of a body as JSON. */
export const readText = (text: string): Result<JsonText, GatewayError> => {
  const read = JsonText.parsed(text)
  return read.ok ? read : fail(invalidRequest(read.error))
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true })

/** The text that the bytes of a body are. */
export const textOf = (bytes: Uint8Array): Result<string, GatewayError> => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail(wrong("The body starts with a byte order mark."))
  try {
    return succeed(decoder.decode(bytes))
  } catch {
    return fail(wrong("The body is not valid UTF-8."))
  }
}

const wrong = (message: string): GatewayError => new GatewayError("InvalidRequest", message, { pointer: "" })

/** A body that names the model which its path names, whatever it said itself; the same body where no path names one. */
export const withModel = (body: JsonText, model: string | undefined): JsonText => {
  if (model === undefined || body.object === undefined) return body
  const edits = memberEdit(body.object, "model", model)
  return edits.length === 0 ? body : JsonText.source(splice(body.text, edits))
}

/** What a request of an endpoint says, with the body that says it. */
interface DecodedBody<R> {
  readonly model: string
  readonly notes: readonly TranslationNote[]
  readonly request: R
  readonly body: JsonText
}

/** What such a request is read of. */
export interface BodyInput extends UnaryInput {
  /** The model that the path names, which the body need not. */
  readonly deployment?: string | undefined
}

/** How an endpoint reads a body that names its model, given how its format decodes one. */
export const bodyReader = <R extends { readonly model: string }>(
  decode: (body: JsonText) => Result<Translated<R>, Invalid>
) =>
  function* read({ body: bytes, deployment }: BodyInput): Steps<DecodedBody<R>> {
    const read = yield* readSteps(bytes)
    if (!read.ok) return read
    yield
    const body = withModel(read.value, deployment)
    const decoded = decode(body)
    if (!decoded.ok) return fail(invalidRequest(decoded.error))
    const { value: request, notes } = decoded.value
    return succeed({ model: request.model, notes, request, body })
  }
