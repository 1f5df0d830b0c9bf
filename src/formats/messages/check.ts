import { Invalid } from "../../words/invalid.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result, succeed } from "../../words/result.ts"

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
  checkShare(reader, body, "temperature")
  checkShare(reader, body, "top_p")
  reader.integer(body, "top_k", "")
  reader.boolean(body, "stream", "")
  reader.strings(body, "stop_sequences", "")
  checkSystem(reader, body)
  checkTools(reader, body)
  checkThinking(reader, body)
  for (const key of objects) reader.object(body, key, "")
  reader.objects(body, "mcp_servers", "")
  reader.string(body, "service_tier", "")
  const [first, ...more] = reader.issues
  return first === undefined ? succeed(undefined) : fail(new Invalid([first, ...more]))
}

const objects = ["metadata", "context_management", "cache_control", "output_config", "output_format"] as const

const checkShare = (reader: Reader, body: JsonObject, key: string): void => {
  const value = reader.number(body, key, "")
  if (value !== undefined && (value < 0 || value > 1))
    reader.issue(below("", key), `\`${key}\` must be between 0 and 1.`)
}

const checkMessages = (reader: Reader, body: JsonObject): void => {
  const messages = reader.required(body, "messages", "", reader.array)
  if (messages === undefined) return
  if (messages.length === 0) reader.issue("/messages", "`messages` must hold at least one message.")
  for (const [index, message] of messages.entries()) {
    const at = below("/messages", index)
    if (!isObject(message)) {
      reader.issue(at, "This item must be an object.")
      continue
    }
    reader.required(message, "role", at, reader.string)
    if (message["role"] !== "system" || (message["content"] ?? null) !== null) checkContent(reader, message, at)
  }
}

const checkContent = (reader: Reader, message: JsonObject, at: Pointer): void => {
  const content = message["content"]
  if (typeof content === "string") return
  if (content === undefined || content === null) return void reader.issue(at, "`content` is required.")
  if (!isArray(content))
    return void reader.issue(below(at, "content"), "`content` must be a string or an array of blocks.")
  for (const [index, block] of content.entries()) {
    const path = below(below(at, "content"), index)
    if (!isObject(block)) reader.issue(path, "This item must be an object.")
    else reader.required(block, "type", path, reader.string)
  }
}

const checkSystem = (reader: Reader, body: JsonObject): void => {
  const system = body["system"]
  if (system === undefined || system === null || typeof system === "string") return
  if (!isArray(system)) return void reader.issue("/system", "`system` must be a string or an array of blocks.")
  reader.objects(body, "system", "")
}

const checkTools = (reader: Reader, body: JsonObject): void => {
  for (const [tool, at] of reader.objects(body, "tools", "") ?? []) {
    const type = reader.string(tool, "type", at)
    if (type !== undefined && type !== "custom") continue
    reader.required(tool, "name", at, reader.string)
    reader.required(tool, "input_schema", at, reader.object)
    reader.string(tool, "description", at)
  }
  const choice = reader.object(body, "tool_choice", "")
  if (choice === undefined) return
  const type = reader.required(choice, "type", "/tool_choice", reader.string)
  if (type === "tool") reader.required(choice, "name", "/tool_choice", reader.string)
  reader.boolean(choice, "disable_parallel_tool_use", "/tool_choice")
}

const checkThinking = (reader: Reader, body: JsonObject): void => {
  const thinking = reader.object(body, "thinking", "")
  if (thinking === undefined) return
  const type = reader.required(thinking, "type", "/thinking", reader.string)
  const budget =
    type === "enabled"
      ? reader.required(thinking, "budget_tokens", "/thinking", reader.integer)
      : reader.integer(thinking, "budget_tokens", "/thinking")
  if (budget !== undefined && budget <= 1024) {
    reader.issue("/thinking/budget_tokens", "`budget_tokens` must be greater than 1024.")
  }
}
