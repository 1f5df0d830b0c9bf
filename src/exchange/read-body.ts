import { GatewayError } from "../words/error.ts"
import type { Format } from "../words/format.ts"
import { type JsonObject, JsonText, read } from "../words/json.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import { invalid } from "./open.ts"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** A request body that is sound: what was checked is what is sent. */
export interface Body {
  readonly text: JsonText
  readonly object: JsonObject
  readonly model: string
}

/** Reads a request body and checks it against its format's own rules. */
export const readBody = (format: Format, bytes: Uint8Array): Result<Body, GatewayError> => {
  const source = textOf(bytes)
  if (!source.ok) return source
  const text = JsonText.source(source.value)
  const value = text.value
  if (value === undefined) {
    const why = read(source.value)
    return fail(why.ok ? wrong("The body is not valid JSON.") : invalid(why.error))
  }
  const checked = format.check(value)
  if (!checked.ok) return fail(invalid(checked.error))
  const object = text.object
  const model = object === undefined ? undefined : object["model"]
  if (object === undefined || typeof model !== "string") return fail(wrong("`model` is required."))
  return succeed({ text, object, model })
}

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
