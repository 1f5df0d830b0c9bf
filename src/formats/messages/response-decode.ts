import type { ChatCandidate, ChatResponse, ContentPart } from "../../core/chat/chat.ts"
import { settledAnswer, saysAnything } from "../../core/chat/codec.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, Invalid, type Result, succeed } from "../../core/errors/invalid.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  type MutableDraft,
  setDefined,
  isArray,
  type Json,
  type JsonObject,
  JsonText,
  objectOr
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { Translated } from "../../core/notes/note.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { decodeInnerContent, inAnswer } from "./context.ts"
import { id, ownVendor } from "./wire.ts"
import {
  frameError,
  decodeBlockReason,
  decodeFinishReason,
  isLimit,
  stopReasonOf,
  decodeTier,
  decodeUsage
} from "./response-end.ts"
import { blockDecodeContext } from "./parts.ts"
import { rules } from "./rules.ts"
import { inputText, isClientCall } from "../../core/chat/tool-calls.ts"

/** Reads a whole answer. An error body inside a success is the error that it says. */
export const decodeResponse = (
  body: JsonText,
  reply: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const object = body.object
  if (object === undefined) return fail(Invalid.at("", "The answer is not a JSON object."))
  const error = frameError(object)
  if (error !== undefined) return fail(error)
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
 * An answer was paid for: what is not as it must be is noted, and left out. Where nothing is said beside what cannot be
 * read of its content, or with a call of no tool, there is no answer.
 */
const salvagedResponse = (
  reader: IssueReader,
  { content }: JsonObject,
  response: ChatResponse
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const { issues, notes } = reader
  const isLost =
    issues.some(({ path }) => /^(?:$|\/content)/.test(path)) &&
    !response.candidates.some(({ parts }) => parts.some(saysAnything))
  if (isLost || hasUnnamed(content)) return settledAnswer(reader, response)
  const left = issues.map(({ path, message }) => rules.note("unknown-member", path, { detail: message }))
  return succeed({ value: response, notes: [...notes, ...left] })
}

/** Whether a block calls a tool, and no name says which. */
export const isUnnamed = (block: Json | undefined): boolean => {
  const { type, name } = objectOr(block) ?? {}
  return typeof type === "string" && type.endsWith("tool_use") && typeof name !== "string"
}

/** Whether blocks have such a call among them. */
export const hasUnnamed = (blocks: Json | undefined): boolean => isArray(blocks) && blocks.some(isUnnamed)

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
const decodeContainer = (message: ObjectReader, vendor: string): Pick<ChatResponse, "refs" | "native"> | undefined => {
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
  const { parts } = decodeInnerContent(blockDecodeContext(reader, reply), members)
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
