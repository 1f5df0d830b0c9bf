import { inAnswer } from "../native.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonText, objectOr } from "../../../core/json/json.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type { ChatCandidate, ChatResponse } from "../../../core/chat/chat.ts"
import type { GatewayError } from "../../../core/errors/error.ts"
import type { ReplyContext } from "../../../core/format.ts"
import { Invalid, fail, type Result, succeed } from "../../../core/errors/invalid.ts"
import type { JsonPointer } from "../../../core/json/pointer.ts"
import type { Translated } from "../../../core/notes/note.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { readingOf } from "../blocks/decode.ts"
import { readInside } from "../blocks/reading.ts"
import { decodeError } from "../error.ts"
import { finishOf, isClientCall, readBlock, readReason } from "../finish.ts"
import { rules } from "../rules.ts"
import { readTier, readUsage } from "../usage.ts"
import { id, ownVendor } from "../wire.ts"

/** Reads a whole answer. An error body inside a success is the error that it says. */
export const decodeResponse = (
  body: JsonText,
  undo: ReplyContext
): Result<Translated<ChatResponse>, Invalid | GatewayError> => {
  const object = body.object
  if (object === undefined) return fail(Invalid.at("", "The answer is not a JSON object."))
  if (object["type"] === "error" || isObject(object["error"])) return fail(decodeError(200, {}, body.text))
  const reader = new IssueReader()
  const members = new ObjectReader(reader, object, "", inAnswer)
  const response: MutableDraft<ChatResponse> = {
    ...readHead(members, undo.vendor ?? ownVendor),
    candidates: [readCandidate(members, undo)]
  }
  const usage = reader.object(object, "usage", "")
  setDefined(response, "tier", readTier(usage))
  if (usage !== undefined) response.usage = readUsage(reader, usage, "/usage")
  return salvaged(reader, object, response)
}

/**
 * An answer was paid for: what is not as it must be is noted, and left out. Without anything to read in its content, or
 * with a call of no tool, there is no answer.
 */
const salvaged = (
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
export const readHead = (message: ObjectReader, vendor: string): MutableDraft<Head> => {
  const head: MutableDraft<Head> = { at: "" }
  setDefined(head, "id", message.string("id"))
  setDefined(head, "model", message.string("model"))
  message.skip("type", "role", "content", "stop_reason", "stop_sequence", "stop_details", "container", "usage")
  message.attachUnknown(head)
  head.places = headPlaces
  const { refs, native } = readContainer(message, vendor) ?? {}
  setDefined(head, "refs", refs)
  head.native = { format: id, ...head.native, ...native }
  return head
}

const headPlaces: ReadonlyMap<string, JsonPointer> = new Map([["tier", "/usage/service_tier"]])

/** The container that an answer names. */
export const readContainer = (
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

const readCandidate = (members: ObjectReader, undo: ReplyContext): ChatCandidate => {
  const { reader, object } = members
  if ((object["content"] ?? null) === null) reader.absent("", "content")
  const { parts } = readInside(readingOf(reader, undo.vendor ?? ownVendor, undo), members)
  const candidate: MutableDraft<ChatCandidate> = { at: "", index: 0, parts, places, ...readBlock(members) }
  const reason = readReason(members)
  const sequence = members.string("stop_sequence")
  if (reason !== undefined) {
    candidate.finish = finishOf(reason, sequence, {
      calls: parts.some(isClientCall),
      stoodIn: undo.output !== undefined
    })
  }
  return candidate
}
