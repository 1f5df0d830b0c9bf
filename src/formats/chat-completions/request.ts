import { settleBrokenCalls } from "../../core/chat/tool-calls.ts"
import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import { checkCalls, checkSizes } from "../../core/chat/request-checks.ts"
import { restoreCarriedCalls } from "../../core/chat/carried-calls.ts"
import type { ChatRequest, ToolDefinition } from "../../core/chat/chat.ts"
import {
  type ReplyPreferences,
  type WireRequest,
  type DecodedRequest,
  type EncodedRequest,
  type RequestTarget,
  type ReplyContext,
  wireNames
} from "../../core/format.ts"
import { type Invalid, type Result, fail, succeed } from "../../core/errors/invalid.ts"
import { isObject, type JsonObject, JsonText, type JsonTemplate } from "../../core/json/json.ts"
import { type Translated, Refused } from "../../core/notes/note.ts"
import type { MutableDraft, JsonObjectBuilder } from "../../core/json/builder.ts"
import { DecodeContext, ownNative, restoreOwn, EncodeContext } from "./context.ts"
import { note } from "./rules.ts"
import { decodeMessages } from "./messages-decode.ts"
import { decodeSettings, encodeSettings } from "./settings.ts"
import { encodeMessages } from "./messages-encode.ts"
import { checkMembers, memberChecks, objectWith, isCount, isFlag, isText } from "../../core/reading/member-checks.ts"
import { hoistMembers } from "./hoisted-members.ts"

/** A request body as a chat, and how its client wants the answer. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = bodyObject(call.body)
  if (!body.ok) return body
  return hoistMembers(body.value, call.names, (settled) => {
    const root = new DecodeContext(settled, new IssueReader(), call.names)
    const request = readRequest(root, call)
    return root.reader.settled({ request, asked: askedOf(root, request) })
  })
}

const readRequest = (root: DecodeContext, call: WireRequest): ChatRequest => {
  const { from, reader } = root
  const model = from.required("model", reader.string) ?? call.model
  const messages = decodeMessages(from)
  checkCalls(reader, messages, "message")
  const request: MutableDraft<ChatRequest> = {
    model,
    messages: restoreCarriedCalls(messages, (at) => note(reader, "opaque-mismatch", at)),
    at: ""
  }
  decodeSettings(root, request)
  checkUnread(root)
  call.names.thinkingToContent.forEach((key) => from.boolean(key))
  root.keepOn(request)
  checkSizes(reader, request)
  return request
}

const askedOf = (root: DecodeContext, request: ChatRequest): ReplyPreferences => {
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

/** A chat as a request body. Out stand in one order: model, messages, tools, limits, sampling, forms, options. */
export const encodeRequest = (
  asked: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const { request, broken } = settleBrokenCalls(asked)
  const writing = new EncodeContext(target, request)
  for (const { rule, path } of broken) writing.note(rule, path)
  const body = writeBody(writing, request)
  const refused = Refused.among(writing.notes)
  if (refused !== undefined) return fail(refused)
  const stream = body["stream"] === true
  const call = { model: target.model, stream, headers: {}, body: JsonText.tree(body), names: target.names ?? wireNames }
  const reply: MutableDraft<ReplyContext> = { names: writing.names, customTools: writing.customTools }
  if (target.vendor !== undefined) reply.vendor = target.vendor
  return succeed({ value: { call, undo: reply, needs: writing.needs }, notes: writing.notes })
}

const writeBody = (writing: EncodeContext, request: ChatRequest): JsonObjectBuilder => {
  const body: JsonObjectBuilder = { model: writing.target.model, messages: encodeMessages(writing, request.messages) }
  encodeSettings(writing, request, body)
  writing.leftovers(request)
  restoreOwn(body, request)
  for (const [path, numeral] of ownNative(request)?.spelled ?? []) respell(body, path, numeral)
  return body
}

/** Puts a number's own spelling back where the number is still the same. */
const respell = (body: JsonObjectBuilder, path: string, numeral: string): void => {
  const key = path.slice(1)
  const value: JsonTemplate = Object.hasOwn(body, key) ? body[key] : undefined
  if (typeof value === "number" && value === Number(numeral)) body[key] = JsonText.source(numeral)
}

/** Members that cross unread, and what must hold of them where they are there. */
const unread = memberChecks({
  parameters: objectWith({
    incremental_output: isFlag,
    enable_search: isFlag,
    search_options: objectWith({ region: isText, recency_days: isCount }),
    asr_options: objectWith({ language: isText })
  })
})

/** Checks the members of a body that cross unread. */
const checkUnread = ({ reader, body }: DecodeContext): void => checkMembers(reader, body, "", unread)
