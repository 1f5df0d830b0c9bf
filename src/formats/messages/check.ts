import { Invalid } from "../../words/invalid.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../words/json.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result, succeed } from "../../words/result.ts"
import { checkMessages } from "./check-messages.ts"

/**
 * What the endpoint's own table says of a body: `model`, `messages` and `max_tokens` are required, ranges are closed,
 * types are strict. Members and values that the table does not know pass. Null is absent.
 */
export const check = (body: Json): Result<undefined, Invalid> => {
  if (!isObject(body)) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new Reader()
  reader.required(body, "model", "", reader.string)
  checkMessages(reader, body)
  const maxTokens = reader.required(body, "max_tokens", "", reader.integer)
  if (maxTokens !== undefined && maxTokens <= 0) reader.issue("/max_tokens", "`max_tokens` must be greater than 0.")
  for (const key of Object.keys(body)) checks.get(key)?.(reader, body, key)
  const [first, ...more] = reader.issues
  return first === undefined ? succeed(undefined) : fail(new Invalid([first, ...more]))
}

type Check = (reader: Reader, body: JsonObject, key: string) => unknown

const isShare: Check = (reader, body, key) => {
  const value = reader.number(body, key, "")
  if (value !== undefined && (value < 0 || value > 1)) reader.issue(`/${key}`, `\`${key}\` must be between 0 and 1.`)
}

const isAnObject: Check = (reader, body, key) => reader.object(body, key, "")

const checkSystem: Check = (reader, body) => {
  const { system } = body
  if (isArray(system)) reader.objects(body, "system", "")
  else if (typeof system !== "string" && (system ?? null) !== null) {
    reader.issue("/system", "`system` must be a string or an array of blocks.")
  }
}

const checkTools: Check = (reader, body) => {
  for (const [tool, at] of reader.objects(body, "tools", "") ?? []) {
    const type = reader.string(tool, "type", at)
    if (type !== undefined && type !== "custom") continue
    reader.required(tool, "name", at, reader.string)
    reader.required(tool, "input_schema", at, reader.object)
    reader.string(tool, "description", at)
  }
}

const checkChoice: Check = (reader, body) => {
  const choice = reader.object(body, "tool_choice", "")
  if (choice === undefined) return
  const type = reader.required(choice, "type", "/tool_choice", reader.string)
  if (type === "tool") reader.required(choice, "name", "/tool_choice", reader.string)
  reader.boolean(choice, "disable_parallel_tool_use", "/tool_choice")
}

const checkThinking: Check = (reader, body) => {
  const thinking = reader.object(body, "thinking", "")
  if (thinking === undefined) return
  const at = "/thinking"
  const type = reader.required(thinking, "type", at, reader.string)
  if (type === "enabled") reader.required(thinking, "budget_tokens", at, () => true)
  const budget = reader.integer(thinking, "budget_tokens", at)
  if (budget !== undefined && budget <= 1024) {
    reader.issue(`${at}/budget_tokens`, "`budget_tokens` must be greater than 1024.")
  }
}

const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["temperature", isShare],
  ["top_p", isShare],
  ["top_k", (reader, body, key) => reader.integer(body, key, "")],
  ["stream", (reader, body, key) => reader.boolean(body, key, "")],
  ["stop_sequences", (reader, body, key) => reader.strings(body, key, "")],
  ["service_tier", (reader, body, key) => reader.string(body, key, "")],
  ["mcp_servers", (reader, body, key) => reader.objects(body, key, "")],
  ["system", checkSystem],
  ["tools", checkTools],
  ["tool_choice", checkChoice],
  ["thinking", checkThinking],
  ["metadata", isAnObject],
  ["context_management", isAnObject],
  ["cache_control", isAnObject],
  ["output_config", isAnObject],
  ["output_format", isAnObject]
])
