import { isReadableObject, settleBrokenCalls } from "../../core/chat/tool-calls.ts"
import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import { restoreCarriedCalls } from "../../core/chat/carried-calls.ts"
import type { ChatMessage, ChatRequest } from "../../core/chat/chat.ts"
import { chatEncodeContext, encodedRequest, checkSizes } from "../../core/chat/request.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import {
  type DecodedRequest,
  defaultReplyPreferences,
  type EncodedRequest,
  type ReplyPreferences,
  type RequestTarget,
  type WireRequest
} from "../../core/format.ts"
import { isItems, type JsonObjectBuilder, type MutableDraft } from "../../core/json/json.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, type FieldPlaces, inRequest, note, noteField, noteLeftovers, restore } from "./context.ts"
import { decodeMessages, decodeSystem } from "./messages-decode.ts"
import { encodeMessages } from "./messages-encode.ts"
import { decodeOutputFormat, encodeOutputFormat, formInWords } from "./output-format.ts"
import {
  decodeHeldState,
  decodeSafety,
  decodeSettings,
  encodeHeldState,
  encodeSafety,
  encodeSettings
} from "./settings.ts"
import { decodeThinking, encodeThinking } from "./thinking.ts"
import { decodeToolChoice, encodeToolChoice } from "./tool-choice.ts"
import { decodeTools, encodeTools } from "./tools.ts"
import { id, modelIn, ownVendor } from "./wire.ts"

/** Reads a request. The model and the verb stand in its path. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const object = bodyObject(call.body)
  if (!object.ok) return object
  const reader = new IssueReader()
  const body = new ObjectReader(reader, object.value, "", inRequest)
  const messages: ChatMessage[] = []
  decodeSystem(body, messages)
  decodeMessages(body, messages)
  const request: MutableDraft<ChatRequest> = {
    at: "",
    model: decodeModel(call, body),
    messages: restoreCarriedCalls(messages, (at) => note(reader, "opaque-mismatch", at)),
    native: { format: id }
  }
  decodeFields(call, body, request)
  const preferences: ReplyPreferences = {
    ...defaultReplyPreferences,
    stream: call.stream,
    usage: true,
    thinking: request.thinking?.visible === false ? "hidden" : "field"
  }
  checkSizes(reader, request)
  return reader.settled({ request, asked: preferences })
}

/** The model of the path; a body may name it too. */
const decodeModel = ({ model }: WireRequest, body: ObjectReader): string => {
  const named = body.string("model")
  return model === "" ? modelIn(named ?? "") : model
}

const decodeFields = (call: WireRequest, body: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const places: FieldPlaces = new Map()
  const config = body.inside("generationConfig")
  if (config !== undefined) {
    decodeSettings(config, request, places)
    decodeThinking(config, request, places)
    decodeOutputFormat(config, request, places)
  }
  decodeTools(body, request, ownVendor, call.names)
  decodeToolChoice(body, request, places)
  decodeHeldState(body, request, places)
  decodeSafety(body, request, places)
  if (places.size > 0) request.places = places
  const { native = { format: id } } = body.attachUnknown(request)
  const { spelled } = body.reader
  request.native = spelled.size === 0 ? native : { ...native, spelled }
}

/** Writes a request for a target, with what its answer must reverse. What cannot be sent at all is refused. */
export const encodeRequest = (
  asked: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const { request, broken } = settleBrokenCalls(asked, isReadableObject)
  const to = chatEncodeContext(request, target, id, ownVendor)
  for (const { rule, path } of broken) note(to, rule, path)
  const out: JsonObjectBuilder = {}
  const { system, contents } = encodeMessages(to)
  if (contents.length === 0) noteField(to, "no-messages", request, "messages")
  settlePrefill(to, contents)
  out["contents"] = contents
  const functions = encodeTools(to, out)
  const line = isFormLost(to, out) ? formInWords(to) : undefined
  out["systemInstruction"] = line === undefined ? system : withLine(system, line)
  encodeToolChoice(to, out, functions)
  encodeSafety(to, out)
  encodeGenerationConfig(to, out, line === undefined)
  encodeHeldState(to, out)
  restore(out, request)
  noteLeftovers(to, request)
  if (request.cache !== undefined) note(to, "cache-mark", request.at)
  return encodedRequest(to, out)
}

const settlePrefill = (to: EncodeContext, contents: readonly JsonObjectBuilder[]): void => {
  if (contents.at(-1)?.["role"] !== "model") return
  const at = to.request.messages.at(-1)?.at
  if (to.target.prefill === false) note(to, "no-prefill", at)
  else if (!to.own) note(to, "prefill", at)
}

/** Whether the tools that are sent leave the answer no form but its own. */
const isFormLost = ({ own, target }: EncodeContext, { tools }: JsonObjectBuilder): boolean =>
  !own && target.formBesideTools === false && isItems(tools) && tools.length > 0

/** A system instruction with a line at its end. */
const withLine = (system: JsonObjectBuilder | undefined, text: string): JsonObjectBuilder => {
  const parts = system?.["parts"]
  return { ...system, parts: [...(isItems(parts) ? parts : []), { text }] }
}

const encodeGenerationConfig = (to: EncodeContext, out: JsonObjectBuilder, formed: boolean): void => {
  const config: JsonObjectBuilder = {}
  encodeSettings(to, config)
  if (formed) encodeOutputFormat(to, config)
  const thinking = encodeThinking(to)
  if (thinking !== undefined) config["thinkingConfig"] = thinking
  if (Object.keys(config).length > 0) out["generationConfig"] = config
}
