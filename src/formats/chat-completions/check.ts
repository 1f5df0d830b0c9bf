import { Invalid, type Issue } from "../../words/invalid.ts"
import { isObject, type Json, type JsonObject } from "../../words/json.ts"
import { below } from "../../words/pointer.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result, succeed } from "../../words/result.ts"
import { checkMessages } from "./check-messages.ts"

type Check = (reader: Reader, body: JsonObject, key: string) => void

const isText: Check = (reader, body, key) => void reader.string(body, key, "")
const isFlag: Check = (reader, body, key) => void reader.boolean(body, key, "")
const isCount: Check = (reader, body, key) => void reader.integer(body, key, "")
const isRecord: Check = (reader, body, key) => void reader.object(body, key, "")
const isList: Check = (reader, body, key) => void reader.array(body, key, "")

const isWithin =
  (least: number, most: number): Check =>
  (reader, body, key) => {
    const value = reader.number(body, key, "")
    if (value !== undefined && (value < least || value > most)) {
      reader.issue(below("", key), `\`${key}\` must be between ${least} and ${most}.`)
    }
  }

const isChoice: Check = (reader, body, key) => {
  const value = body[key]
  if (value === undefined || value === null || typeof value === "string" || isObject(value)) return
  reader.issue("/tool_choice", "`tool_choice` must be a string or an object.")
}

/** What must hold of the members that may be left out. Ranges are closed, both ends included. */
const checks: ReadonlyMap<string, Check> = new Map([
  ["temperature", isWithin(0, 2)],
  ["top_p", isWithin(0, 1)],
  ["max_tokens", isCount],
  ["tools", isList],
  ["reasoning_effort", isText],
  ["response_format", isRecord],
  ["thinking", isRecord],
  ["parameters", isRecord],
  ["extra_body", isRecord],
  ["generationConfig", isRecord],
  ["stream", isFlag],
  ["enable_thinking", isFlag],
  ["tool_choice", isChoice]
])

/** The endpoint's own limits: required members, their types, closed ranges. What is not known is never refused. */
export const check = (body: Json): Result<undefined, Invalid> => {
  if (!isObject(body)) return fail(Invalid.at("", "The body must be an object."))
  const reader = new Reader()
  reader.required(body, "model", "", reader.string)
  const messages = reader.required(body, "messages", "", reader.array)
  if (messages?.length === 0 && reader.issues.length === 0) reader.issue("/messages", "`messages` must not be empty.")
  if (messages !== undefined) checkMessages(reader, messages)
  for (const key of Object.keys(body)) checks.get(key)?.(reader, body, key)
  const [first, ...more]: readonly Issue[] = reader.issues
  return first === undefined ? succeed(undefined) : fail(new Invalid([first, ...more]))
}
