import { refusalIn, withRefusal } from "../../core/chat/refusal.ts"
import type { BlockReason, ChatCandidate, ChatResponse, ContentPart } from "../../core/chat/chat.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, Invalid, type Result, succeed } from "../../core/errors/invalid.ts"
import type { ReplyContext, ReplyPreferences, ResponseDefaults } from "../../core/format.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/builder.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  objectOr
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { nearestOf } from "../../core/notes/note-writer.ts"
import type { Translated } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import { groundedParts } from "./citations.ts"
import {
  consumed,
  decodeInnerContent,
  inAnswer,
  isOwn,
  note,
  noteField,
  noteLeftovers,
  type ResponseEncodeContext,
  restore
} from "./context.ts"
import { decodeError } from "./error.ts"
import {
  decodeBlockReason,
  decodeFinishReason,
  encodeBlockReason,
  encodeFinishReason,
  hasCategory,
  isLimit,
  stopReasonOf
} from "./finish-reason.ts"
import { decodeContext } from "./parts.ts"
import { encodeReplyPart } from "./response-parts.ts"
import { rules } from "./rules.ts"
import { decodeTier, decodeUsage, encodeUsage, lostCounts } from "./usage.ts"
import { id, ownVendor } from "./wire.ts"
import { inputObject, inputText, isClientCall } from "../../core/chat/tool-calls.ts"

/** Reads a whole answer. An error body inside a success is the error that it says. */
export const decodeResponse = (
  body: JsonText,
  reply: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const object = body.object
  if (object === undefined) return fail(Invalid.at("", "The answer is not a JSON object."))
  if (object["type"] === "error" || isObject(object["error"])) return fail(decodeError(200, {}, body.text))
  const reader = new IssueReader()
  const members = new ObjectReader(reader, object, "", inAnswer)
  const response: MutableDraft<ChatResponse> = {
    ...decodeHead(members, reply.vendor ?? ownVendor),
    candidates: [decodeCandidate(members, reply)]
  }
  const usage = reader.object(object, "usage", "")
  setDefined(response, "tier", decodeTier(usage))
  if (usage !== undefined) response.usage = decodeUsage(reader, usage, "/usage")
  return salvagedResponse(reader, object, response)
}

/**
 * An answer was paid for: what is not as it must be is noted, and left out. Without anything to read in its content, or
 * with a call of no tool, there is no answer.
 */
const salvagedResponse = (
  reader: IssueReader,
  { content }: JsonObject,
  response: ChatResponse
): Result<Translated<ChatResponse>, Invalid> => {
  const { issues, notes } = reader
  const isEmpty = response.candidates.every(({ parts }) => parts.length === 0)
  if (isEmpty || (isArray(content) && content.some(isUnnamed))) return reader.settled(response)
  const left = issues.map(({ path, message }) => rules.note("unknown-member", path, { detail: message }))
  return succeed({ value: response, notes: [...notes, ...left] })
}

const isUnnamed = (block: Json): boolean => {
  const { type, name } = objectOr(block) ?? {}
  return typeof type === "string" && type.endsWith("tool_use") && typeof name !== "string"
}

type Head = Omit<ChatResponse, "candidates" | "usage">

/** Reads what a message says of itself besides its content: in an answer, and at the beginning of a stream. */
export const decodeHead = (message: ObjectReader, vendor: string): MutableDraft<Head> => {
  const head: MutableDraft<Head> = { at: "" }
  setDefined(head, "id", message.string("id"))
  setDefined(head, "model", message.string("model"))
  message.skip("type", "role", "content", "stop_reason", "stop_sequence", "stop_details", "container", "usage")
  message.attachUnknown(head)
  head.places = headPlaces
  const { refs, native } = decodeContainer(message, vendor) ?? {}
  setDefined(head, "refs", refs)
  head.native = { format: id, ...head.native, ...native }
  return head
}

const headPlaces: ReadonlyMap<string, JsonPointer> = new Map([["tier", "/usage/service_tier"]])

/** The container that an answer names. */
export const decodeContainer = (
  message: ObjectReader,
  vendor: string
): Pick<ChatResponse, "refs" | "native"> | undefined => {
  const held = objectOr(message.value("container"))?.["id"]
  const container = message.json("container")
  return typeof held === "string" && container !== undefined
    ? {
        refs: [{ vendor, kind: "container", id: held, at: "/container/id" }],
        native: { format: id, consumed: new Map([["container", container]]) }
      }
    : undefined
}

/** Where an answer says why it ended. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["finish", "/stop_reason"],
  ["sequence", "/stop_sequence"]
])

const decodeCandidate = (members: ObjectReader, reply: ReplyContext): ChatCandidate => {
  const { reader, object } = members
  if ((object["content"] ?? null) === null) reader.absent("", "content")
  const { parts } = decodeInnerContent(decodeContext(reader, reply), members)
  const candidate: MutableDraft<ChatCandidate> = { at: "", index: 0, parts, places, ...decodeBlockReason(members) }
  const reason = stopReasonOf(members)
  const sequence = members.string("stop_sequence")
  if (reason !== undefined) {
    candidate.finish = decodeFinishReason(reason, sequence, {
      calls: parts.some(isClientCall),
      stoodIn: reply.output !== undefined
    })
    if (isLimit(candidate.finish)) candidate.parts = withoutEnd(parts)
  }
  return candidate
}

/**
 * The parts of an answer that its limit ended. A call that it ends with broke off: of its input there is what was whole,
 * be it nothing.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use `max_tokens`: a `tool_use` block at
 *   the end of such an answer is incomplete (read 2026-11)
 */
const withoutEnd = (parts: readonly ContentPart[]): readonly ContentPart[] => {
  const last = parts.at(-1)
  if (!isClientCall(last) || last.input.kind === "code") return parts
  const input = inputText(last.input) === "{}" ? ({ kind: "json", json: JsonText.source("") } as const) : last.input
  return [...parts.slice(0, -1), { ...last, input: { ...input, unfinished: true } }]
}

/** Writes a whole answer. It was paid for, so it is always written; what has no place leaves a note. */
export const encodeResponse = (
  response: ChatResponse,
  preferences: ReplyPreferences,
  defaults: ResponseDefaults
): Translated<JsonText> => {
  const to: ResponseEncodeContext = { preferences, defaults, notes: [], partAt: (index) => parts[index] }
  const first = firstCandidate(to, response)
  const candidate = honestFinish(withRefusal(first, refusalIn(first.parts)))
  const parts = groundedParts(to, candidate)
  const content = parts.flatMap((part, index) => encodeReplyPart(to, part, index, candidate.finish))
  const end = encodeStopReason(to, response, candidate)
  noteUsage(to, response.usage)
  return { value: JsonText.tree(encodeMessage(to, response, content, end)), notes: to.notes }
}

/** The one answer that a message holds: the first. None is an answer that was blocked before it began. */
const firstCandidate = (to: ResponseEncodeContext, { candidates, block }: ChatResponse): ChatCandidate => {
  const first = candidates.find(({ index }) => index === 0) ?? candidates[0]
  for (const candidate of candidates) if (candidate !== first) note(to, "candidate", candidate.at)
  if (first !== undefined) {
    noteLeftovers(to, first)
    if (first.logprobs !== undefined) noteField(to, "logprobs", first, "logprobs")
    return first
  }
  if (block !== undefined) note(to, "block", block.at)
  return { index: 0, parts: [], finish: { kind: "blocked" }, ...(block === undefined ? {} : { block }) }
}

/** An answer whose calls were left out for what their input was did not end in calls. */
const honestFinish = (candidate: ChatCandidate): ChatCandidate =>
  candidate.finish?.kind !== "length" && candidate.parts.some(isBrokenCall)
    ? { ...candidate, finish: { kind: "malformed" } }
    : candidate

const isBrokenCall = (part: ContentPart): boolean => isClientCall(part) && inputObject(part) === undefined

/** A message with its content and its end: whole, or at the beginning of a stream with neither. */
export const encodeMessage = (
  to: ResponseEncodeContext,
  response: Omit<ChatResponse, "candidates">,
  content: readonly JsonTemplate[],
  end: JsonObjectBuilder
): JsonObjectBuilder => {
  if (response.created !== undefined) noteField(to, "bookkeeping", response, "created")
  noteLeftovers(to, response)
  const id = response.id ?? to.defaults.id
  const model = response.model ?? to.defaults.model
  const usage = encodeUsage(response.usage, encodeTier(to, response))
  if (!isOwn(response)) usage["inference_geo"] = null
  return restore({ id, type: "message", role: "assistant", model, content, ...end, usage }, response)
}

/** How an answer ended, and what else is said of it at its end. */
export const encodeStopReason = (
  to: ResponseEncodeContext,
  response: Pick<ChatResponse, "refs" | "native">,
  candidate: Pick<ChatCandidate, "finish" | "block" | "native" | "at" | "places">
): JsonObjectBuilder => {
  const { finish, block } = candidate
  const ended = finish === undefined ? undefined : encodeFinishReason(finish)
  if (ended?.exact === false) note(to, "finish-reason", nearestOf(candidate, "finish"))
  if (block !== undefined) noteBlock(to, block, isOwn(candidate))
  return restore(
    {
      stop_reason: ended?.reason ?? null,
      stop_sequence: finish?.sequence ?? null,
      stop_details: encodeBlockReason(block, isOwn(candidate)),
      container: encodeContainer(to, response)
    },
    candidate
  )
}

/** Notes what `stop_details` cannot say of why something was withheld. */
const noteBlock = (to: ResponseEncodeContext, block: BlockReason, own: boolean): void => {
  if (block.category !== undefined && !hasCategory(block.category, own)) noteField(to, "unsupported", block, "category")
  if (block.ratings !== undefined) noteField(to, "unsupported", block, "ratings")
}

const encodeContainer = (to: ResponseEncodeContext, response: Pick<ChatResponse, "refs" | "native">): JsonTemplate => {
  const held = consumed(response, "container")
  if (held === undefined) for (const { at } of response.refs ?? []) note(to, "container", at)
  return held ?? null
}

/** The service tiers that an answer may name. */
const tiers: ReadonlySet<string> = new Set(["standard", "priority", "batch"])

/** The service tier of an answer as its usage names it. */
const encodeTier = (
  to: ResponseEncodeContext,
  response: Pick<ChatResponse, "tier" | "native" | "at" | "places">
): string | undefined => {
  const { tier: ownTier, native } = response
  const tier = ownTier === "default" ? "standard" : ownTier
  if (ownTier === "standard") noteField(to, "spelling", response, "tier")
  if (tier === undefined || tiers.has(tier) || native?.format === id) return tier
  noteField(to, "service-tier", response, "tier")
  return undefined
}

/** Notes what the endpoint's usage has no count for, and what it counts although it is not known. */
export const noteUsage = (to: ResponseEncodeContext, usage: TokenUsage | undefined): void => {
  if (usage?.input === undefined || usage.text === undefined) note(to, "required-member", usage?.at)
  if (usage === undefined) return
  noteLeftovers(to, usage)
  for (const view of lostCounts(usage)) noteField(to, "usage-count", usage, view)
  if (usage.toolPrompt !== undefined) noteField(to, "usage-merged", usage, "toolPrompt")
}
