import { type ChatNode, type OpaqueBytes, nativeMembers } from "../../core/chat/node.ts"
import type { ChatRequest, ChatMessage, ContentPart, ToolKind } from "../../core/chat/chat.ts"
import { type ChatEncodeContext, chatEncodeContext, type ReplyEncodeContext } from "../../core/chat/codec.ts"
import { identifierSpelling, spellId, spellName } from "../../core/chat/call-id.ts"
import type { RequestTarget } from "../../core/format.ts"
import {
  isObject,
  type JsonObject,
  type JsonText,
  type MutableDraft,
  type JsonObjectBuilder,
  putMember,
  isArray,
  type Json
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { type IssueReader, everyNull, noNull, type ReadOptions } from "../../core/reading/issue-reader.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { note } from "./rules.ts"
import { id, ownVendor, bookkeeping } from "./wire.ts"
import type { PartAt } from "../../core/chat/carried-calls.ts"
import { textDigest } from "../../core/chat/envelope.ts"

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
  /** Where those stand of which other formats say nothing, and the rule of their notes. */
  readonly untold = new Map<JsonPointer, string>()

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
    if (this.untold.size > 0) request.native = { ...request.native, untold: this.untold }
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

/** A tool's name as OpenAI takes it; one that was changed is noted once, of `node`. */
export const spelledName = (to: EncodeContext, name: string, node?: ChatNode): string => {
  const spelled = to.own ? name : spellName(name, nameSpelling)
  if (spelled === name) return name
  if (node !== undefined && !to.names.has(spelled)) note(to, "spelling/name", node, "name")
  to.names.set(spelled, name)
  return spelled
}

/** A call's id as OpenAI takes it. */
export const spelledId = (to: EncodeContext, callId: string): string => (to.own ? callId : spellId(callId, idSpelling))

/** Whether the target takes these bytes back. Where nothing says whose it is, the client's own are its own. */
export const takesBytes = ({ target, own }: EncodeContext, { vendor, model }: OpaqueBytes): boolean =>
  target.vendor === undefined
    ? own || vendor === ownVendor
    : vendor === target.vendor && (model === undefined || model === target.model)

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

/** A tool's name, within its namespace where it has one. */
export const qualifiedName = (name: string, namespace: string | undefined): string =>
  namespace === undefined ? name : `${namespace}__${name}`

/**
 * The one name by which other formats know a tool: its own, or `namespace__name`, with a digest of both behind it where
 * another tool is called so already. The same for the same tools in the same order, whatever the turn.
 */
export class ToolNames {
  /** The tool that has each name, as a key of its namespace and its name. */
  #tools: Map<string, string> | undefined
  /** The name of each tool that has a namespace, by its key. */
  #names: Map<string, string> | undefined

  /** The tools of a list that have no namespace, which keep their names whatever others are called. */
  keep(tools: Json | undefined): void {
    if (!isArray(tools)) return
    this.#tools ??= new Map()
    for (const tool of tools) {
      const { type, name } = isObject(tool) ? tool : {}
      if ((type === "function" || type === "custom") && typeof name === "string") this.#tools.set(name, "")
    }
  }

  /** The name of a tool, or of calls of one. */
  of(name: string, namespace: string | undefined): string {
    if (namespace === undefined) return name
    const key = JSON.stringify([namespace, name])
    this.#names ??= new Map()
    const known = this.#names.get(key)
    if (known !== undefined) return known
    this.#tools ??= new Map()
    const named = free(this.#tools, qualifiedName(name, namespace), textDigest(key).slice(0, 6))
    this.#tools.set(named, key)
    this.#names.set(key, named)
    return named
  }
}

const free = (tools: ReadonlyMap<string, string>, name: string, digest: string): string => {
  let found = tools.has(name) ? `${name}_${digest}` : name
  while (tools.has(found)) found += "_"
  return found
}

/** A conversation whose calls have the names of their tools. */
export const nameCalls = (messages: readonly ChatMessage[], names: ToolNames): readonly ChatMessage[] =>
  messages.some(({ parts }) => parts.some(isNamespaced))
    ? messages.map((message) => ({ ...message, parts: message.parts.map((part) => named(part, names)) }))
    : messages

const isNamespaced = (part: ContentPart): boolean => part.type === "tool-call" && namespaced(part) !== undefined

const named = (part: ContentPart, names: ToolNames): ContentPart => {
  const tool = part.type === "tool-call" ? namespaced(part) : undefined
  if (part.type !== "tool-call" || tool === undefined) return part
  return { ...part, name: names.of(tool.name, tool.namespace) }
}

/** The namespace of a call's tool and its name in there, where the call said so in this format. */
export const namespaced = (
  call: Pick<ContentPart, "native">
): { readonly name: string; readonly namespace: string } | undefined => {
  const [name, namespace] = [consumed(call, "name")?.value, consumed(call, "namespace")?.value]
  return typeof name === "string" && typeof namespace === "string" ? { name, namespace } : undefined
}

/** What the vendor's own tools are, by their type; a type may go on with a date or a version. */
export const vendorTools: readonly (readonly [type: string, kind: ToolKind])[] = [
  ["web_search", "web-search"],
  ["file_search", "file-search"],
  ["code_interpreter", "code-execution"],
  ["image_generation", "image-generation"],
  ["mcp", "mcp"],
  ["shell", "shell"],
  ["local_shell", "shell"],
  ["apply_patch", "apply-patch"],
  ["computer", "computer"],
  ["tool_search", "tool-search"]
]

/** What the vendor's tool of a type is. */
export const kindOfType = (type: string): ToolKind =>
  vendorTools.find(([known]) => type === known || type.startsWith(`${known}_`))?.[1] ?? "other"

/** The type of the vendor's tool that is of a kind. */
export const typeOfKind = (kind: ToolKind): string => vendorTools.find(([, of]) => of === kind)?.[0] ?? kind
