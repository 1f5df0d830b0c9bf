import { Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { isObject, type JsonObject, type JsonText, parseJson } from "../../core/json/json.ts"

/** The object that a body is. */
export const objectOf = (body: JsonText): Result<JsonObject, Invalid> => {
  const { value } = body
  if (isObject(value)) return succeed(value)
  const again = value === undefined ? parseJson(body.text) : undefined
  return again?.ok === false ? again : fail(Invalid.at("", "The body must be an object."))
}
