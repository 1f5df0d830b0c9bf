import { isReadableObject, settleBrokenCalls } from "../../core/chat/tool-calls.ts"
import { bodyObject, IssueReader } from "../../core/reading/issue-reader.ts"
import { restoreCarriedCalls } from "../../core/chat/carried-calls.ts"
import type { ChatMessage, ChatRequest } from "../../core/chat/chat.ts"
import { chatEncodeContext, encodedRequest, checkSizes } from "../../core/chat/codec.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import {
  type DecodedRequest,
  defaultReplyPreferences,
  type EncodedRequest,
  type ReplyPreferences,
  type RequestTarget,
  type WireRequest
} from "../../core/format.ts"
import { isItems, type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/json.ts"
import { placeOf, type Refused, type Translated } from "../../core/notes/note.ts"
import type { StateRef } from "../../core/chat/node.ts"
import { readNullableRows, textRow } from "../../core/reading/member-row.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  consume,
  consumed,
  type EncodeContext,
  type FieldPlaces,
  inRequest,
  note,
  noteField,
  noteLeftovers,
  restore
} from "./context.ts"
import { decodeMessages, decodeSystem } from "./messages-decode.ts"
import { encodeMessages } from "./messages-encode.ts"
import { decodeOutputFormat, decodeSettings, encodeOutputFormat, encodeSettings, formInWords } from "./settings.ts"
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

/**
 * What the vendor alone can go on from, by its member: a cache, and an answer that stopped for `CONTINUATION`.
 *
 * @see https://www.npmjs.com/package/@google/genai 3.3.0, `GenerateContentConfig.continuationToken`, of the body's top
 */
const heldMembers = { cachedContent: "cache", continuationToken: "continuation" } as const

/** Reads what the vendor holds, the labels, whether it is stored, and the service tier, whose plain one has another name elsewhere. */
const decodeHeldState = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const refs = Object.entries(heldMembers).flatMap(([member, kind]): StateRef[] => {
    const held = body.string(member)
    return held === undefined ? [] : [{ vendor: ownVendor, kind, id: held, at: body.below(member) }]
  })
  if (refs.length > 0) request.refs = refs
  const tier = body.string("serviceTier")
  if (tier !== undefined) {
    request.tier = tier === "standard" ? "default" : tier
    places.set("tier", body.below("serviceTier"))
  }
  setDefined(request, "metadata", body.record("labels"))
  if (request.metadata !== undefined) places.set("metadata", body.below("labels"))
  setDefined(request, "store", body.boolean("store"))
}

/** Reads the safety settings, and keeps them as they were said for this format. */
const decodeSafety = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const source = body.json("safetySettings")
  const settings = body.items("safetySettings")
  if (source === undefined || settings === undefined) return
  request.safety = settings.map(decodeSafetySetting)
  consume(request, "safetySettings", source)
  places.set("safety", body.below("safetySettings"))
}

type SafetySetting = NonNullable<ChatRequest["safety"]>[number]

/** The members of one of `safetySettings`. */
export const safetyMembers = { category: textRow, threshold: textRow, method: textRow }

const decodeSafetySetting = (setting: ObjectReader): SafetySetting => {
  const { category = "", threshold, method } = readNullableRows(safetyMembers, setting)
  const safety: MutableDraft<SafetySetting> = { category }
  setDefined(safety, "threshold", threshold)
  setDefined(safety, "method", method)
  return safety
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

/** Writes the safety settings: as they were read from this format, or made of their fields. */
const encodeSafety = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { safety } = to.request
  if (safety !== undefined)
    out["safetySettings"] = consumed(to.request, "safetySettings") ?? safety.map(({ ...it }) => it)
}

/** The vendor's service tiers by their names elsewhere. */
const tiers: ReadonlyMap<string, string> = new Map([
  ["default", "standard"],
  ["flex", "flex"],
  ["priority", "priority"]
])

/**
 * Writes what the vendor holds, the labels, that nothing is to be stored, and the service tier; other held state is refused.
 *
 * @see https://ai.google.dev/gemini-api/docs/logs-datasets prompts and answers of projects that were made since
 *   2026-10-26 are kept unless `store` is false (read 2026-11)
 */
const encodeHeldState = (to: EncodeContext, out: JsonObjectBuilder): void => {
  const { request } = to
  for (const ref of request.refs ?? []) {
    const at = ref.at ?? placeOf(request, "refs")
    const member = Object.entries(heldMembers).find(([, kind]) => kind === ref.kind)?.[0]
    if (ref.vendor === to.vendor && member !== undefined) out[member] = ref.id
    else note(to, ref.kind === "container" ? ref.kind : "held-elsewhere", at, ref.refusal)
  }
  if (to.own) out["labels"] = request.metadata
  if (to.own || request.store === false) out["store"] = request.store
  if (request.tier === undefined) return
  const sent = tiers.get(request.tier) ?? (to.own ? request.tier : undefined)
  if (sent !== undefined) out["serviceTier"] = sent
  else noteField(to, request.tier === "auto" ? "bookkeeping" : "service-tier", request, "tier")
}
