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
  for (const key of Object.keys(body)) checkMember(reader, body, key)
  const [first, ...more] = reader.issues
  return first === undefined ? succeed(undefined) : fail(new Invalid([first, ...more]))
}

const checkMember = (reader: Reader, body: JsonObject, key: string): unknown => {
  switch (key) {
    case "temperature":
    case "top_p":
      return checkShare(reader, body, key)
    case "top_k":
      return reader.integer(body, key, "")
    case "stream":
      return reader.boolean(body, key, "")
    case "stop_sequences":
      return reader.strings(body, key, "")
    case "system":
      return checkSystem(reader, body)
    case "tools":
      return checkTools(reader, body)
    case "tool_choice":
      return checkChoice(reader, body)
    case "thinking":
      return checkThinking(reader, body)
    case "metadata":
    case "context_management":
    case "cache_control":
    case "output_config":
    case "output_format":
      return reader.object(body, key, "")
    case "mcp_servers":
      return reader.objects(body, key, "")
    case "service_tier":
      return reader.string(body, key, "")
    default:
      return undefined
  }
}

const checkShare = (reader: Reader, body: JsonObject, key: string): void => {
  const value = reader.number(body, key, "")
  if (value !== undefined && (value < 0 || value > 1))
    reader.issue(below("", key), `\`${key}\` must be between 0 and 1.`)
}

const checkMessages = (reader: Reader, body: JsonObject): void => {
  const messages = reader.required(body, "messages", "", reader.array)
  if (messages === undefined) return
  if (messages.length === 0) reader.issue("/messages", "`messages` must hold at least one message.")
  for (let index = 0; index < messages.length; index++) checkMessage(reader, messages[index], index)
}

const checkMessage = (reader: Reader, message: Json | undefined, index: number): void => {
  const at = `/messages/${index}`
  if (!isObject(message)) return void reader.issue(at, "This item must be an object.")
  if (typeof message["role"] !== "string") reader.required(message, "role", at, reader.string)
  if (message["role"] !== "system" || (message["content"] ?? null) !== null) checkContent(reader, message, at)
}

const checkContent = (reader: Reader, message: JsonObject, at: Pointer): void => {
  const content = message["content"]
  if (typeof content === "string") return
  if (content === undefined || content === null) return void reader.issue(at, "`content` is required.")
  if (!isArray(content))
    return void reader.issue(below(at, "content"), "`content` must be a string or an array of blocks.")
  for (let index = 0; index < content.length; index++) {
    const block = content[index]
    if (!isObject(block)) reader.issue(`${at}/content/${index}`, "This item must be an object.")
    else if (typeof block["type"] !== "string") reader.required(block, "type", `${at}/content/${index}`, reader.string)
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
}

const checkChoice = (reader: Reader, body: JsonObject): void => {
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
