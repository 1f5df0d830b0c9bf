import { fail, Invalid, type Result } from "../core/errors/invalid.ts"
import { type JsonText, jsonTextFrom } from "../core/json/json.ts"

/** The JSON that a caller gives: its text, its bytes or its value. A promise of one reads like an empty object, and is told apart. */
export const jsonGiven = (body: unknown): Result<JsonText, Invalid> =>
  typeof body === "object" && body !== null && "then" in body && typeof body.then === "function"
    ? fail(Invalid.at("", "The body is a promise, which must be awaited first."))
    : jsonTextFrom(body)
