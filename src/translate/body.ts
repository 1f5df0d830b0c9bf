import { Invalid, fail, type Result, succeed } from "../core/errors/invalid.ts"
import { JsonText, parseJson } from "../core/json/json.ts"

/** JSON text, read under the limits for what comes from outside; a value is printed first. */
export const jsonOf = (body: unknown): Result<JsonText, Invalid> => {
  const text = typeof body === "string" ? body : printed(body)
  if (text === undefined) return fail(Invalid.at("", "The body is not a JSON value."))
  const json = parseJson(text)
  return json.ok ? succeed(JsonText.of(json.value)) : json
}

const printed = (body: unknown): string | undefined => {
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}
