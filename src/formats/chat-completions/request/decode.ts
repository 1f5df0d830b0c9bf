import { checkCalls, checkSizes } from "../../../core/chat/request-checks.ts"
import { restoreCarriedCalls } from "../../../core/chat/carried-calls.ts"
import type { ChatRequest, ToolDefinition } from "../../../core/chat/chat.ts"
import type { ReplyPreferences, WireRequest, DecodedRequest } from "../../../core/format.ts"
import type { Invalid, Result } from "../../../core/errors/invalid.ts"
import { isObject, type JsonObject } from "../../../core/json/json.ts"
import type { Translated } from "../../../core/notes/note.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"
import { hoisted } from "../hoist.ts"
import { objectOf } from "../reading.ts"
import { note } from "../rules.ts"
import { readMessages } from "./messages-decode.ts"
import { Root } from "./root.ts"
import { readSettings } from "./settings.ts"
import { checkUnread } from "./unread.ts"

/** A request body as a chat, and how its client wants the answer. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = objectOf(call.body)
  if (!body.ok) return body
  return hoisted(body.value, call.names, (settled) => {
    const root = new Root(settled, new IssueReader(), call.names)
    const request = readRequest(root, call)
    return root.reader.settled({ request, asked: askedOf(root, request) })
  })
}

const readRequest = (root: Root, call: WireRequest): ChatRequest => {
  const { from, reader } = root
  const model = from.required("model", reader.string) ?? call.model
  const messages = readMessages(from)
  checkCalls(reader, messages, "message")
  const request: MutableDraft<ChatRequest> = {
    model,
    messages: restoreCarriedCalls(messages, (at) => note(reader, "carrier-ignored", at)),
    at: ""
  }
  readSettings(root, request)
  checkSizes(reader, request)
  checkUnread(root)
  call.names.thinkingToContent.forEach((key) => from.boolean(key))
  root.keepOn(request)
  return request
}

const askedOf = (root: Root, request: ChatRequest): ReplyPreferences => {
  const { reader, body, names } = root
  const options = isObject(body["stream_options"]) ? body["stream_options"] : noMembers
  const inContent = names.thinkingToContent.some((key) => body[key] === true)
  return {
    stream: reader.boolean(body, "stream", "") ?? false,
    usage: options["include_usage"] === true,
    thinking: inContent ? "content" : request.thinking?.visible === false ? "hidden" : "field",
    customTools: request.tools === undefined ? none : customNames(request.tools),
    legacyTools: body["functions"] !== undefined && body["functions"] !== null && !isDeclared(body)
  }
}

const none: readonly string[] = []

const customNames = (tools: readonly ToolDefinition[]): readonly string[] =>
  tools.filter((tool) => tool.type === "custom").map(({ name }) => name)

const noMembers: JsonObject = {}

const isDeclared = (body: JsonObject): boolean => body["tools"] !== undefined && body["tools"] !== null
