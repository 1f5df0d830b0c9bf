import {
  type ChatCandidate,
  type ChatResponse,
  fail,
  type FinishReason,
  Invalid,
  isObject,
  IssueReader,
  type JsonObjectBuilder,
  JsonText,
  type MutableDraft,
  ObjectReader,
  outputTokens,
  placeOf,
  promptTokens,
  type ReplyContext,
  type ReplyPreferences,
  type ResponseDefaults,
  type Result,
  setDefined,
  succeed,
  type TokenUsage,
  type Translated,
  type TranslationNote
} from "../../src/format.ts"
import { readBlocks } from "./parts-decode.ts"
import { id, inAnswer, note, noteRest, restore } from "./rules.ts"
import { writeBlocks } from "./parts-encode.ts"

/** What each stop reason means; the first of a meaning is the one that is written. */
const stops: ReadonlyMap<string, FinishReason["kind"]> = new Map([
  ["end_turn", "stop"],
  ["tool_use", "tool-calls"],
  ["max_tokens", "length"],
  ["stop_sequence", "stop-sequence"],
  ["content_filtered", "blocked"],
  ["guardrail_intervened", "blocked"],
  ["malformed_model_output", "malformed"],
  ["malformed_tool_use", "malformed"],
  ["model_context_window_exceeded", "context"]
])

const wordFor = (kind: FinishReason["kind"]): string | undefined => [...stops].find(([, it]) => it === kind)?.[0]

export const finishOf = (value: string): FinishReason => {
  const kind = stops.get(value) ?? "other"
  return wordFor(kind) === value ? { kind } : { kind, raw: { format: id, value } }
}

export const writeFinish = ({ kind, raw, sequence }: FinishReason, notes: TranslationNote[]): string => {
  const word = raw?.format === id ? raw.value : wordFor(kind)
  if (word === undefined || sequence !== undefined) notes.push(note("finish", ""))
  return word ?? "end_turn"
}

export const readUsage = (usage: ObjectReader): TokenUsage => {
  const read: MutableDraft<TokenUsage> = { at: usage.at }
  setDefined(read, "input", usage.integer("inputTokens"))
  setDefined(read, "cacheRead", usage.integer("cacheReadInputTokens"))
  setDefined(read, "cacheWrite", usage.integer("cacheWriteInputTokens"))
  setDefined(read, "text", usage.integer("outputTokens"))
  usage.skip("totalTokens")
  return read
}

export const writeUsage = (usage: TokenUsage, notes: TranslationNote[]): JsonObjectBuilder => {
  noteRest(usage, ["input", "cacheRead", "cacheWrite", "text"], notes)
  const [prompt, output] = [promptTokens(usage), outputTokens(usage)]
  return {
    inputTokens: usage.input,
    outputTokens: output,
    totalTokens: prompt === undefined || output === undefined ? undefined : prompt + output,
    cacheReadInputTokens: usage.cacheRead,
    cacheWriteInputTokens: usage.cacheWrite
  }
}

/** Reads a whole answer, which names neither itself nor its model. */
export const decodeResponse = (body: JsonText, _undo: ReplyContext): Result<Translated<ChatResponse>, Invalid> => {
  const { value } = body
  if (!isObject(value)) return fail(Invalid.at("", "The answer is not a JSON object."))
  const reader = new IssueReader()
  const answer = new ObjectReader(reader, value, "", inAnswer)
  const message = answer.inside("output")?.inside("message")
  message?.skip("role")
  const stop = answer.string("stopReason")
  const usage = answer.inside("usage")
  const candidate: MutableDraft<ChatCandidate> = { index: 0, parts: readBlocks(message?.items("content") ?? []) }
  setDefined(candidate, "at", message?.at)
  setDefined(candidate, "finish", stop === undefined ? undefined : finishOf(stop))
  const response: MutableDraft<ChatResponse> = { at: "", candidates: [candidate] }
  setDefined(response, "usage", usage && readUsage(usage))
  const [first, ...more] = reader.issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  if (message === undefined) return fail(Invalid.at("/output/message", "The answer has no message."))
  return succeed({ value: answer.attachUnknown(response), notes: reader.notes })
}

const none: ChatCandidate = { index: 0, parts: [] }

/** Writes a whole answer: its first candidate. */
export const encodeResponse = (
  response: ChatResponse,
  _asked: ReplyPreferences,
  _stamp: ResponseDefaults
): Translated<JsonText> => {
  const notes: TranslationNote[] = []
  const { candidates, usage } = response
  const [candidate = none, ...more] = candidates
  if (candidate === none) notes.push(note("none", placeOf(response, "candidates")))
  noteRest(response, ["candidates", "usage"], notes)
  noteRest(candidate, ["index", "parts", "finish"], notes)
  for (const lost of more) notes.push(note("part", lost.at ?? placeOf(response, "candidates")))
  const content = writeBlocks(candidate.parts, "answer", notes)
  const body: JsonObjectBuilder = {
    output: { message: { role: "assistant", content } },
    stopReason: candidate.finish && writeFinish(candidate.finish, notes),
    usage: usage && writeUsage(usage, notes)
  }
  return { value: JsonText.tree(restore(body, response)), notes }
}
