import { given, isArray, isBase64, isObject, listAt, member, objectsAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import type { Problem } from "../../refusal.ts"
import type { ChatRefusal, Context } from "../context.ts"
import { refusal } from "../refusing.ts"
import { imageTypes, partsOf } from "../wire.ts"

const roleOf = (message: JsonObject | undefined): string => textAt(message, "role") ?? ""

const callIds = (message: JsonObject | undefined): readonly string[] =>
  objectsAt(message, "tool_calls").map((call) => textAt(call, "id") ?? "")

/** The ids that the tool messages right after a message answer. */
const answeredAfter = (messages: readonly JsonObject[], index: number): readonly string[] => {
  const rest = messages.slice(index + 1)
  const end = rest.findIndex((message) => roleOf(message) !== "tool")
  return rest.slice(0, end < 0 ? rest.length : end).map((message) => textAt(message, "tool_call_id") ?? "")
}

/** The message that a run of tool messages stands after. */
const callerOf = (messages: readonly JsonObject[], index: number): JsonObject | undefined =>
  messages.slice(0, index).findLast((message) => roleOf(message) !== "tool")

const eachPart = (context: Context, check: (part: JsonObject, at: string, role: string) => Problem | undefined) =>
  firstOf(context.messages, (message, index) =>
    firstOf(objectsAt(message, "content"), (part, place) =>
      check(part, `messages[${index}].content[${place}]`, roleOf(message))
    )
  )

const badImage = (url: string): boolean => {
  if (!url.startsWith("data:")) return !/^https?:\/\//.test(url)
  const [, type = "", data = ""] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  return !imageTypes.has(type) || !isBase64(data)
}

/** Roles, contents, and how calls and results follow each other. */
export const messageRefusals: readonly ChatRefusal[] = [
  refusal("empty-messages", "the list of messages is empty", "empty_array", ({ body }) =>
    when(
      listAt(body, "messages").length === 0,
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      "messages"
    )
  ),
  refusal("message-shape", "a message is not an object", "invalid_type", ({ body }) =>
    firstOf(listAt(body, "messages"), (message, index) =>
      when(!isObject(message), `Invalid type for 'messages[${index}]': expected an object.`, `messages[${index}]`)
    )
  ),
  refusal("bad-role", "a role is none of the vendor's", "invalid_value", ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        !partsOf.has(roleOf(message)),
        `Invalid value: '${roleOf(message)}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`,
        `messages[${index}].role`
      )
    )
  ),
  refusal("missing-content", "a message without calls has no content", null, ({ messages }) =>
    firstOf(messages, (message, index) => {
      const content = given(message, "content")
      const spoken = ["tool_calls", "function_call", "refusal", "audio"].some(
        (key) => given(message, key) !== undefined
      )
      const optional = roleOf(message) === "assistant" && spoken
      const right = typeof content === "string" || isArray(content)
      return when(
        !right && !(content === undefined && optional) && roleOf(message) !== "function",
        "Invalid value for 'content': expected a string, got null.",
        `messages.[${index}].content`
      )
    })
  ),
  refusal("unknown-part", "a content part has an unknown type", "invalid_value", (context) =>
    eachPart(context, (part, at) =>
      when(
        ![...partsOf.values()].some((kinds) => kinds.has(textAt(part, "type") ?? "")),
        `Invalid value: '${textAt(part, "type") ?? ""}'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', and 'file'.`,
        `${at}.type`
      )
    )
  ),
  refusal("misplaced-part", "a content part does not belong in a message of this role", "invalid_value", (context) =>
    eachPart(context, (part, at, role) =>
      when(
        partsOf.get(role)?.has(textAt(part, "type") ?? "") === false,
        textAt(part, "type") === "image_url"
          ? `Invalid '${at.replace(/\.content.*/, "")}'. Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`
          : `Invalid '${at}': '${textAt(part, "type") ?? ""}' is not allowed for messages with role '${role}'.`,
        at
      )
    )
  ),
  refusal(
    "image-data",
    "an image is neither a web address nor base64 of a type that the vendor reads",
    "invalid_image_format",
    (context) =>
      eachPart(context, (part, at) =>
        when(
          textAt(part, "type") === "image_url" && badImage(textAt(part, "image_url", "url") ?? ""),
          "You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one of the following formats: ['png', 'jpeg', 'gif', 'webp'].",
          at
        )
      )
  ),
  refusal("audio-format", "a recording is neither wav nor mp3", "invalid_value", (context) =>
    eachPart(context, (part, at) =>
      when(
        textAt(part, "type") === "input_audio" && !["wav", "mp3"].includes(textAt(part, "input_audio", "format") ?? ""),
        "Invalid value. Supported values are: 'wav' and 'mp3'.",
        `${at}.input_audio.format`
      )
    )
  ),
  /** @see https://github.com/openai/openai-agents-python/pull/1513 data without a name count for nothing (2025-08) */
  refusal("empty-file", "a file has neither an id nor data with a name", "missing_required_parameter", (context) =>
    eachPart(context, (part, at) =>
      when(
        textAt(part, "type") === "file" &&
          !textAt(part, "file", "file_id") &&
          !(textAt(part, "file", "file_data") && textAt(part, "file", "filename")),
        `Missing required parameter: '${at}.file.file_id'.`,
        `${at}.file.file_id`
      )
    )
  ),
  refusal("missing-call-id", "a tool message names no call", "missing_required_parameter", ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        roleOf(message) === "tool" && textAt(message, "tool_call_id") === undefined,
        `Missing required parameter: 'messages[${index}].tool_call_id'.`,
        `messages[${index}].tool_call_id`
      )
    )
  ),
  refusal("orphan-tool-message", "a tool message answers no call of the message before its run", null, ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        roleOf(message) === "tool" &&
          !callIds(callerOf(messages, index)).includes(textAt(message, "tool_call_id") ?? ""),
        "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
        `messages.[${index}].role`
      )
    )
  ),
  refusal("unanswered-tool-call", "a call has no tool message right after it", null, ({ messages }) =>
    firstOf(messages, (message, index) => {
      const answered = answeredAfter(messages, index)
      const open = callIds(message).filter((id) => !answered.includes(id))
      return when(
        open.length > 0,
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
        `messages.[${index}].role`
      )
    })
  ),
  refusal("duplicate-tool-message", "a call has two tool messages", null, ({ messages }) =>
    firstOf(messages, (message, index) => {
      const answered = callIds(message).length > 0 ? answeredAfter(messages, index) : []
      const again = answered.findIndex((id, place) => answered.indexOf(id) < place)
      const first = index + 1 + answered.indexOf(answered[again] ?? "")
      const second = index + 1 + again
      return when(
        again >= 0,
        `Invalid parameter: Duplicate value for 'tool_call_id' of '${answered[again] ?? ""}', in messages[${first}] and messages[${second}].`,
        `messages.[${second}].tool_call_id`
      )
    })
  ),
  refusal("duplicate-call-id", "two calls of a message have one id", null, ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        new Set(callIds(message)).size < callIds(message).length,
        "Duplicate value for 'id'.",
        `messages[${index}].tool_calls`
      )
    )
  ),
  refusal("call-shape", "a call has no name, or arguments that are not text", "invalid_type", ({ messages }) =>
    firstOf(messages, (message, index) =>
      firstOf(objectsAt(message, "tool_calls"), (call, place) => {
        const right =
          textAt(call, "type") === "custom"
            ? textAt(call, "custom", "input") !== undefined && textAt(call, "custom", "name") !== undefined
            : textAt(call, "function", "arguments") !== undefined && textAt(call, "function", "name") !== undefined
        return when(
          !right,
          `Invalid type for 'messages[${index}].tool_calls[${place}]'.`,
          `messages[${index}].tool_calls[${place}]`
        )
      })
    )
  ),
  refusal("no-calls", "an assistant message has an empty list of calls", "empty_array", ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        isArray(member(message, "tool_calls")) && listAt(message, "tool_calls").length === 0,
        `Invalid 'messages[${index}].tool_calls': empty array. Expected an array with minimum length 1.`,
        `messages[${index}].tool_calls`
      )
    )
  ),
  refusal("unnamed-function-message", "a function message has no name", "missing_required_parameter", ({ messages }) =>
    firstOf(messages, (message, index) =>
      when(
        roleOf(message) === "function" && textAt(message, "name") === undefined,
        `Missing required parameter: 'messages[${index}].name'.`,
        `messages[${index}].name`
      )
    )
  )
]
