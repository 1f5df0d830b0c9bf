import { isArray, isObject, type Json, type JsonObject } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"

const roles: ReadonlySet<string> = new Set(["user", "assistant", "system"])

/** What must hold of messages: their roles, the types of what they hold, and that every result answers an earlier call. */
export const checkMessages = (reader: Reader, body: JsonObject): void => {
  const messages = reader.required(body, "messages", "", reader.array)
  if (messages?.length === 0) reader.issue("/messages", "`messages` must hold at least one message.")
  const called = new Set<string>()
  messages?.forEach((message, index) => checkMessage(reader, message, `/messages/${index}`, called))
}

const checkMessage = (reader: Reader, message: Json, at: Pointer, called: Set<string>): void => {
  if (!isObject(message)) return reader.issue(at, noObject)
  const { role, content } = message
  if (typeof role !== "string") reader.required(message, "role", at, reader.string)
  else if (!roles.has(role)) reader.issue(below(at, "role"), "`role` must be user, assistant or system.")
  if (typeof content === "string") return
  if (isArray(content)) {
    return content.forEach((block, index) => checkBlock(reader, block, `${at}/content/${index}`, called))
  }
  if ((content ?? null) !== null)
    reader.issue(below(at, "content"), "`content` must be a string or an array of blocks.")
  else if (role !== "system") reader.issue(at, "`content` is required.")
}

const noObject = "This item must be an object."

const checkBlock = (reader: Reader, block: Json, at: Pointer, called: Set<string>): void => {
  if (!isObject(block)) return reader.issue(at, noObject)
  switch (block["type"]) {
    case "text":
      return void reader.required(block, "text", at, reader.string)
    case "image":
      return checkImage(reader, block, at)
    case "tool_use":
      return checkCall(reader, block, at, called)
    case "tool_result":
      return checkResult(reader, block, at, called)
    default:
      return typeof block["type"] === "string" ? undefined : void reader.required(block, "type", at, reader.string)
  }
}

const checkImage = (reader: Reader, block: JsonObject, at: Pointer): void => {
  const source = reader.required(block, "source", at, reader.object)
  if (source?.["type"] === "base64" && source["data"] === "")
    reader.issue(`${at}/source/data`, "The image holds no data.")
}

const checkCall = (reader: Reader, block: JsonObject, at: Pointer, called: Set<string>): void => {
  const id = reader.required(block, "id", at, reader.string)
  if (id === undefined) return
  if (called.has(id)) reader.issue(at, "Another call has the same `id`.")
  called.add(id)
}

const checkResult = (reader: Reader, block: JsonObject, at: Pointer, called: ReadonlySet<string>): void => {
  const id = reader.required(block, "tool_use_id", at, reader.string)
  if (id !== undefined && !called.has(id)) reader.issue(at, "No call before this result has its `tool_use_id`.")
  const content = block["content"] ?? null
  if (content !== null && typeof content !== "string" && !isArray(content))
    reader.issue(below(at, "content"), "`content` must be a string or an array of blocks.")
}
