import {
  type JsonObject,
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isItems,
  isObject,
  JsonText,
  type JsonTemplate,
  isArray,
  type Json
} from "../../core/json/json.ts"
import { addLateText } from "../../core/json/late-text.ts"
import { restoreCarriedCalls } from "../../core/chat/carried-calls.ts"
import type { ChatRequest, ChatMessage, ContentPart } from "../../core/chat/chat.ts"
import { brokenOff } from "../../core/chat/tool-calls.ts"
import { encodedRequest, checkCalls, checkSizes } from "../../core/chat/codec.ts"
import type { StateRef } from "../../core/chat/node.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import type { DecodedRequest, EncodedRequest, ReplyPreferences, RequestTarget, WireRequest } from "../../core/format.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import {
  DecodeContext,
  type EncodeContext,
  encodeContext,
  ownNative,
  restore,
  consumed,
  isOwn,
  nameCalls
} from "./context.ts"
import { decodeMessages } from "./messages-decode.ts"
import { encodeMessages, noteRefs } from "./messages-encode.ts"
import { note, noteLeftovers } from "./rules.ts"
import { decodeSettings, encodeSettings } from "./settings.ts"
import { decodeThinking, encodeThinking } from "./thinking.ts"
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.ts"
import { isNamedCall } from "./tool-calls.ts"
import { customNames, type DecodedTools, decodeTools, encodeTools } from "./tools.ts"
import { ownVendor, id } from "./wire.ts"
import { parsedOrNull } from "../../core/json/value.ts"

/** A request body as a chat, and how its client wants the answer. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = bodyObject(call.body)
  if (!body.ok) return body
  const root = new DecodeContext(body.value, new IssueReader())
  const { reader, from } = root
  const model = from.required("model", reader.string) ?? call.model
  const { messages, refs, toolItems } = decodeMessages(root)
  root.place("messages", "/input")
  const held = heldState(root).concat(refs)
  checkCalls(reader, messages, held.length > 0)
  const { names, tools, calls } = decodeTools(root, toolItems)
  const request: MutableDraft<ChatRequest> = {
    model,
    messages: restoreCarriedCalls(nameCalls(messages, names), (at) => note(reader, "opaque-mismatch", at)),
    at: ""
  }
  setDefined(request, "tools", tools)
  if (held.length > 0) request.refs = held
  decodeToolChoice(root, request, names)
  decodeThinking(root, request)
  decodeSettings(root, request)
  checkSizes(reader, request)
  root.keepOn(request)
  return reader.settled({ request, asked: preferencesOf(root, request, calls) })
}

/** Members that name what the vendor holds, and where the id stands that does. */
const holding = [
  ["previous_response_id", "response"],
  ["conversation", "conversation"],
  ["prompt", "prompt"]
] as const

const heldState = ({ from, ownTexts }: DecodeContext): StateRef[] => {
  const refs: StateRef[] = []
  for (const [key, kind] of holding) {
    const text = from.json(key)
    if (text === undefined) continue
    ownTexts.set(key, text)
    const { value } = text
    const held = isObject(value) ? value["id"] : value
    if (typeof held === "string") refs.push({ vendor: ownVendor, kind, id: held, at: from.below(key) })
    else from.reader.issue(from.below(key), `\`${key}\` must ${kind === "response" ? "be a string" : "have an `id`"}.`)
  }
  return refs
}

/** The most UTF-16 code units that an answer repeats: each of a stream's heads is written with them. */
const mostEchoed = 512 * 1024

/** The members that an answer repeats. */
const echoed: ReadonlySet<string> = new Set([
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt_cache_key",
  "reasoning",
  "safety_identifier",
  "temperature",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "truncation",
  "user"
])

const preferencesOf = (
  { body }: DecodeContext,
  request: ChatRequest,
  calls: DecodedTools["calls"]
): ReplyPreferences => {
  const stream = body["stream"] === true
  const asked: MutableDraft<ReplyPreferences> = {
    stream,
    usage: true,
    thinking: request.thinking?.visible === false ? "hidden" : "field",
    customTools: customNames(request),
    legacyTools: false
  }
  if (calls.size > 0) asked.calls = calls
  // of a whole answer it is printed when that is told; a stream, open for long, holds the text alone
  if (stream) asked.echo = echoOf(body)
  else addLateText(asked, "echo", () => echoOf(body))
  return asked
}

/** What of a request its answer repeats: each member that there is room for behind those before it. */
const echoOf = (body: JsonObject): string => {
  let echo = ""
  for (const key in body) {
    if (!echoed.has(key) || body[key] === null) continue
    const member = `"${key}":${JsonText.member(body, key).text}`
    if (echo.length + member.length < mostEchoed) echo += echo === "" ? member : `,${member}`
  }
  return `{${echo}}`
}

/** A chat as a request body. */
export const encodeRequest = (
  request: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const lost = brokenOff(request.messages)
  const to = encodeContext(withoutParts(request, lost), target)
  for (const part of lost) if (part.type === "tool-call") note(to, "broken-off", part)
  const body = encodeBody(to)
  return encodedRequest(to, body, { stream: body["stream"] === true || isTrue(body["stream"]) })
}

const isTrue = (value: unknown): boolean => value instanceof JsonText && value.value === true

const encodeBody = (to: EncodeContext): JsonObjectBuilder => {
  const { request, target } = to
  const { instructions, input } = encodeMessages(to, request.messages)
  const tools = encodeTools(to)
  const body: JsonObjectBuilder = { model: target.model }
  if (instructions !== undefined) body["instructions"] = instructions
  body["input"] = isItems(input) && tools.items.size > 0 ? withItems(input, tools.items) : input
  if (tools.tools !== undefined) body["tools"] = tools.tools
  encodeToolChoice(to, tools, body)
  encodeThinking(to, body)
  encodeSettings(to, body)
  noteRefs(to)
  for (const [key, value] of ownNative(request)?.consumed ?? []) if (isHeld(key)) body[key] = value
  noteLeftovers(to, request)
  return restore(body, request)
}

/** Items with others in their places. */
const withItems = (
  items: readonly JsonTemplate[],
  others: ReadonlyMap<number, JsonTemplate>
): readonly JsonTemplate[] => {
  const out = [...items]
  for (const [place, item] of [...others].toSorted(([a], [b]) => a - b)) out.splice(place, 0, item)
  return out
}

const isHeld = (key: string): boolean => holding.some(([member]) => member === key)

/**
 * The places of items that a vendor does not take back: calls that broke off, which nothing answers, and the thoughts
 * that led to each of them alone. Those that are answered stay as they are.
 *
 * @see https://github.com/Azure/azure-sdk-for-python/issues/46092 a call without its output is a 400 (read 2026-11)
 */
export const brokenItems = (input: Json | undefined): ReadonlySet<number> => {
  const places = new Set<number>()
  if (!isArray(input) || !input.some(isCall)) return places
  const answered = new Set<Json | undefined>()
  let isLost = false
  for (const [at, item] of [...input.entries()].toReversed()) {
    if (isOutput(item)) answered.add(item["call_id"])
    if (!isThought(item)) isLost = isCall(item) && !answered.delete(item["call_id"]) && isBroken(item)
    if (isLost) places.add(at)
  }
  return places
}

const isCall = (item: Json): item is JsonObject => isObject(item) && isNamedCall(item["type"])

const isOutput = (item: Json): item is JsonObject =>
  isObject(item) && (item["type"] === "function_call_output" || item["type"] === "custom_tool_call_output")

const isThought = (item: Json | undefined): boolean => isObject(item) && item["type"] === "reasoning"

/** Whether a call says that it is incomplete, or has arguments that are no object. */
const isBroken = ({ type, status, arguments: args }: JsonObject): boolean =>
  status === "incomplete" ||
  (type === "function_call" && typeof args === "string" && args.trim() !== "" && !isObject(parsedOrNull(args)))

/** A request without some parts, and without messages that were nothing else. */
const withoutParts = (request: ChatRequest, lost: ReadonlySet<ContentPart>): ChatRequest =>
  lost.size === 0 ? request : { ...request, messages: request.messages.flatMap((one) => withoutPartsOf(one, lost)) }

/** What a turn's items say besides their parts goes by the places of those. */
const withoutPartsOf = (message: ChatMessage, lost: ReadonlySet<ContentPart>): readonly ChatMessage[] => {
  const { native } = message
  const parts: ContentPart[] = []
  const heads = new Map<string, JsonText>()
  for (const [index, part] of message.parts.entries()) {
    if (lost.has(part)) continue
    const head = consumed(message, String(index))
    if (head !== undefined) heads.set(String(parts.length), head)
    parts.push(part)
  }
  if (parts.length === message.parts.length) return [message]
  if (parts.length === 0) return []
  return [{ ...message, parts, ...(isOwn(message) ? { native: { format: id, ...native, consumed: heads } } : {}) }]
}
