import { GatewayError } from "../words/error.ts"
import { JsonText, read } from "../words/json.ts"
import type { Passing } from "../words/passing.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import type { Asking, Body } from "./body.ts"
import { invalid } from "./open.ts"

/** Reads a request body and checks it against its endpoint's own rules. `path`: what the path asks instead of the body. */
export const readBody = (passing: Passing, bytes: Uint8Array, path?: Asking): Result<Body, GatewayError> => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail(wrong("The body starts with a byte order mark."))
  const text = textOf(bytes)
  if (text === undefined) return fail(wrong("The body is not valid UTF-8."))
  const whole = JsonText.source(text)
  const { value, object } = whole
  if (value === undefined) return fail(unreadable(whole.text))
  const sound = passing.check(value)
  if (!sound.ok) return fail(invalid(sound.error))
  if (object === undefined) return fail(wrong("The body must be an object."))
  if (path !== undefined) return succeed({ bytes, whole, namesModel: false, ...path })
  const { model, stream } = object
  return typeof model === "string"
    ? succeed({ bytes, whole, namesModel: true, model, stream: stream === true })
    : fail(wrong("`model` is required."))
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
