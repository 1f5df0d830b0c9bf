import { type ChatNode, type OpaqueBytes, nativeMembers } from "../../core/chat/node.ts"
import type { ChatRequest } from "../../core/chat/chat.ts"
import { type ChatEncodeContext, chatEncodeContext, type ReplyEncodeContext } from "../../core/chat/request.ts"
import { identifierSpelling, spellId, spellName } from "../../core/chat/call-id.ts"
import { Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { RequestTarget } from "../../core/format.ts"
import {
  isObject,
  type JsonObject,
  type JsonText,
  parseJson,
  type MutableDraft,
  type JsonObjectBuilder,
  putMember
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { type IssueReader, everyNull, noNull, type ReadOptions } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { id, ownVendor, bookkeeping } from "./wire.ts"
import type { PartAt } from "../../core/chat/carried-calls.ts"

const own = nativeMembers(id)

/** What this format alone says of nodes. */
export const { ownNative, isOwn, kindOf, consumed, consume, restore, spelledAs } = own

/** How a client's objects are read: an explicit null is kept. */
export const asSaid: ReadOptions = { format: id, silent: noNull, empty: true }

/** How an upstream's objects are read: a null says nothing, and a member of another type is unknown. */
export const asAnswered: ReadOptions = { format: id, silent: everyNull, lenient: true }

/** A request body that is being read: where its fields stood, and what is kept in its own spelling. */
export class DecodeContext {
  readonly body: JsonObject
  readonly reader: IssueReader
  readonly from: ObjectReader
  readonly places = new Map<string, JsonPointer>()
  /** Members whose meaning stands in fields, or that are of the call and not of the chat, in their own spelling. */
  readonly ownTexts = new Map<string, JsonText>()

  constructor(body: JsonObject, reader: IssueReader) {
    this.body = body
    this.reader = reader
    this.from = new ObjectReader(reader, body, "", asSaid)
  }

  /** Remembers where a field stood. */
  place(field: string, at: JsonPointer): void {
    this.places.set(field, at)
  }

  /** Sets on the request what only this format can say of it, when everything else was read. */
  keepOn(request: MutableDraft<ChatNode>): void {
    const { native } = this.from.attachUnknown(request)
    request.native = { format: id, ...native, ...(this.ownTexts.size > 0 && { consumed: this.ownTexts }) }
    if (this.reader.spelled.size > 0) request.native = { ...request.native, spelled: this.reader.spelled }
    if (this.places.size > 0) request.places = this.places
  }
}

/** A request that is being written. */
export type EncodeContext = ChatEncodeContext

/** The context in which a request is written. */
export const encodeContext = (request: ChatRequest, target: RequestTarget): EncodeContext =>
  chatEncodeContext(request, target, id, ownVendor)

const nameSpelling = identifierSpelling(64)

/** A call's id has up to 64 characters (https://platform.openai.com/docs/api-reference/responses/create, read 2026-11). */
const idSpelling = { pattern: /^[\s\S]+$/, length: 64 }

/** A tool's name as OpenAI takes it. */
export const spelledName = ({ own, names }: EncodeContext, name: string): string => {
  if (own) return name
  const spelled = spellName(name, nameSpelling)
  if (spelled !== name) names.set(spelled, name)
  return spelled
}

/** A call's id as OpenAI takes it. */
export const spelledId = (to: EncodeContext, callId: string): string => (to.own ? callId : spellId(callId, idSpelling))

/** Whether the target takes these bytes back. Where nothing says whose it is, the client's own are its own. */
export const takesBytes = ({ target, own }: EncodeContext, { vendor, model }: OpaqueBytes): boolean =>
  target.vendor === undefined
    ? own || vendor === ownVendor
    : vendor === target.vendor && (model === undefined || model === target.model)

/** The object that a body is. */
export const bodyOf = (body: JsonText): Result<JsonObject, Invalid> => {
  const { value } = body
  if (isObject(value)) return succeed(value)
  const again = value === undefined ? parseJson(body.text) : undefined
  return again?.ok === false ? again : fail(Invalid.at("", "The body must be an object."))
}

/** What the items of an answer share while they are written. */
export interface ResponseEncodeContext extends ReplyEncodeContext {
  /** The answer's id, of which those of its items are made. */
  readonly answer: string
  /** The answer's parts, as far as they were said. */
  readonly partAt: PartAt
}

/** Keeps what an item says of itself and not of the conversation: its id, its status, its phase. */
export const keepBookkeeping = (from: ObjectReader, node: MutableDraft<ChatNode>): void => {
  for (const key of bookkeeping) {
    const value = from.json(key)
    if (value !== undefined) consume(node, key, value)
  }
}

/** Writes that back into the item. */
export const restoreBookkeeping = <A extends JsonObjectBuilder>(out: A, node: ChatNode): A => {
  for (const key of bookkeeping) {
    const value = consumed(node, key)
    if (value !== undefined) putMember(out, key, value)
  }
  return out
}
