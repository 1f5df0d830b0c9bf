import type { BlockReason, ChatCandidate, ChatResponse, ContentPart, FinishReason } from "../../core/chat/chat.ts"
import { finishOf } from "../../core/chat/codec.ts"
import { groundedParts } from "../../core/chat/citations.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type JsonObjectBuilder, JsonText, type JsonTemplate, putMember, spelledMembers } from "../../core/json/json.ts"
import { nearestOf, type NoteSink, type TranslationNote, type Translated } from "../../core/notes/note.ts"
import { noteGrounding } from "./citations.ts"
import { isOwn, ownNative, restore, type ResponseEncodeContext } from "./context.ts"
import {
  encodeFinishReason,
  type FinishContent,
  finishContent,
  type FinishStatus,
  lossOfFinish,
  encodeUsage
} from "./response-end.ts"
import {
  beginsMessage,
  contentPart,
  isMessagePart,
  isSilentText,
  LogprobQueue,
  messageItem,
  type MessagePart,
  partItems,
  toldPart
} from "./response-parts.ts"
import { note, noteEnd, noteLeftovers } from "./rules.ts"
import { carriers } from "./opaque.ts"
import { lostCountRule, type TokenUsage } from "../../core/tokens/usage.ts"

/** A whole answer as this format's body. It was paid for, so it is always written; what has no place leaves a note. */
export const encodeResponse = (
  response: ChatResponse,
  preferences: ReplyPreferences,
  defaults: ResponseDefaults
): Translated<JsonText> => {
  const to: ResponseEncodeContext = {
    preferences,
    defaults,
    notes: [],
    answer: response.id || defaults.id,
    partAt: (index) => parts[index]
  }
  const candidate = firstCandidate(to, response)
  const parts = groundedParts(candidate, (cited) => noteGrounding(to, cited)).map((part) => toldPart(to, part))
  const finish = finishOf(candidate, (at) => note(to, "finish-unsaid", at))
  const ended = encodeEnd(to, { ...candidate, finish }, finishContent(candidate.parts))
  const output = encodeOutput(to, parts, candidate, ended)
  if (response.usage !== undefined) noteUsage(to, response.usage)
  noteHead(to, response)
  const usage = response.usage === undefined ? null : encodeUsage(response.usage)
  const body = encodeHead(to, response, ended, output, usage)
  return { value: JsonText.tree(body), notes: to.notes.map(neverRefused) }
}

/** An answer is never refused: what a request would be refused for is dropped. */
const neverRefused = (note: TranslationNote): TranslationNote =>
  note.kind === "refused" ? { ...note, kind: "dropped" } : note

/** The one answer that there is place for: the first. None is a prompt that was blocked. */
const firstCandidate = (to: NoteSink, response: ChatResponse): ChatCandidate => {
  const { candidates, block } = response
  const first = candidates.find(({ index }) => index === 0) ?? candidates[0]
  for (const candidate of candidates) if (candidate !== first) note(to, "candidate", candidate)
  if (block !== undefined) noteBlock(to, block)
  if (first === undefined) {
    note(to, "required-member/answer", response)
    return { index: 0, parts: [], finish: { kind: "blocked" } }
  }
  if (first.block !== undefined) noteBlock(to, first.block)
  noteLeftovers(to, first)
  return first
}

/** Notes what is known of why something was withheld. */
export const noteBlock = (to: NoteSink, block: BlockReason): void => {
  for (const field of ["category", "message", "ratings"] as const)
    if (block[field] !== undefined) note(to, "unsupported", block, field)
}

/** How an answer ends; a note where that says less than its finish. */
export const encodeEnd = (
  to: NoteSink,
  candidate: Pick<ChatCandidate, "at" | "places"> & { readonly finish: FinishReason },
  content: FinishContent
): FinishStatus => {
  const { finish } = candidate
  const loss = lossOfFinish(finish, content)
  const place = finish.sequence === undefined ? "finish" : "sequence"
  if (loss !== undefined) noteEnd(to, loss, nearestOf(candidate, place), finish)
  return encodeFinishReason(finish, content)
}

/** The items of an answer: texts that stand together are one message, all else is an item each. */
const encodeOutput = (
  to: ResponseEncodeContext,
  parts: readonly ContentPart[],
  { logprobs = [] }: ChatCandidate,
  { status }: FinishStatus
): readonly JsonTemplate[] => {
  const output: JsonTemplate[] = []
  const tokens = new LogprobQueue()
  tokens.add(to, logprobs)
  const lastText = parts.findLastIndex(({ type }) => type === "text")
  let message: { readonly first: MessagePart; readonly content: JsonTemplate[] } | undefined
  const close = (isLast: boolean): void => {
    if (message === undefined) return
    const { first, content } = message
    output.push(messageItem(to, first, output.length, isLast ? status : "completed", content))
    message = undefined
  }
  parts.forEach((part, place) => {
    if (!isMessagePart(part)) {
      const items = partItems(to, part, place, output.length + (message === undefined ? 0 : 1))
      if (items.length > 0) close(false)
      for (const item of items) output.push(item)
      return
    }
    if (!isSilentText(part)) {
      if (beginsMessage(part)) close(false)
      message ??= { first: part, content: [] }
      const extras =
        part.type === "text"
          ? { citations: part.citations ?? [], logprobs: tokens.take(part.text.length, place === lastText) }
          : { citations: [], logprobs: [] }
      message.content.push(contentPart(to, part, extras))
    }
    if (part.opaque === undefined || part.opaque.length === 0) return
    close(place === lastText)
    for (const item of carriers(to, part.opaque, part, place, output.length)) output.push(item)
  })
  close(true)
  return output
}

/** Notes what there is no place for of an answer besides its candidates. */
export const noteHead = (to: NoteSink, response: Omit<ChatResponse, "candidates" | "usage">): void => {
  for (const { kind, at } of response.refs ?? [])
    note(to, kind === "container" ? kind : "held-elsewhere", at ?? response)
  noteLeftovers(to, response)
}

/** What clients expect of an answer that repeats nothing of its request. */
const unsaid: JsonObjectBuilder = {
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: 1,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  truncation: "disabled"
}

/** An answer with its output: whole, at the beginning of a stream with none, or as far as it came. */
export const encodeHead = (
  to: ResponseEncodeContext,
  response: Omit<ChatResponse, "candidates" | "usage">,
  { status, reason }: { readonly status: string; readonly reason?: string | undefined },
  output: readonly JsonTemplate[],
  usage: JsonTemplate,
  error: JsonTemplate = null
): JsonObjectBuilder => {
  const { preferences, defaults, answer } = to
  const out: JsonObjectBuilder = {
    id: answer,
    object: "response",
    created_at: response.created ?? defaults.created,
    status,
    completed_at: status === "completed" ? (defaults.now?.() ?? null) : null,
    error,
    incomplete_details: reason === undefined ? null : { reason },
    model: response.model ?? defaults.model,
    output,
    usage,
    ...unsaid
  }
  if (response.tier !== undefined) out["service_tier"] = response.tier
  const echo = preferences.echo === undefined ? undefined : JsonText.source(preferences.echo).object
  for (const [key, member] of Object.entries(spelledMembers(echo ?? {}))) putMember(out, key, member)
  if (isOwn(response)) for (const [key, value] of ownNative(response)?.consumed ?? []) putMember(out, key, value)
  return restore(out, response)
}

/** Counts that are told as 0 where they are not known. */
const always = ["input", "cacheRead", "text", "reasoning"] as const

/** Notes the counts that have no place of their own, and those that are told although nothing is known of them. */
export const noteUsage = (to: NoteSink, usage: TokenUsage): void => {
  const untold = [
    ...(usage.by?.keys() ?? []),
    ...(["cacheWriteHour", "toolPrompt"] as const).filter((name) => usage[name] !== undefined)
  ]
  for (const name of untold) note(to, lostCountRule(usage, name), usage, name)
  if (always.some((name) => usage[name] === undefined)) note(to, "required-member/usage", usage)
  noteLeftovers(to, usage)
}
