import { GatewayError } from "../../core/errors/error.ts"
import {
  type MutableDraft,
  setDefined,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  putMember
} from "../../core/json/json.ts"
import type { CandidateAddition, ChatEvent, ContentPart, FinishReason, MediaPart } from "../../core/chat/chat.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  endError,
  type StreamFrame,
  type StreamEnding,
  gatheringWithin,
  type Transducer
} from "../../core/framing/transducer.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { deltaFastPath } from "../../core/events/delta-fast-path.ts"
import { itemWeight, weightOf } from "../../core/framing/stream-limits.ts"
import { answerMembers, id } from "./wire.ts"
import { readError, decodeFinishReason, failureReason, reasonIn } from "./response-end.ts"
import { decodeLogprobs } from "../openai/logprobs.ts"
import { innerOf, nativeOf, type OwnTexts, restOf, withNative } from "./context.ts"
import { mostCandidates, noCandidates, unsaidFinish, tooManyCandidates } from "../../core/chat/codec.ts"
import { memberError, errorOfChoice, errorWithout, readHead, saidIn, usageIn } from "./response-decode.ts"
import { decodeCitations, decodeSources } from "./citations.ts"
import { note } from "./rules.ts"
import { saysCall } from "./tool-calls.ts"
import {
  addReasoning,
  ChoiceState,
  decodeCallDeltas,
  endReasoning,
  readReasoning,
  settleReasoning,
  StreamDecoderState,
  tellInputs
} from "./stream-decode-parts.ts"

/**
 * Reads the frames of one answer. It is complete with a finish reason for every choice begun and `[DONE]` or a clean end;
 * some vendors never give a reason, but count the whole answer and then say `[DONE]`.
 */
export const decodeStream = (reply: ReplyContext, most?: number): Transducer<StreamFrame, ChatEvent> => {
  const state = new StreamDecoderState(reply, most)
  return deltaFastPath(gatheringWithin(state, readFrame, endStream, failed), { silent: "obfuscation" })
}

const readFrame = (state: StreamDecoderState, { data, event, read }: StreamFrame): void => {
  const text = data.trim()
  if (text === "" || text === "null") return
  if (text === "[DONE]") return onDone(state)
  const chunk = read === undefined ? parsedOrNull(text) : read.value
  if (!isObject(chunk)) return failed(state, "The upstream sent a stream event that is not a JSON object.")
  const error = errorIn(chunk, event)
  if (error !== undefined) return failed(state, error.with({ usage: usageIn(chunk, undefined) }))
  readChunk(state, chunk, text)
}

/** An error ends it, behind the inputs that were gathered so far. */
const failed = (state: StreamDecoderState, error: GatewayError | string): void => {
  state.done = true
  for (const choice of state.choices.values()) if (!choice.finished) tellInputs(choice)
  state.events.push({
    type: "error",
    error: typeof error === "string" ? new GatewayError("UpstreamFailed", error) : error
  })
}

/** The error that a frame describes instead of a chunk, or by its name: a frame that says a message is no chunk. */
const errorIn = (chunk: JsonObject, event: string | undefined): GatewayError | undefined => {
  const { choices, object, type, x_groq: hidden } = chunk
  const error = memberError(chunk) ?? memberError(hidden)
  if (error !== undefined) return error
  if (isArray(choices)) return errorOfChoice(choices)
  const named = event === "error" || object === "error" || type === "error"
  return named ? readError(chunk) : errorWithout(chunk)
}

const readChunk = (state: StreamDecoderState, chunk: JsonObject, text: string): void => {
  const choices = chunk["choices"] ?? []
  if (!areReadableChoices(choices)) return failed(state, "The upstream sent a stream event that cannot be read.")
  if (!state.started && saysNothing(chunk)) {
    state.held.add(weightOf(chunk))
    for (const [key, value] of Object.entries(chunk)) putMember(state.ahead, key, value)
    return
  }
  start(state, chunk)
  if (!isArray(chunk["choices"]) && !isObject(chunk["usage"])) return tellOther(state, chunk, text)
  tellUnknown(state, chunk)
  choices.forEach((choice, order) => readChoice(state, choice, order))
  if (state.choices.size > mostCandidates) return failed(state, tooManyCandidates())
  const [first] = choices
  const usage = usageIn(chunk, first)
  state.counted = usage !== undefined && first === undefined
  if (state.counted) finishAll(state)
  if (usage !== undefined) state.events.push({ type: "usage", usage })
  tellSources(state, chunk)
}

/** Whether a chunk names neither the answer nor its model, and holds nothing of it: some vendors send one ahead. */
const saysNothing = ({ id: name, model, choices, usage }: JsonObject): boolean =>
  !name && !model && isArray(choices) && choices.length === 0 && !isObject(usage)

/** Says what a search found, which some vendors repeat in each chunk and others tell in the last. */
const tellSources = (state: StreamDecoderState, chunk: JsonObject): void => {
  const [candidate = 0] = state.choices.keys()
  const grounding = decodeSources(chunk)
  const found = grounding?.sources.length ?? 0
  if (grounding === undefined || found <= state.sources) return
  state.sources = found
  state.events.push({ type: "candidate", candidate, add: { grounding } })
}

const tellOther = ({ events }: StreamDecoderState, { object }: JsonObject, text: string): void => {
  const kind = typeof object === "string" ? object : ""
  events.push({ type: "frame", format: id, kind, body: JsonText.source(text) })
}

const start = (state: StreamDecoderState, chunk: JsonObject): void => {
  const { started, events } = state
  const { service_tier: tier } = chunk
  if (!started) {
    const whole = { ...state.ahead, ...chunk }
    const response = withNative(readHead(whole), whole, answerMembers.chunk)
    state.told.fresh(response.native)
    events.push({ type: "start", response })
  } else if (typeof tier === "string" && tier !== state.tier) events.push({ type: "response", add: { tier } })
  state.started = true
  if (typeof tier === "string") state.tier = tier
}

/** Says the unknown members of a chunk that none before it had: some vendors repeat theirs in each, and some end with them. */
const tellUnknown = ({ told, events }: StreamDecoderState, chunk: JsonObject): void => {
  const native = told.fresh(nativeOf(restOf(chunk, answerMembers.chunk, true)))
  if (native !== undefined) events.push({ type: "response", add: { native } })
}

const readChoice = (state: StreamDecoderState, object: JsonObject, order: number): void => {
  const { index = order, delta, message, finish_reason: reason } = object
  const choice = choiceAt(state, typeof index === "number" ? index : order)
  const content = isObject(delta) ? delta : choice.hasContent ? undefined : message
  if (isObject(content)) decodeDelta(choice, content)
  choice.hasContent ||= content === delta && choice.parts > 0
  const add: MutableDraft<CandidateAddition> = {}
  setDefined(add, "logprobs", decodeLogprobs(object["logprobs"]))
  setDefined(add, "block", failureReason(object))
  withNative(add, object, answerMembers.chunkChoice, isObject(content) ? unknownIn(content) : undefined)
  if (Object.keys(add).length > 0) state.events.push({ type: "candidate", candidate: choice.index, add })
  choice.reason = reasonIn(reason) ?? choice.reason
}

/** The members of a delta that are not known and say something. */
const unknownIn = (delta: JsonObject): OwnTexts | undefined =>
  innerOf(undefined, delta, { has: (key) => delta[key] === null || answerMembers.message.has(key) }, "/delta", true)

/** The choice of an index, begun with its first frame. */
const choiceAt = (state: StreamDecoderState, index: number): ChoiceState => {
  const known = state.choices.get(index)
  if (known !== undefined) return known
  const choice = new ChoiceState(state, index)
  state.choices.set(index, choice)
  state.held.add(itemWeight)
  return choice
}

/** Ends the choices that gave a reason: not with it, for some vendors give one before their last words, or in each chunk. */
const finishAll = (state: StreamDecoderState): void => {
  for (const choice of state.choices.values()) {
    const { reason, finished, calls } = choice
    if (reason !== undefined && !finished) finishChoice(choice, decodeFinishReason(reason, calls.length > 0))
  }
}

const onDone = (state: StreamDecoderState): void => {
  for (const choice of state.counted ? state.choices.values() : []) {
    if (choice.reason !== undefined || choice.finished) continue
    note(state, "finish-unsaid", "")
    finishChoice(choice, unsaidFinish(choice.calls.length > 0))
  }
  if (state.choices.size === 0) failed(state, noCandidates())
  else endStream(state, "clean")
}

const endStream = (state: StreamDecoderState, how: StreamEnding): void => {
  const choices = [...state.choices.values()]
  const isOpen = choices.some(({ reason, finished }) => reason === undefined && !finished)
  if (how === "clean" && choices.length === 0 && state.counted) return failed(state, noCandidates())
  if (how !== "clean" || choices.length === 0 || isOpen) return failed(state, endError(how))
  finishAll(state)
  state.done = true
  state.events.push({ type: "end" })
}

/** Reads one delta: reasoning, then text and refusal, then audio, calls and annotations. */
const decodeDelta = (choice: ChoiceState, delta: JsonObject): void => {
  const { content, refusal, tool_calls: calls, function_call: legacy, annotations } = delta
  if (choice.finished) {
    if ([content, calls, refusal].some(isFilled)) note(choice.stream, "late-content", "")
    return
  }
  readReasoning(choice, delta)
  for (const part of saidIn(choice.stream, delta, "")) addPart(choice, part)
  if (isFilled(calls) || isObject(calls) || saysCall(legacy)) {
    endReasoning(choice)
    decodeCallDeltas(choice, calls, legacy)
  }
  for (const citation of decodeCitations(annotations))
    choice.extend((choice.text ??= choice.begin(beginnings.text)), { type: "citation", citation })
}

const isFilled = (value: Json | undefined): boolean => (typeof value === "string" || isArray(value)) && value.length > 0

const beginnings = {
  text: { type: "text", text: "" },
  refusal: { type: "refusal", text: "" }
} as const

const addText = (choice: ChoiceState, kind: "text" | "refusal", text: string): void => {
  if (text === "") return
  endReasoning(choice)
  choice.extend((choice[kind] ??= choice.begin(beginnings[kind])), { type: "text", text })
}

const addPart = (choice: ChoiceState, part: ContentPart): void => {
  if (part.type === "text" || part.type === "refusal") return addText(choice, part.type, part.text)
  if (part.type === "reasoning") return addReasoning(choice, part.text)
  endReasoning(choice)
  if (part.type === "media" && part.media === "audio" && part.source.kind === "base64")
    addAudio(choice, part, part.source.data)
  else choice.end(choice.begin({ ...part, at: "" }))
}

const addAudio = (choice: ChoiceState, { at: _at, transcript: text, ...value }: MediaPart, data: string): void => {
  const part = (choice.audio ??= choice.begin({ ...value, source: { kind: "base64", data: "" } }))
  if (data !== "") choice.extend(part, { type: "data", data })
  if (text !== undefined) choice.extend(part, { type: "transcript", text })
}

/** Ends a choice, with every part of it that is open. */
const finishChoice = (choice: ChoiceState, finish: FinishReason): void => {
  const { index, reasoning, text, refusal, audio, calls, stream } = choice
  choice.finished = true
  settleReasoning(choice)
  tellInputs(choice)
  const open = [reasoning, text, refusal, audio, ...calls.map((call) => call.part)]
  for (const part of open.filter((it) => it !== undefined).toSorted((a, b) => a - b)) choice.end(part)
  stream.events.push({ type: "finish", candidate: index, finish })
}

type Test = (value: Json) => boolean

const isText: Test = (value) => typeof value === "string"

/** Whether every member that is there, and not null, passes its test. */
const passes = (object: JsonObject, tests: Readonly<Record<string, Test>>): boolean =>
  Object.keys(tests).every((key) => {
    const value = object[key]
    return value === undefined || value === null || tests[key]?.(value) === true
  })

const called = { input: isText, name: isText }
const isCalled: Test = (value) => isObject(value) && passes(value, called)
const call = { function: isCalled, custom: isCalled }
const isCall: Test = (value) => isObject(value) && passes(value, call)

const delta = {
  content: (value: Json) => typeof value === "string" || typeof value === "object",
  refusal: isText,
  audio: isObject,
  annotations: isArray,
  tool_calls: (value: Json) => (isArray(value) ? value.every(isCall) : isCall(value)),
  function_call: isCalled
}

const isDelta: Test = (value) => isObject(value) && passes(value, delta)
const choice = { delta: isDelta, message: isDelta }

/** Whether a chunk's choices can be read: nothing that is said in them has another type than the format gives it. */
const areReadableChoices = (choices: Json): choices is readonly JsonObject[] =>
  isArray(choices) && choices.every((item) => isObject(item) && passes(item, choice))
