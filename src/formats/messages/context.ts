import type { PartAt } from "../../core/chat/carried-calls.ts"
import type { ChatRequest, ContentPart } from "../../core/chat/chat.ts"
import { chatEncodeContext, type ChatEncodeContext, lifeOf, type ReplyEncodeContext } from "../../core/chat/codec.ts"
import { type CacheMark, type ChatNode, nativeMembers, type VendorId, type UnknownPart } from "../../core/chat/node.ts"
import { identifierSpelling, spellName } from "../../core/chat/call-id.ts"
import type { ReplyContext, RequestTarget } from "../../core/format.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isArray,
  type Json,
  type JsonObject,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { type NoteSink, noteWriter } from "../../core/notes/note.ts"
import { type IssueReader, everyNull, noNull, type ReadOptions } from "../../core/reading/issue-reader.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { rules } from "./rules.ts"
import { id, maxCacheMarks, maxToolNameLength, ownVendor, standInTools } from "./wire.ts"

/** What the parts of a request share while it is encoded. */
export interface EncodeContext extends ChatEncodeContext {
  /** The blocks and tools that carry a cache mark, in the order in which the endpoint counts them. */
  readonly marks: MarkedNode[]
  /** Where the thinking stood that is written, by its blocks. */
  readonly thoughts: Map<EncodedBlock, JsonPointer>
  /** The names of the vendor's own tools among the request's, which no other tool may have. */
  readonly taken: ReadonlySet<string | undefined>
  /** The properties that are spelled otherwise, as {@link ReplyContext} has them. */
  readonly properties: Map<string, ReadonlyMap<string, string>>
}

/** A block on its way to the wire: made here, or whole as it came. */
export type EncodedBlock = JsonObjectBuilder | JsonText

/** A block or tool that carries a cache mark, and where its node stood. */
interface MarkedNode {
  readonly out: JsonObjectBuilder
  /** The mark. */
  readonly control: JsonObjectBuilder
  readonly at: JsonPointer
}

/** The context in which a request is encoded for a target. */
export const encodeContext = (request: ChatRequest, target: RequestTarget): EncodeContext => ({
  ...chatEncodeContext(request, target, id, ownVendor),
  marks: [],
  thoughts: new Map(),
  taken: new Set(request.tools?.map((tool) => (tool.type === "vendor" ? standInTools.get(tool.of)?.name : undefined))),
  properties: new Map()
})

/** What the parts of an answer share while it is encoded. */
export interface ResponseEncodeContext extends ReplyEncodeContext {
  /** The answer's parts, as far as they were said. */
  readonly partAt: PartAt
}

/**
 * Whether a part is a text without a word, which the endpoint takes nowhere; white space of its own client is its affair.
 *
 * @see https://github.com/anthropics/claude-code/issues/23440 "text content blocks must contain non-whitespace text" (2026-02)
 */
export const isWordless = ({ own }: EncodeContext, part: ContentPart): boolean =>
  part.type === "text" && (own ? part.text : part.text.trim()) === ""

/** Finishes an object that may carry a cache mark. */
export const finishCacheable = (to: EncodeContext, out: JsonObjectBuilder, node: ChatNode): JsonObjectBuilder => {
  if (node.cache !== undefined) {
    const control = encodeCacheControl(to, node.cache)
    out["cache_control"] = control
    to.marks.push({ out, control, at: node.at ?? "" })
    if (control["ttl"] !== node.cache.ttl) note(to, "cache-time", node.at)
  }
  return finishNode(to, out, node)
}

/**
 * Takes off the cache marks that are too many: the first stays, and the last ones. All before one of an hour are made one;
 * the mark that the endpoint places stands behind them all. An own client's are its affair.
 *
 * @see https://github.com/cnighswonger/claude-code-cache-fix/issues/44 what is said of an hour behind five minutes (2026-04)
 */
export const settleCacheMarks = (to: EncodeContext): void => {
  const { marks, own, request } = to
  if (own) return
  const limit = request.autoCache === undefined ? maxCacheMarks : maxCacheMarks - 1
  for (const { out, at } of marks.splice(1, Math.max(0, marks.length - limit))) {
    delete out["cache_control"]
    note(to, "cache-mark", at)
  }
  const { autoCache } = request
  const isLong = autoCache?.mode === "implicit" && encodeCacheControl(to, autoCache)["ttl"] === persistent
  const last = isLong ? marks.length : marks.findLastIndex(({ control }) => control["ttl"] === persistent)
  marks.forEach(({ control, at }, index) => {
    if (index >= last || control["ttl"] === persistent) return
    control["ttl"] = persistent
    note(to, "cache-time", at)
  })
}

const spelling = identifierSpelling(maxToolNameLength)

/** No name is spelled so: each gets its digest. */
const toldApart = { ...spelling, pattern: /(?!)/ }

/**
 * A tool's name as the endpoint takes it; what was changed is remembered for the answer, and noted once, of `node`.
 *
 * @see https://github.com/incidentfox/incidentfox/pull/349 what is said of a function that is called as the vendor's search
 *   is, "Tool names must be unique" (2026-02); https://github.com/docker/docker-agent/issues/2251 (2026-03)
 */
export const encodeToolName = (to: EncodeContext, name: string, node?: ChatNode): string => {
  const sent = spellName(name, !to.own && to.taken.has(name) ? toldApart : spelling)
  if (sent === name) return name
  if (node !== undefined && !to.names.has(sent)) noteField(to, "spelling/name", node, "name")
  to.names.set(sent, name)
  return sent
}

/** What reading blocks needs besides them. */
export interface DecodeContext {
  readonly reader: IssueReader
  /** Whose opaque bytes the blocks hold. */
  readonly vendor: VendorId
  /** What the request's encoding did, where the blocks are its answer. */
  readonly reply: ReplyContext | undefined
  /** Reads blocks inside a block. */
  readonly decodeParts: (items: readonly Json[], at: JsonPointer) => readonly ContentPart[]
}

/** Reads a block of a type; undefined where it is not as it must be, which is an issue. */
export type PartDecoder = (context: DecodeContext, block: ObjectReader, type: string) => ContentPart | undefined

/** A block of a kind that is not known, whole. */
export const unknownPart = ({ at, object }: ObjectReader, kind: string): UnknownPart => {
  const part: UnknownPart = { type: "unknown", at, format: id, kind, body: JsonText.of(object) }
  const tool = kind === "tool_reference" ? object["tool_name"] : undefined
  return typeof tool === "string" ? { ...part, words: `The tool \`${tool}\` is there now.` } : part
}

/** Reads content that is a string or blocks: its parts, and a kind where it was a string. */
export const decodeContent = (
  { reader, decodeParts: blocks }: DecodeContext,
  object: JsonObject,
  at: JsonPointer
): { readonly parts: readonly ContentPart[]; readonly kind?: "string" } => {
  const { content } = object
  const path = `${at}/content`
  if (typeof content === "string") return { parts: [{ type: "text", text: content, at: path }], kind: "string" }
  if (isArray(content)) return { parts: blocks(content, path) }
  if (content !== undefined && content !== null) {
    reader.issue(path, "`content` must be a string or an array of blocks.")
  }
  return { parts: [] }
}

/** Reads the content of a block. */
export const decodeInnerContent = (context: DecodeContext, block: ObjectReader): ReturnType<typeof decodeContent> => {
  block.skip("content")
  return decodeContent(context, block.object, block.at)
}

/** Reads `citations.enabled` of a document or a search result. */
export const decodeCite = (block: ObjectReader, part: { cite?: boolean }): void =>
  setDefined(part, "cite", block.inside("citations")?.boolean("enabled"))

/** Writes parts as blocks. */
export type PartsEncoder = (parts: readonly ContentPart[]) => readonly EncodedBlock[]

/** Content as blocks, or as the string that it came as. */
export const encodeContent = (
  node: ContentPart,
  parts: readonly ContentPart[],
  write: PartsEncoder
): string | readonly EncodedBlock[] => {
  const [only] = parts
  return kindOf(node) === "string" && only?.type === "text" ? only.text : write(parts)
}

/** Whether the model should cite a part. */
export const encodeCite = ({ cite }: { readonly cite?: boolean }): JsonObjectBuilder | undefined =>
  cite === undefined ? undefined : { enabled: cite }

/** What this format alone says of nodes. */
export const { ownNative, isOwn, kindOf, consumed, restore, spelledAs } = nativeMembers(id)

/** How a request's objects are read: an explicit null is kept. */
export const inRequest: ReadOptions = { format: id, silent: noNull, empty: true }

/** How an answer's objects are read. */
export const inAnswer: ReadOptions = { format: id, silent: everyNull }

/** What writes this format's notes. */
export const { note, noteField, noteOnce, noteLeftovers, noteEnd } = noteWriter(rules, id)

/** Finishes an object made of a node: this format's own members, and notes of another format's. */
const finishNode = (to: NoteSink, out: JsonObjectBuilder, node: ChatNode): JsonObjectBuilder => {
  if (node.native === undefined) return out
  noteLeftovers(to, node)
  return restore(out, node)
}

/** The time to live that the alias `persistent` stands for. */
const persistent = "1h"

/** Reads `cache_control`: `persistent` is an alias of `ephemeral` for an hour, any other kind has the default time. */
export const decodeCacheControl = (members: ObjectReader): CacheMark | undefined => {
  const control = members.inside("cache_control")
  if (control === undefined) return undefined
  const type = control.string("type")
  const ttl = control.string("ttl") ?? (type === "persistent" ? persistent : undefined)
  return ttl === undefined ? {} : { ttl }
}

/** Where fields of a block stand whose member has another name. */
const places: ReadonlyMap<string, JsonPointer> = new Map([
  ["cache", "/cache_control"],
  ["cite", "/citations/enabled"],
  ["error", "/is_error"],
  ["toolset", "/toolset_name"]
])

/** Finishes a node that was read: its cache mark, and what only this format can say of it. */
export const finishDecoded = <A extends MutableDraft<ChatNode>>(members: ObjectReader, node: A, kind?: string): A => {
  setDefined<MutableDraft<ChatNode>, "cache">(node, "cache", decodeCacheControl(members))
  node.places ??= places
  return members.attachUnknown(node, kind)
}

/** A mark as the wire says it: of times to live the endpoint has two. */
export const encodeCacheControl = ({ request }: EncodeContext, mark: CacheMark): JsonObjectBuilder => {
  const ttl = lifeOf(mark, request)
  return { type: "ephemeral", ttl: ttl === undefined || ttl === "5m" ? ttl : persistent }
}
