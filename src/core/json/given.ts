import { Invalid, fail, type Result, succeed } from "../errors/error.ts"
import { JsonText, parseJson } from "./json.ts"
import { childPointer, type JsonPointer } from "./pointer.ts"

/** JSON text or its bytes, read under the limits for what comes from outside; a value is printed first. */
export const jsonTextFrom = (body: unknown): Result<JsonText, Invalid> => {
  const text = textGiven(body)
  if (text === undefined) return fail(Invalid.at("", "The body cannot be written as JSON."))
  const json = parseJson(text)
  if (!json.ok) return json
  const lost = text.includes("null") ? unprintable(body, json.value, "") : undefined
  return lost === undefined
    ? succeed(JsonText.of(json.value))
    : fail(Invalid.at(lost, "This cannot be written as JSON."))
}

/** Whether it holds bytes: a buffer, or any view of one. */
export const isBytes = (given: unknown): given is ArrayBuffer | DataView | Uint8Array =>
  given instanceof ArrayBuffer || ArrayBuffer.isView(given)

/** The text that bytes say, without a mark of their order, as a text is taken; anything else printed, where it can be. */
export const textGiven = (body: unknown): string | undefined => {
  if (isBytes(body)) return new TextDecoder().decode(body)
  if (typeof body === "string") return body.replace(/^\uFEFF/, "")
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}

/** Where a value holds a number that is printed as `null`: it is none, or not finite. */
const unprintable = (given: unknown, printed: unknown, at: JsonPointer): JsonPointer | undefined => {
  if (printed === null && typeof given === "number") return at
  if (typeof given !== "object" || given === null) return undefined
  for (const [key, value] of Object.entries(printed ?? {})) {
    const found = unprintable(Reflect.get(given, key), value, childPointer(at, key))
    if (found !== undefined) return found
  }
  return undefined
}
