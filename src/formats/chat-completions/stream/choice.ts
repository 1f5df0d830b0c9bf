import type { FinishReason, MediaPart, ContentPart, ReasoningPart } from "../../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../../core/json/json.ts"
import type { OpaqueBytes } from "../../../core/chat/node.ts"
import { readAnnotations } from "../annotations.ts"
import { saysCall } from "../calls.ts"
import { type Carried, readCarried } from "../carriers.ts"
import { saidIn } from "../response/decode.ts"
import { note } from "../rules.ts"
import { ownVendor } from "../wire.ts"
import { readCallDeltas } from "./calls-decode.ts"
import type { Choice } from "./reading.ts"

/** Reads one delta: reasoning, then text and refusal, then audio, calls and annotations. */
export const readDelta = (choice: Choice, delta: JsonObject): void => {
  const { content, refusal, tool_calls: calls, function_call: legacy, annotations } = delta
  if (choice.finished) {
    if ([content, calls, refusal].some(isFilled)) note(choice.stream, "late-content", "")
    return
  }
  readReasoning(choice, delta)
  for (const part of saidIn(delta, "")) addPart(choice, part)
  if (isFilled(calls) || isObject(calls) || saysCall(legacy)) {
    endReasoning(choice)
    readCallDeltas(choice, calls, legacy)
  }
  for (const citation of readAnnotations(annotations))
    choice.extend((choice.text ??= choice.begin(beginnings.text)), { type: "citation", citation })
}

const isFilled = (value: Json | undefined): boolean => (typeof value === "string" || isArray(value)) && value.length > 0

const beginnings = {
  text: { type: "text", text: "" },
  refusal: { type: "refusal", text: "" },
  reasoning: { type: "reasoning", text: "" }
} as const

const noReasoning: ContentPart = { type: "reasoning" }

const addText = (choice: Choice, kind: "text" | "refusal", text: string): void => {
  if (text === "") return
  endReasoning(choice)
  choice.extend((choice[kind] ??= choice.begin(beginnings[kind])), { type: "text", text })
}

const addReasoning = (choice: Choice, text = ""): void => {
  if (text !== "") choice.extend(openReasoning(choice, beginnings.reasoning), { type: "text", text })
}

const openReasoning = (choice: Choice, value: ContentPart): number => {
  if (choice.reasoning !== undefined) return choice.reasoning
  const part = choice.begin(value)
  choice.thoughts.add(part)
  choice.thought = part
  return (choice.reasoning = part)
}

/** Reasoning ends where anything else begins. */
const endReasoning = (choice: Choice): void => {
  if (choice.reasoning !== undefined) choice.end(choice.reasoning)
  choice.reasoning = undefined
}

const readReasoning = (choice: Choice, delta: JsonObject): void => {
  const { reasoning_content: text, reasoning, reasoning_details: details } = delta
  const plain = typeof text === "string" ? text : typeof reasoning === "string" ? reasoning : ""
  addReasoning(choice, plain)
  if (!isArray(details) || details.length === 0) return
  const { stream } = choice
  const carried = readCarried({ reasoning_details: details }, "", stream, stream.undo.vendor ?? ownVendor)
  if (plain === "") for (const part of carried.lead) addReasoning(choice, part.text)
  addOpaque(choice, carried)
}

/** Bytes that cover reasoning come with it or behind it; those of a text while the text is open. */
const addOpaque = (choice: Choice, { lead, placed, covering }: Carried): void => {
  for (const { opaque } of lead) if (opaque !== undefined) cover(choice, openReasoning(choice, noReasoning), opaque)
  for (const { index, part } of placed)
    cover(choice, choice.thoughts.has(index) ? index : coverNew(choice, part), part.opaque)
  if (placed.length > 0) endReasoning(choice)
  for (const { envelope } of covering) if (envelope.part < choice.parts) cover(choice, envelope.part, [envelope.opaque])
}

/** Reasoning that only its carrier says: bytes alone, or a text that was hidden. */
const coverNew = (choice: Choice, { text, opaque }: ReasoningPart): number => {
  if (choice.reasoning !== undefined && text !== undefined) return choice.reasoning
  if (opaque === undefined && choice.thought !== undefined) return choice.thought
  endReasoning(choice)
  const part = openReasoning(choice, text === undefined ? noReasoning : beginnings.reasoning)
  addReasoning(choice, text)
  return part
}

const cover = (choice: Choice, part: number, bytes: readonly OpaqueBytes[] = []): void => {
  for (const opaque of bytes) choice.extend(part, { type: "opaque", opaque })
}

const addPart = (choice: Choice, part: ContentPart): void => {
  if (part.type === "text" || part.type === "refusal") return addText(choice, part.type, part.text)
  if (part.type === "reasoning") return addReasoning(choice, part.text)
  endReasoning(choice)
  if (part.type === "media" && part.media === "audio" && part.source.kind === "base64")
    addAudio(choice, part, part.source.data)
  else choice.end(choice.begin({ ...part, at: "" }))
}

const addAudio = (choice: Choice, { at: _at, transcript: text, ...value }: MediaPart, data: string): void => {
  const part = (choice.audio ??= choice.begin({ ...value, source: { kind: "base64", data: "" } }))
  if (data !== "") choice.extend(part, { type: "data", data })
  if (text !== undefined) choice.extend(part, { type: "transcript", text })
}

/** Ends a choice, with every part of it that is open. */
export const finishChoice = (choice: Choice, finish: FinishReason): void => {
  const { index, reasoning, text, refusal, audio, calls, stream } = choice
  choice.finished = true
  const open = [reasoning, text, refusal, audio, ...calls.map((call) => call.part)]
  for (const part of open.filter((it) => it !== undefined).toSorted((a, b) => a - b)) choice.end(part)
  stream.events.push({ type: "finish", candidate: index, finish })
}
