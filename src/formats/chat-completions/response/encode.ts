import type {
  Block,
  Candidate,
  FinishReason,
  Part,
  ReasoningPart,
  Response,
  ToolCallPart
} from "../../../words/chat/chat.ts"
import type { PartAt } from "../../../words/chat/carried-calls.ts"
import type { Asked, Stamp } from "../../../words/format.ts"
import { JsonText, type Tree } from "../../../words/json/json.ts"
import { nearestOf } from "../../../words/notes/leftover.ts"
import type { Note, Translated } from "../../../words/notes/note.ts"
import { isOrdered, textOf, writeDetails } from "../carriers.ts"
import { hasClientCall, writeFinish } from "../finish.ts"
import { writeLogprobs } from "../logprobs.ts"
import type { Out } from "../../../words/out.ts"
import { restore } from "../native.ts"
import { noteOrder } from "../order.ts"
import { noteLeftovers, note } from "../rules.ts"
import { untold, writeUsage } from "../usage.ts"
import { writeCitations } from "./citations.ts"
import { callEntry, signatureOf, wholeInput } from "../call-input.ts"
import { callId, type CallPlace, isCustom, noteCall, noteInput } from "./call.ts"
import { thinkingIn } from "./think.ts"

/** What the parts of an answer need of the whole. */
interface Answer {
  readonly asked: Asked
  readonly id: string
}

/** A whole answer as this format's body. */
export const encodeResponse = (response: Response, asked: Asked, stamp: Stamp): Translated<JsonText> => {
  const notes: Note[] = []
  const candidates = response.candidates.length > 0 ? response.candidates : blocked(response, notes)
  const out: Out = {
    id: response.id ?? stamp.id,
    object: "chat.completion",
    created: response.created ?? stamp.created,
    model: response.model ?? stamp.model,
    choices: candidates.map((candidate) => writeChoice(candidate, { asked, id: response.id ?? stamp.id }, notes))
  }
  if (response.usage !== undefined) {
    out["usage"] = writeUsage(response.usage)
    noteUsage(response.usage, notes)
  }
  if (response.tier !== undefined) out["service_tier"] = response.tier
  noteHead(response, notes)
  return { value: JsonText.tree(restore(out, response)), notes: notes.map(answered) }
}

/** An answer is never refused: what a request would be refused for is dropped. */
export const answered = (note: Note): Note => (note.kind === "refused" ? { ...note, kind: "dropped" } : note)

/** Notes what the format does not say of an answer besides its candidates. */
export const noteHead = (response: Omit<Response, "candidates" | "usage">, notes: Note[]): void => {
  for (const { kind, at } of response.refs ?? [])
    note(notes, kind === "container" ? "container" : "held-state", at ?? response)
  noteLeftovers(notes, response)
}

/** Notes the counts that have no place of their own. */
export const noteUsage = (usage: NonNullable<Response["usage"]>, notes: Note[]): void => {
  for (const name of untold(usage))
    note(notes, "usage-detail", usage, name, `The count \`${name}\` has no place of its own.`)
  noteLeftovers(notes, usage)
}

/** A prompt that was blocked has no candidate; the format needs one. */
export const blocked = (response: Pick<Response, "block" | "at">, notes: Note[]): readonly Candidate[] => {
  note(notes, "candidates-none", response)
  noteBlock(response.block, notes)
  return [{ index: 0, parts: [], finish: { kind: "blocked" } }]
}

/** Notes what is known of why something was withheld. */
export const noteBlock = (block: Block | undefined, notes: Note[]): void => {
  if (block === undefined) return
  for (const field of blockFields) if (block[field] !== undefined) note(notes, "block", block, field)
}

const blockFields = ["category", "message", "ratings"] as const

const writeChoice = (candidate: Candidate, answer: Answer, notes: Note[]): Tree => {
  const { asked } = answer
  const legacy = asked.legacyTools && hasClientCall(candidate.parts)
  const out: Out = { index: candidate.index, message: writeMessage(candidate, answer, notes) }
  out["logprobs"] = candidate.logprobs === undefined ? null : writeLogprobs(candidate.logprobs)
  const [word, rule] = writeFinish(candidate.finish ?? unsaid(candidate, notes), legacy)
  out["finish_reason"] = word
  if (rule !== undefined)
    note(notes, rule, nearestOf(candidate, candidate.finish?.sequence === undefined ? "finish" : "sequence"))
  noteBlock(candidate.block, notes)
  noteLeftovers(notes, candidate)
  return restore(out, candidate)
}

/** The reason of an answer that does not say why it ended: the format needs one. */
const unsaid = (candidate: Candidate, notes: Note[]): FinishReason => {
  note(notes, "finish-unsaid", nearestOf(candidate, "finish"))
  return { kind: hasClientCall(candidate.parts) ? "tool-calls" : "stop" }
}

const writeMessage = (candidate: Candidate, answer: Answer, notes: Note[]): Out => {
  const { asked } = answer
  const kept = candidate.parts.filter((part) => keeps(part, notes))
  const texts = kept.flatMap((part) => (part.type === "text" ? [part.text] : []))
  const thought = kept.flatMap((part) => (part.type === "reasoning" ? (textOf(part) ?? []) : [])).join("")
  const before = asked.thinking === "content" && thought !== "" ? thinkingIn(thought) : ""
  const refusals = kept.flatMap((part) => (part.type === "refusal" ? [part.text] : []))
  const out: Out = {
    role: "assistant",
    content: texts.length > 0 || before !== "" ? before + texts.join("") : null,
    refusal: refusals.join("") || null
  }
  if (asked.thinking === "field" && thought !== "") out["reasoning_content"] = thought
  const details = writeDetails(kept, "joined", asked.thinking === "field" && isOrdered(kept))
  if (details.length > 0) out["reasoning_details"] = details
  const annotations = writeCitations(candidate, kept, before.length, notes)
  if (annotations.length > 0) out["annotations"] = annotations
  writeAudio(out, kept)
  writeCalls(out, kept, answer, notes)
  for (const part of kept) noteLeftovers(notes, part)
  noteOrder(kept, notes)
  return out
}

/** Whether a part has a place in an answer; a note where it has not. */
export const keeps = (part: Part, notes: Note[]): boolean => {
  switch (part.type) {
    case "text":
    case "refusal":
      return true
    case "reasoning":
      return keepsReasoning(part, notes)
    case "media":
      if (part.media === "audio" && part.source.kind === "base64") {
        for (const field of mediaFields) if (part[field] !== undefined) note(notes, "media-detail", part, field)
        return true
      }
      note(notes, "media-answer", part)
      return false
    case "tool-call":
      if (part.runBy === "client") return true
      note(notes, "provider-call", part)
      return false
    case "tool-result":
      note(notes, "provider-call", part)
      return false
    case "search-result":
    case "tool-change":
    case "compaction":
    case "unknown":
      note(notes, "unknown-part", part)
      return false
  }
}

/** What an answer cannot say of a sound. */
const mediaFields = ["mime", "name", "title", "context", "cite", "detail", "clip"] as const

const keepsReasoning = (part: ReasoningPart, notes: Note[]): boolean => {
  const says = textOf(part) !== undefined || (part.opaque ?? []).length > 0
  if (!says) note(notes, "reasoning-nothing", part)
  return says
}

const writeAudio = (out: Out, parts: readonly Part[]): void => {
  const audio = parts.find((part) => part.type === "media")
  if (audio?.type !== "media" || audio.source.kind !== "base64") return
  out["audio"] = {
    id: audio.id ?? "",
    data: audio.source.data,
    expires_at: audio.expires ?? 0,
    transcript: audio.transcript ?? ""
  }
}

const writeCalls = (out: Out, kept: readonly Part[], answer: Answer, notes: Note[]): void => {
  const legacy = answer.asked.legacyTools
  const calls = kept.flatMap((call, part) => (call.type === "tool-call" ? [{ call, part }] : []))
  const [first, second] = calls
  if (first === undefined) return
  if (legacy) out["function_call"] = { name: first.call.name, arguments: writeInput(first.call, answer, notes) }
  if (legacy && second !== undefined) note(notes, "legacy-calls", second.call)
  const fresh = legacy ? calls.slice(1) : calls
  if (fresh.length === 0) return
  const partAt: PartAt = (part) => kept[part]
  out["tool_calls"] = fresh.map(({ call, part }, index) =>
    writeCall(call, { answer: answer.id, index, part, partAt }, answer, notes)
  )
}

const writeCall = (call: ToolCallPart, place: CallPlace, answer: Answer, notes: Note[]): Tree => {
  const input = writeInput(call, answer, notes)
  const custom = isCustom(call, answer.asked)
  return restore(callEntry(callId(call, place), call.name, custom, input, signatureOf(call)), call)
}

/** A call's input; no input is the empty object. */
const writeInput = (call: ToolCallPart, { asked }: Answer, notes: Note[]): string => {
  const input = wholeInput(call.input, isCustom(call, asked))
  noteCall(call, asked, notes)
  noteInput(call, asked, input !== "", notes)
  return input === "" && call.input.kind === "json" ? "{}" : input
}
