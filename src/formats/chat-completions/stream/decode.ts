import type { Response } from "../../../words/chat/chat.ts"
import { GatewayError } from "../../../words/errors/error.ts"
import type { ChatEvent } from "../../../words/events/event.ts"
import type { Undo } from "../../../words/format.ts"
import type { Frame } from "../../../words/framing/framing.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../../words/json/json.ts"
import { parse } from "../../../words/json/value.ts"
import { repeating } from "../../../words/events/repeat.ts"
import type { Ending, Transducer } from "../../../words/framing/transducer.ts"
import { readError } from "../error.ts"
import { nativeOf, restOf } from "../native.ts"
import { errorOf, errorOfChoice, readHead, usageOf } from "../response/decode.ts"
import { readSources } from "../response/sources.ts"
import { answer, id } from "../wire.ts"
import { additions, choiceAt, endUnsaid, finishChoice, readDelta } from "./choice.ts"
import type { Reading } from "./reading.ts"
import { isSound } from "./sound.ts"

const nothing: readonly ChatEvent[] = []

/**
 * Reads the frames of one answer. It is complete with a finish reason for every choice begun and `[DONE]` or a clean end;
 * some vendors never give a reason, but count the whole answer and then say `[DONE]`.
 */
export const decodeStream = (undo: Undo): Transducer<Frame, ChatEvent> => {
  const state: Reading = {
    undo,
    choices: new Map(),
    notes: [],
    ahead: undefined,
    started: false,
    counted: false,
    sources: 0,
    done: false,
    tier: undefined
  }
  const reader: Transducer<Frame, ChatEvent> = {
    push: (frame) => (state.done ? nothing : readFrame(state, frame)),
    end: (how) => (state.done ? nothing : endStream(state, how)),
    notes: () => state.notes.splice(0)
  }
  return repeating(reader, { silent: "obfuscation" })
}

const readFrame = (state: Reading, { data, event }: Frame): readonly ChatEvent[] => {
  const text = data.trim()
  if (text === "[DONE]") return onDone(state)
  if (text === "") return nothing
  let chunk: Json
  try {
    chunk = parse(text)
  } catch {
    return failed(state, "The upstream sent a stream event that is not valid JSON.")
  }
  if (!isObject(chunk)) return failed(state, "The upstream sent a stream event that is no object.")
  const error = errorIn(chunk, event)
  if (error !== undefined) return failed(state, error)
  return readChunk(state, chunk, text)
}

const failed = (state: Reading, error: GatewayError | string): readonly ChatEvent[] => {
  state.done = true
  return [{ type: "error", error: typeof error === "string" ? new GatewayError("UpstreamFailed", error) : error }]
}

/** The error that a frame describes instead of a chunk, or by its name: a frame that says a message is no chunk. */
const errorIn = (chunk: JsonObject, event: string | undefined): GatewayError | undefined => {
  const { choices, object, type, message, detail, x_groq: hidden } = chunk
  const told = errorOf(chunk) ?? (isObject(hidden) ? errorOf(hidden) : undefined)
  if (told !== undefined) return told
  if (isArray(choices)) return errorOfChoice(choices)
  const named = event === "error" || object === "error" || type === "error"
  return named || typeof message === "string" || typeof detail === "string" ? readError(chunk) : undefined
}

const readChunk = (state: Reading, chunk: JsonObject, text: string): readonly ChatEvent[] => {
  const choices = chunk["choices"] ?? undefined
  if (choices !== undefined && !isSound(choices))
    return failed(state, "The upstream sent a stream event that cannot be read.")
  if (!isArray(choices) && !isObject(chunk["usage"])) return readOther(state, chunk, text)
  if (!state.started && saysNothing(chunk)) {
    state.ahead = restOf(chunk, answer.chunk, true)
    return nothing
  }
  const out: ChatEvent[] = []
  start(state, chunk, out)
  if (isArray(choices)) choices.forEach((choice, order) => isObject(choice) && readChoice(state, choice, order, out))
  const first = isArray(choices) && isObject(choices[0]) ? choices[0] : undefined
  const usage = usageOf(chunk, first)
  state.counted = usage !== undefined && first === undefined
  if (state.counted) finishAll(state, out)
  if (usage !== undefined) out.push({ type: "usage", usage })
  tellSources(state, chunk, out)
  return out
}

/** Whether a chunk names neither the answer nor its model, and holds nothing of it: some vendors send one ahead. */
const saysNothing = ({ id: name, model, choices, usage }: JsonObject): boolean =>
  (name ?? "") === "" && (model ?? "") === "" && isArray(choices) && choices.length === 0 && !isObject(usage)

/** Says what a search found, which some vendors repeat in each chunk and others tell in the last. */
const tellSources = (state: Reading, chunk: JsonObject, out: ChatEvent[]): void => {
  const [first = 0] = state.choices.keys()
  const grounding = readSources(chunk)
  const found = grounding?.sources.length ?? 0
  if (grounding === undefined || found <= state.sources) return
  state.sources = found
  out.push({ type: "candidate", candidate: first, add: { grounding } })
}

const readOther = (state: Reading, chunk: JsonObject, text: string): readonly ChatEvent[] => {
  const out: ChatEvent[] = []
  start(state, chunk, out)
  const kind = chunk["object"]
  out.push({ type: "frame", format: id, kind: typeof kind === "string" ? kind : "", body: JsonText.source(text) })
  return out
}

type Head = Omit<Response, "candidates" | "usage">

const start = (state: Reading, chunk: JsonObject, out: ChatEvent[]): void => {
  const tier = chunk["service_tier"]
  if (state.started) {
    if (typeof tier !== "string" || tier === state.tier) return
    state.tier = tier
    out.push({ type: "response", add: { tier } })
    return
  }
  state.started = true
  if (typeof tier === "string") state.tier = tier
  const head: Head = readHead(chunk)
  const rest = restOf(chunk, answer.chunk, true)
  const native = nativeOf(state.ahead && rest ? new Map([...state.ahead, ...rest]) : (state.ahead ?? rest))
  out.push({ type: "start", response: native === undefined ? head : { ...head, native } })
}

const readChoice = (state: Reading, object: JsonObject, order: number, out: ChatEvent[]): void => {
  const named = object["index"]
  const choice = choiceAt(state, typeof named === "number" ? named : order)
  const delta = isObject(object["delta"])
    ? object["delta"]
    : isObject(object["message"])
      ? object["message"]
      : undefined
  if (delta !== undefined) readDelta(state, choice, delta, out)
  const add = additions(object)
  if (add !== undefined) out.push({ type: "candidate", candidate: choice.index, add })
  const word = object["finish_reason"]
  if (typeof word === "string" && word !== "") choice.reason = word
}

/** Ends the choices that gave a reason: not with it, for some vendors give one before their last words, or in each chunk. */
const finishAll = (state: Reading, out: ChatEvent[]): void => {
  for (const choice of state.choices.values()) finishChoice(choice, out)
}

const onDone = (state: Reading): readonly ChatEvent[] => {
  const out: ChatEvent[] = []
  if (state.counted) for (const choice of state.choices.values()) endUnsaid(state, choice, out)
  return [...out, ...endStream(state, "clean")]
}

const endStream = (state: Reading, how: Ending): readonly ChatEvent[] => {
  if (how instanceof GatewayError) return failed(state, how)
  const choices = [...state.choices.values()]
  if (
    how === "cut" ||
    choices.length === 0 ||
    choices.some(({ reason, finished }) => reason === undefined && !finished)
  )
    return failed(state, "The upstream's stream ended before its answer was complete.")
  const out: ChatEvent[] = []
  finishAll(state, out)
  state.done = true
  return [...out, { type: "end" }]
}
