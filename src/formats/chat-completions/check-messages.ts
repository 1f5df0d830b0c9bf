import { isArray, isObject, type Json, type JsonObject } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import type { Reader } from "../../words/reader.ts"

/** The format's roles, and whether a message of each must have content. */
const roles: ReadonlyMap<string, boolean> = new Map([
  ["system", true],
  ["developer", true],
  ["user", true],
  ["assistant", false],
  ["tool", true],
  ["function", false]
])

/** What must hold of messages: their roles, the types of what they hold, and that every result answers an earlier call. */
export const checkMessages = (reader: Reader, messages: readonly Json[]): void => {
  const called = new Set<string>()
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index]
    if (!isObject(message)) reader.issue(`/messages/${index}`, noObject)
    else checkMessage(reader, message, index, called)
  }
}

const noObject = "This item must be an object."

const checkMessage = (reader: Reader, message: JsonObject, index: number, called: Set<string>): void => {
  const { role, content } = message
  const needsContent = typeof role === "string" ? roles.get(role) : undefined
  if (needsContent === undefined) return wrongRole(reader, message, `/messages/${index}`)
  if (isArray(content)) checkParts(reader, content, index)
  else if ((content ?? null) === null) {
    if (needsContent) reader.issue(`/messages/${index}`, "`content` is required.")
  } else if (typeof content !== "string")
    reader.issue(`/messages/${index}/content`, "`content` must be a string or an array of parts.")
  if (role === "assistant" && message["tool_calls"] !== undefined) checkCalls(reader, message, index, called)
  else if (role === "tool") checkResult(reader, message, index, called)
}

const wrongRole = (reader: Reader, message: JsonObject, at: Pointer): void => {
  if (reader.required(message, "role", at, reader.string) === undefined) return
  reader.issue(below(at, "role"), "`role` must be system, developer, user, assistant, tool or function.")
}

const checkParts = (reader: Reader, parts: readonly Json[], index: number): void => {
  for (let place = 0; place < parts.length; place++) {
    const part = parts[place]
    if (!isObject(part)) reader.issue(`/messages/${index}/content/${place}`, noObject)
    else if (typeof part["type"] !== "string")
      reader.required(part, "type", `/messages/${index}/content/${place}`, reader.string)
    else if (part["type"] === "image_url") checkImage(reader, part, `/messages/${index}/content/${place}`)
  }
}

const checkImage = (reader: Reader, part: JsonObject, at: Pointer): void => {
  const place = below(at, "image_url")
  const bare = part["image_url"]
  if (typeof bare === "string") return checkUrl(reader, bare, place)
  const image = reader.required(part, "image_url", at, reader.object)
  const url = image === undefined ? undefined : reader.required(image, "url", place, reader.string)
  if (url !== undefined) checkUrl(reader, url, below(place, "url"))
}

const checkUrl = (reader: Reader, url: string, at: Pointer): void => {
  if (/^data:[^,]*,$/.test(url)) reader.issue(at, "The data URL holds no data.")
}

const checkCalls = (reader: Reader, message: JsonObject, index: number, called: Set<string>): void => {
  const calls = reader.array(message, "tool_calls", `/messages/${index}`) ?? []
  const own = new Set<string>()
  calls.forEach((call, place) => {
    const at = `/messages/${index}/tool_calls/${place}`
    if (!isObject(call)) return reader.issue(at, noObject)
    const id = reader.required(call, "id", at, reader.string)
    if (id === undefined) return undefined
    if (own.has(id)) reader.issue(at, "Another call of this message has the same `id`.")
    own.add(id)
    called.add(id)
    return undefined
  })
}

const checkResult = (reader: Reader, message: JsonObject, index: number, called: ReadonlySet<string>): void => {
  const id = reader.required(message, "tool_call_id", `/messages/${index}`, reader.string)
  if (id !== undefined && !called.has(id))
    reader.issue(`/messages/${index}/tool_call_id`, "No call before this result has this id.")
}
