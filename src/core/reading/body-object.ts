import { fail, Invalid, type Result, succeed } from "../errors/invalid.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonText, parseJson } from "../json/json.ts"

/** The object that a body must be; an `Invalid` that says what it is instead, or why it is no JSON. */
export const bodyObject = (body: JsonText, name: "body" | "answer" = "body"): Result<JsonObject, Invalid> => {
  const { value } = body
  if (isObject(value)) return succeed(value)
  const unread = value === undefined ? parseJson(body.text) : undefined
  if (unread?.ok === false) return unread
  return fail(Invalid.at("", `The ${name} must be a JSON object, not ${kindOf(value)}.`))
}

const kindOf = (value: Json | undefined): string => {
  if (isArray(value)) return "a list"
  return value === null || value === undefined ? "null" : `a ${typeof value}`
}
