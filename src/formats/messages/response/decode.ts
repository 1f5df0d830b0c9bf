import type { Candidate, Part, Response } from "../../../words/chat.ts"
import type { GatewayError } from "../../../words/error.ts"
import type { Undo } from "../../../words/format.ts"
import { Invalid } from "../../../words/invalid.ts"
import { isObject, type JsonObject, JsonText } from "../../../words/json.ts"
import type { Ref } from "../../../words/node.ts"
import type { Translated } from "../../../words/note.ts"
import { Reader } from "../../../words/reader.ts"
import { fail, type Result, succeed } from "../../../words/result.ts"
import { readingOf } from "../blocks/decode.ts"
import { readContent } from "../blocks/reading.ts"
import { decodeError } from "../error.ts"
import { finishOf, isClientCall, readBlock } from "../finish.ts"
import { type Draft } from "../native.ts"
import { readTier, readUsage } from "../usage.ts"
import { id, known, ownVendor } from "../wire.ts"

/** Reads a whole answer. An error body inside a success is the error that it says. */
export const decodeResponse = (body: JsonText, undo: Undo): Result<Translated<Response>, Invalid | GatewayError> => {
  const object = body.object
  if (object === undefined) return fail(Invalid.at("", "The answer is not a JSON object."))
  if (object["type"] === "error" || isObject(object["error"])) return fail(decodeError(200, {}, body.text))
  const reader = new Reader()
  const content = readContent(readingOf(reader, undo.vendor ?? ownVendor, undo), object, "")
  if (content === undefined && reader.issues.length === 0) reader.issue("", "`content` is required.")
  const response = readHead(reader, object, undo.vendor ?? ownVendor)
  const candidate = readCandidate(reader, object, content?.parts ?? [], undo)
  const usage = reader.object(object, "usage", "")
  const tier = usage === undefined ? undefined : readTier(usage)
  if (tier !== undefined) response.tier = tier
  const [first, ...more] = reader.issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  const value: Response = { ...response, candidates: [candidate] }
  const counted = usage === undefined ? value : { ...value, usage: readUsage(reader, usage, "/usage") }
  return succeed({ value: counted, notes: reader.notes })
}

/** Reads what a message says of itself besides its content: in an answer, and at the beginning of a stream. */
export const readHead = (reader: Reader, object: JsonObject, vendor: string): Draft<Omit<Response, "candidates">> => {
  const response: Draft<Omit<Response, "candidates">> = { at: "" }
  const messageId = reader.string(object, "id", "")
  if (messageId !== undefined) response.id = messageId
  const model = reader.string(object, "model", "")
  if (model !== undefined) response.model = model
  const refs = readContainer(object, vendor)
  if (refs !== undefined) response.refs = refs
  const rest = withoutNulls(reader.rest(object, known.response))
  const consumed = refs === undefined ? undefined : new Map([["container", JsonText.member(object, "container")]])
  response.native = {
    format: id,
    ...(rest === undefined ? {} : { rest }),
    ...(consumed === undefined ? {} : { consumed })
  }
  return response
}

/** The container that an answer names. */
export const readContainer = (object: JsonObject, vendor: string): readonly Ref[] | undefined => {
  const container = object["container"]
  const held = isObject(container) ? container["id"] : undefined
  return typeof held === "string" ? [{ vendor, kind: "container", id: held }] : undefined
}

/** Members of answers are null where they say nothing. */
const withoutNulls = (rest: ReadonlyMap<string, JsonText> | undefined): ReadonlyMap<string, JsonText> | undefined => {
  if (rest === undefined) return undefined
  const kept = [...rest].filter(([, value]) => value.text !== "null")
  return kept.length === 0 ? undefined : new Map(kept)
}

const readCandidate = (reader: Reader, object: JsonObject, parts: readonly Part[], undo: Undo): Candidate => {
  const candidate: Draft<Candidate> = { at: "", index: 0, parts }
  const reason = reader.string(object, "stop_reason", "")
  const sequence = reader.string(object, "stop_sequence", "")
  if (reason !== undefined) {
    candidate.finish = finishOf(reason, sequence, {
      calls: parts.some(isClientCall),
      stoodIn: undo.output !== undefined
    })
  }
  const details = reader.object(object, "stop_details", "")
  if (details !== undefined) {
    const { block, inner } = readBlock(reader, details, "/stop_details")
    candidate.block = block
    candidate.native = inner === undefined ? { format: id } : { format: id, inner }
  }
  return candidate
}
