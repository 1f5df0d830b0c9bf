import type { Part, ReasoningPart } from "../../../words/chat/chat.ts"
import type { CandidateAddition, ChatEvent } from "../../../words/events/event.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../../words/json/json.ts"
import { readAnnotations } from "../annotations.ts"
import { saysCall } from "../calls.ts"
import { type Carried, readCarried } from "../carriers.ts"
import type { Draft } from "../../../words/draft.ts"
import { nativeOf, restOf } from "../native.ts"
import { readFinish } from "../finish.ts"
import { readLogprobs } from "../logprobs.ts"
import { readAudio, readItem } from "../response/decode.ts"
import { note } from "../rules.ts"
import { answer, ownVendor } from "../wire.ts"
import { begin, end, extend } from "./begin.ts"
import { readCallDeltas } from "./calls-decode.ts"
import type { Choice, Reading } from "./reading.ts"

/** The choice of an index, begun with its first frame. */
export const choiceAt = (state: Reading, index: number): Choice => {
  const known = state.choices.get(index)
  if (known !== undefined) return known
  const choice: Choice = {
    index,
    calls: { byPlace: new Map(), all: [] },
    parts: 0,
    text: undefined,
    refusal: undefined,
    reasoning: undefined,
    audio: undefined,
    thoughts: [],
    reason: undefined,
    finished: false
  }
  state.choices.set(index, choice)
  return choice
}

/** What a choice says besides its delta and its finish. */
export const additions = (object: JsonObject): CandidateAddition | undefined => {
  const logprobs = readLogprobs(object["logprobs"])
  const native = nativeOf(restOf(object, answer.chunkChoice, true))
  if (logprobs === undefined && native === undefined) return undefined
  const add: Draft<CandidateAddition> = {}
  if (logprobs !== undefined) add.logprobs = logprobs
  if (native !== undefined) add.native = native
  return add
}

/** Reads one delta: reasoning, then text and refusal, then audio, calls and annotations. */
export const readDelta = (state: Reading, choice: Choice, delta: JsonObject, out: ChatEvent[]): void => {
  if (choice.finished) {
    if (saysContent(delta)) note(state.notes, "late-content", "")
    return
  }
  const { content, refusal, tool_calls: calls, function_call: legacy } = delta
  readReasoning(state, choice, delta, out)
  if (typeof content === "string") addText(choice, "text", content, out)
  else if (isArray(content)) for (const part of content.flatMap((item) => readItem(item))) addPart(choice, part, out)
  if (typeof refusal === "string") addText(choice, "refusal", refusal, out)
  addAudio(choice, delta["audio"], out)
  if (isFilled(calls) || (isObject(legacy) && saysCall(legacy))) {
    endReasoning(choice, out)
    readCallDeltas(state, choice, delta, out)
  }
  if (isArray(delta["annotations"])) readCitations(choice, delta["annotations"], out)
}

const isFilled = (list: Json | undefined): boolean => isArray(list) && list.length > 0

const saysContent = ({ content, tool_calls: calls, refusal }: JsonObject): boolean =>
  (typeof content === "string" && content !== "") || isFilled(calls) || (typeof refusal === "string" && refusal !== "")

const beginnings = {
  text: { type: "text", text: "" },
  refusal: { type: "refusal", text: "" },
  reasoning: { type: "reasoning", text: "" }
} as const

const noReasoning: Part = { type: "reasoning" }

const addText = (choice: Choice, kind: "text" | "refusal", text: string, out: ChatEvent[]): void => {
  if (text === "") return
  endReasoning(choice, out)
  const part = (choice[kind] ??= begin(choice, beginnings[kind], out))
  extend(choice, part, { type: "text", text }, out)
}

const addReasoning = (choice: Choice, text: string, out: ChatEvent[]): void => {
  if (text === "") return
  const part = openReasoning(choice, beginnings.reasoning, out)
  extend(choice, part, { type: "text", text }, out)
}

const openReasoning = (choice: Choice, value: Part, out: ChatEvent[]): number => {
  if (choice.reasoning !== undefined) return choice.reasoning
  const part = begin(choice, value, out)
  choice.reasoning = part
  choice.thoughts.push(part)
  return part
}

/** Reasoning ends where anything else begins. */
const endReasoning = (choice: Choice, out: ChatEvent[]): void => {
  if (choice.reasoning === undefined) return
  end(choice, choice.reasoning, out)
  choice.reasoning = undefined
}

const readReasoning = (state: Reading, choice: Choice, delta: JsonObject, out: ChatEvent[]): void => {
  const { reasoning_content: text, reasoning, reasoning_details: details } = delta
  const plain = typeof text === "string" ? text : typeof reasoning === "string" ? reasoning : ""
  addReasoning(choice, plain, out)
  if (!isArray(details) || details.length === 0) return
  const carried = readCarried({ reasoning_details: details }, "", state.notes, state.undo.vendor ?? ownVendor)
  if (plain === "") for (const part of carried.lead) addReasoning(choice, part.text ?? "", out)
  addOpaque(choice, carried, out)
}

/** Bytes that cover reasoning come with it or behind it; those of a text while the text is open. */
const addOpaque = (choice: Choice, { lead, placed, covering }: Carried, out: ChatEvent[]): void => {
  for (const { opaque } of lead) {
    for (const it of opaque ?? []) cover(choice, openReasoning(choice, noReasoning, out), it, out)
  }
  for (const { index, part } of placed) {
    const known = choice.thoughts.includes(index) ? index : coverNew(choice, part, out)
    for (const it of part.opaque ?? []) cover(choice, known, it, out)
  }
  if (placed.length > 0) endReasoning(choice, out)
  for (const { envelope } of covering)
    if (envelope.part < choice.parts) cover(choice, envelope.part, envelope.opaque, out)
}

/** Reasoning that only its carrier says: bytes alone, or a text that was hidden. */
const coverNew = (choice: Choice, { text, opaque }: ReasoningPart, out: ChatEvent[]): number => {
  if (choice.reasoning !== undefined && text !== undefined) return choice.reasoning
  if (opaque === undefined && choice.thoughts.length > 0) return choice.thoughts.at(-1) ?? 0
  endReasoning(choice, out)
  const part = openReasoning(choice, text === undefined ? noReasoning : beginnings.reasoning, out)
  if (text !== undefined && text !== "") extend(choice, part, { type: "text", text }, out)
  return part
}

type OpaqueDelta = Extract<Extract<ChatEvent, { type: "delta" }>["delta"], { type: "opaque" }>

const cover = (choice: Choice, part: number, opaque: OpaqueDelta["opaque"], out: ChatEvent[]): void => {
  extend(choice, part, { type: "opaque", opaque }, out)
}

/** A part of content as some vendors send it: text, a refusal, thinking, or one that is not known. */
const addPart = (choice: Choice, part: Part, out: ChatEvent[]): void => {
  if (part.type === "text" || part.type === "refusal") return addText(choice, part.type, part.text, out)
  if (part.type === "reasoning") return addReasoning(choice, part.text ?? "", out)
  endReasoning(choice, out)
  end(choice, begin(choice, part, out), out)
}

const addAudio = (choice: Choice, audio: Json | undefined, out: ChatEvent[]): void => {
  const read = readAudio(audio)
  if (read?.source.kind !== "base64") return
  endReasoning(choice, out)
  const { at: _at, transcript, ...value } = read
  const { data } = read.source
  const part = (choice.audio ??= begin(choice, { ...value, source: { kind: "base64", data: "" } }, out))
  if (data !== "") extend(choice, part, { type: "data", data }, out)
  if (transcript !== undefined) extend(choice, part, { type: "transcript", text: transcript }, out)
}

const readCitations = (choice: Choice, value: readonly Json[], out: ChatEvent[]): void => {
  const citations = readAnnotations(value)
  if (citations.length === 0) return
  choice.text ??= begin(choice, beginnings.text, out)
  for (const citation of citations) {
    extend(choice, choice.text, { type: "citation", citation }, out)
  }
}

/** Ends a choice for the reason that the upstream gave, once. */
export const finishChoice = (choice: Choice, out: ChatEvent[]): void => {
  if (choice.reason === undefined || choice.finished) return
  const finish = readFinish(choice.reason, choice.calls.all.length > 0)
  endParts(choice, out)
  out.push({ type: "finish", candidate: choice.index, finish })
}

/** Ends a choice of which the upstream never says why it ended: as its content says. */
export const endUnsaid = (state: Reading, choice: Choice, out: ChatEvent[]): void => {
  if (choice.reason !== undefined || choice.finished) return
  note(state.notes, "finish-unsaid", "")
  endParts(choice, out)
  const kind = choice.calls.all.length > 0 ? "tool-calls" : "stop"
  out.push({ type: "finish", candidate: choice.index, finish: { kind } })
}

/** Ends every open part. */
const endParts = (choice: Choice, out: ChatEvent[]): void => {
  choice.finished = true
  const open = [
    choice.reasoning,
    choice.text,
    choice.refusal,
    choice.audio,
    ...choice.calls.all.map((call) => call.part)
  ]
  for (const part of open.filter((it) => it !== undefined).toSorted((a, b) => a - b)) {
    end(choice, part, out)
  }
}
