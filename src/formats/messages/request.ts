import { isReadableObject, settleBrokenCalls } from "../../core/chat/tool-calls.ts"
import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import { restoreCarriedCalls } from "../../core/chat/carried-calls.ts"
import type { ChatRequest } from "../../core/chat/chat.ts"
import { encodedRequest, checkCalls, checkSizes } from "../../core/chat/codec.ts"
import type { NativeExtras, StateRef } from "../../core/chat/node.ts"
import { placeOf, type Refused, type Translated } from "../../core/notes/note.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import {
  type DecodedRequest,
  defaultReplyPreferences,
  type EncodedRequest,
  type RequestTarget,
  type WireRequest
} from "../../core/format.ts"
import {
  isJsonObjectBuilder,
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isArray,
  isItems,
  type JsonTemplate,
  JsonText,
  objectOr
} from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  consumed,
  decodeCacheControl,
  type EncodeContext,
  encodeContext,
  inRequest,
  settleCacheMarks,
  note,
  noteField,
  noteLeftovers,
  restore
} from "./context.ts"
import { encodeMessages } from "./messages-encode.ts"
import { decodeMessages } from "./messages-decode.ts"
import { type EncodedOutputFormat, encodeOutputFormat, decodeSettings, encodeSettings, places } from "./settings.ts"
import { rules } from "./rules.ts"
import {
  type EncodedThinking,
  encodeThinking,
  forcesWhileThinking,
  isThinkingVerbatim,
  thinks,
  withoutThinking
} from "./thinking.ts"
import { decodeToolChoice, encodeToolChoice, forcesCall, withParallel } from "./tool-choice.ts"
import { decodeTools, encodeTools } from "./tools.ts"
import { betaHeader, betasFor, defaultMaxTokens, id, ownVendor } from "./wire.ts"

/** Reads a request. What is wrong with it is found all at once. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = bodyObject(call.body)
  if (!body.ok) return body
  const reader = new IssueReader()
  const request = decodeChat(new ObjectReader(reader, body.value, "", inRequest), call)
  const thinking = request.thinking?.visible === "omitted" ? "hidden" : "field"
  return reader.settled({
    request,
    asked: { ...defaultReplyPreferences, stream: body.value["stream"] === true, usage: true, thinking }
  })
}

const decodeChat = (body: ObjectReader, call: WireRequest): ChatRequest => {
  const { reader } = body
  const model = body.required("model", reader.string) ?? call.model
  const messages = decodeMessages(body)
  const refs = decodeRefs(body)
  // the calls of results may be in the part of the history that the vendor holds
  const isHeld = refs.some(({ kind }) => kind === "response")
  checkCalls(reader, messages, isHeld)
  const request: MutableDraft<ChatRequest> = {
    at: "",
    places,
    model,
    messages: restoreCarriedCalls(messages, (at) => reader.notes.push(rules.note("opaque-mismatch", at)))
  }
  setDefined(request, "tools", decodeTools(body))
  decodeToolChoice(body, request)
  decodeSettings(body, request)
  checkSizes(reader, request)
  setDefined(request, "autoCache", decodeCacheControl(body))
  if (refs.length > 0) request.refs = refs
  body.boolean("stream")
  const consumed = decodeConsumed(body, call)
  body.attachUnknown(request)
  const native: MutableDraft<NativeExtras> = { format: id, ...request.native }
  if (consumed.size > 0) native.consumed = consumed
  // of what a beta enables each member has a note of its own
  if (consumed.has(betaHeader)) native.untold = noBetas
  if (body.reader.spelled.size > 0) native.spelled = body.reader.spelled
  request.native = native
  return request
}

const noBetas: ReadonlyMap<JsonPointer, string> = new Map([["", "bookkeeping/betas"]])

const decodeRefs = (body: ObjectReader): readonly StateRef[] => {
  const refs: StateRef[] = []
  const container = objectOr(body.object["container"])
  body.markEmpty("container")
  const held = container === undefined ? body.string("container") : body.reader.string(container, "id", "/container")
  const skills = container?.["skills"]
  if (held !== undefined) refs.push({ vendor: ownVendor, kind: "container", id: held, at: "/container" })
  else if (isArray(skills) && skills.length > 0)
    refs.push({ vendor: ownVendor, kind: "container", id: "", at: "/container/skills" })
  const thread = body.reader.object(body.object, "thread", "")
  if (thread !== undefined) {
    const previous = body.reader.string(thread, "previous_message_id", "/thread")
    refs.push({ vendor: ownVendor, kind: "response", id: previous ?? "", at: "/thread" })
  }
  return refs
}

/** Members that were read and are written in another way by default, and the header: this format writes them back. */
const decodeConsumed = (body: ObjectReader, call: WireRequest): ReadonlyMap<string, JsonText> => {
  const consumed = new Map<string, JsonText>()
  for (const key of ["container", "thread", "stream"]) {
    const member = body.json(key)
    if (member !== undefined) consumed.set(key, member)
  }
  const betas = call.headers[betaHeader]
  if (betas !== undefined && betas !== "") consumed.set(betaHeader, JsonText.of(betas))
  return consumed
}

/** Writes a request for a target, with what its answer must reverse. What cannot be sent at all is refused. */
export const encodeRequest = (
  asked: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const { request, broken } = settleBrokenCalls(asked, isReadableObject)
  const to = encodeContext(request, target)
  for (const { rule, path } of broken) note(to, rule, path)
  const { maxTokens = target.maxTokens ?? defaultMaxTokens } = request
  if (request.maxTokens === undefined) note(to, "max-tokens", "")
  const out: JsonObjectBuilder = { model: target.model, max_tokens: maxTokens }
  const format = encodeChat(to, out, maxTokens)
  encodeSettings(to, out)
  const stream = target.stream ?? consumed(request, "stream")?.value === true
  if (stream || consumed(request, "stream") !== undefined) out["stream"] = stream
  restore(out, request)
  noteLeftovers(to, request)
  settleCacheMarks(to)
  const sent = consumed(request, betaHeader)?.value
  const betas = betasFor(out, typeof sent === "string" ? sent : undefined)
  const headers = betas === undefined ? {} : { [betaHeader]: betas }
  return encodedRequest(to, out, { stream, headers, output: format.reply, properties: to.properties })
}

/** Writes tools first, because cache marks count in this order: tools, system, messages. */
const encodeChat = (to: EncodeContext, out: JsonObjectBuilder, maxTokens: number): EncodedOutputFormat => {
  const tools = encodeTools(to)
  const format = encodeOutputFormat(to, tools)
  const conversation = encodeMessages(to, format.line === undefined ? [] : [format.line])
  out["system"] = conversation.system
  out["messages"] = conversation.messages
  settleFirst(to, conversation.messages)
  const choice = format.choice === undefined ? encodeToolChoice(to, tools) : withParallel(to, format.choice)
  let asking = encodeThinking(to, maxTokens)
  if (thinks(asking) && !isThinkingVerbatim(to)) asking = settleThinking(to, asking, choice, conversation.messages)
  settlePrefill(to, conversation.messages, format.format !== undefined)
  const declared = format.tool === undefined ? tools.tools : [...(tools.tools ?? []), format.tool]
  out["tools"] = declared
  out["tool_choice"] = choice
  encodeThinkingAndFormat(out, asking, format)
  out["mcp_servers"] = tools.servers
  return format
}

const settleFirst = (to: EncodeContext, messages: readonly JsonObjectBuilder[]): void => {
  const first = messages.find((message) => message["role"] !== "system")
  if (first === undefined) noteField(to, "no-messages", to.request, "messages")
  else if (first["role"] === "assistant") note(to, "assistant-first", conversationPlace(to.request))
}

/** Where its client said a conversation, whatever its format calls it. */
const conversationPlace = (request: ChatRequest): JsonPointer => {
  const { at = "" } = request.messages.find(({ role }) => role !== "system") ?? {}
  return /^(.+)\/\d+$/.exec(at)?.[1] ?? placeOf(request, "messages")
}

const encodeThinkingAndFormat = (
  out: JsonObjectBuilder,
  { thinking, effort }: EncodedThinking,
  { format }: EncodedOutputFormat
): void => {
  out["thinking"] = thinking
  if (effort !== undefined || format !== undefined) out["output_config"] = { effort, format }
}

/** What a request asks for besides thinking, where both cannot be had, wins over thinking. */
const settleThinking = (
  to: EncodeContext,
  asking: EncodedThinking,
  choice: JsonObjectBuilder | undefined,
  messages: readonly JsonObjectBuilder[]
): EncodedThinking => {
  if (forcesCall(choice) && !forcesWhileThinking(to)) {
    return withoutThinking(to, asking, "Thinking cannot go with a forced call.")
  }
  if (messages.at(-1)?.["role"] === "assistant" && !to.own) {
    return withoutThinking(to, asking, "Thinking cannot go with a message that is continued.")
  }
  if (asking.thinking?.["type"] === "enabled" && lacksThinking(messages)) {
    return withoutThinking(to, asking, "The open calls came without their thinking.")
  }
  return asking
}

/** Whether the conversation ends in results of calls whose turn does not begin with thinking. */
const lacksThinking = (messages: readonly JsonObjectBuilder[]): boolean => {
  const before = messages.at(-2)
  if (messages.at(-1)?.["role"] !== "user" || before?.["role"] !== "assistant") return false
  const blocks = typesOf(before["content"])
  return blocks.includes("tool_use") && blocks[0] !== "thinking" && blocks[0] !== "redacted_thinking"
}

const typesOf = (content: JsonTemplate): readonly JsonTemplate[] =>
  isItems(content) ? content.map((block) => (isJsonObjectBuilder(block) ? block["type"] : undefined)) : []

/** Settles a conversation whose last message is the assistant's: the answer goes on where it ends. */
const settlePrefill = (to: EncodeContext, messages: readonly JsonObjectBuilder[], formed: boolean): void => {
  const last = messages.at(-1)
  if (last?.["role"] !== "assistant") return
  const at = to.request.messages.at(-1)?.at
  if (to.target.prefill === false || (formed && !to.own)) return note(to, "no-prefill", at)
  if (!to.own) note(to, "prefill", at)
  if (trimEnd(last, "content")) note(to, "prefill/space", at)
}

/** Takes white space off the end of a text, or of the last of some blocks; whether there was any. */
const trimEnd = (out: JsonObjectBuilder, key: "content" | "text"): boolean => {
  const value = out[key]
  if (isItems(value)) {
    const last = value.at(-1)
    return isJsonObjectBuilder(last) && trimEnd(last, "text")
  }
  const trimmed = typeof value === "string" ? value.trimEnd() : ""
  if (trimmed === value || trimmed === "") return false
  out[key] = trimmed
  return true
}
