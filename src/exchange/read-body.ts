import { isUtf8 } from "node:buffer"
import { GatewayError } from "../words/error.ts"
import { type JsonObject, JsonText, limits, read } from "../words/json.ts"
import { scan } from "../words/json-scan.ts"
import { outlineOf } from "../words/outline.ts"
import type { Passing } from "../words/passing.ts"
import { fail, type Result, succeed } from "../words/result.ts"
import type { Asking, Body } from "./body.ts"
import { invalid } from "./open.ts"

/** Reads a request body and checks it against its endpoint's own rules. `path`: what the path asks instead of the body. */
export const readBody = (passing: Passing, bytes: Uint8Array, path?: Asking): Result<Body, GatewayError> => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail(wrong("The body starts with a byte order mark."))
  if (!isUtf8(bytes)) return fail(wrong("The body is not valid UTF-8."))
  const scanned = scan(bytes, limits, passing.bulk)
  if (scanned === undefined) return readWhole(passing, bytes, path)
  const whole = JsonText.sound(() => decoder.decode(bytes), scanned.risky)
  const outline = JsonText.sound(() => outlineOf(scanned), scanned.risky)
  const object = checked(passing, outline)
  if (!object.ok) return readWhole(passing, bytes, path)
  return asking({ bytes, whole, outline, scan: scanned }, object.value, path)
}

/** Reads a body of which a scan or an outline has not told that it is right: what is wrong with it is found here. */
const readWhole = (passing: Passing, bytes: Uint8Array, path: Asking | undefined): Result<Body, GatewayError> => {
  const whole = JsonText.source(decoder.decode(bytes))
  if (whole.value === undefined) {
    const why = read(whole.text)
    return fail(why.ok ? wrong("The body is not valid JSON.") : invalid(why.error))
  }
  const object = checked(passing, whole)
  return object.ok ? asking({ bytes, whole, outline: whole, scan: undefined }, object.value, path) : object
}

const checked = (passing: Passing, text: JsonText): Result<JsonObject, GatewayError> => {
  const result = passing.check(text.value ?? null)
  if (!result.ok) return fail(invalid(result.error))
  const { object } = text
  return object === undefined ? fail(wrong("The body must be an object.")) : succeed(object)
}

/** A sound body with what is asked. */
const asking = (
  { bytes, whole, outline, scan: scanned }: Pick<Body, "bytes" | "whole" | "outline" | "scan">,
  { model, stream }: JsonObject,
  path: Asking | undefined
): Result<Body, GatewayError> => {
  if (path !== undefined) return succeed({ bytes, whole, outline, scan: scanned, namesModel: false, ...path })
  return typeof model === "string"
    ? succeed({ bytes, whole, outline, scan: scanned, namesModel: true, model, stream: stream === true })
    : fail(wrong("`model` is required."))
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

const wrong = (message: string): GatewayError => new GatewayError("InvalidRequest", message, { pointer: "" })
