import { Invalid, type Issue } from "../../words/invalid.ts"
import { isObject, type Json, type JsonObject } from "../../words/json.ts"
import { below } from "../../words/pointer.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result, succeed } from "../../words/result.ts"

/** Closed ranges of number members, both ends included. */
const ranges: readonly (readonly [key: string, least: number, most: number])[] = [
  ["temperature", 0, 2],
  ["top_p", 0, 1]
]

const objects = ["response_format", "thinking", "parameters", "extra_body", "generationConfig"]
const booleans = ["stream", "enable_thinking"]

/** The endpoint's own limits: required members, their types, closed ranges. What is not known is never refused. */
export const check = (body: Json): Result<undefined, Invalid> => {
  if (!isObject(body)) return fail(Invalid.at("", "The body must be an object."))
  const reader = new Reader()
  reader.required(body, "model", "", reader.string)
  const messages = reader.required(body, "messages", "", reader.objects)
  if (messages?.length === 0 && reader.issues.length === 0) reader.issue("/messages", "`messages` must not be empty.")
  for (const [message, at] of messages ?? []) reader.required(message, "role", at, reader.string)
  for (const [key, least, most] of ranges) checkRange(reader, body, key, least, most)
  reader.integer(body, "max_tokens", "")
  reader.array(body, "tools", "")
  reader.string(body, "reasoning_effort", "")
  for (const key of objects) reader.object(body, key, "")
  for (const key of booleans) reader.boolean(body, key, "")
  checkChoice(reader, body)
  const [first, ...more]: readonly Issue[] = reader.issues
  return first === undefined ? succeed(undefined) : fail(new Invalid([first, ...more]))
}

const checkRange = (reader: Reader, body: JsonObject, key: string, least: number, most: number): void => {
  const value = reader.number(body, key, "")
  if (value !== undefined && (value < least || value > most)) {
    reader.issue(below("", key), `\`${key}\` must be between ${least} and ${most}.`)
  }
}

const checkChoice = (reader: Reader, body: JsonObject): void => {
  const value = body["tool_choice"]
  if (value === undefined || value === null || typeof value === "string" || isObject(value)) return
  reader.issue("/tool_choice", "`tool_choice` must be a string or an object.")
}
