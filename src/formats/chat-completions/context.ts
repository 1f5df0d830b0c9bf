import type { ChatRequest, ContentPart, ToolDefinition } from "../../core/chat/chat.ts"
import { type RequiredMedia, type RequestTarget, wireNames, type WireNames } from "../../core/format.ts"
import {
  type ChatNode,
  type OpaqueBytes,
  type NativeExtras,
  nativeMembers,
  type CacheMark
} from "../../core/chat/node.ts"
import { placeOf, type TranslationNote } from "../../core/notes/note.ts"
import { type JsonPointer, childPointer } from "../../core/json/pointer.ts"
import { saidInCallingTurns } from "../../core/chat/turns.ts"
import { identifierSpelling, spellId, spellName } from "../../core/chat/call-id.ts"
import { type RuleKey, note, noteLeftovers } from "./rules.ts"
import { nativeAt, ownVendor, id } from "./wire.ts"
import {
  type MutableDraft,
  setDefined,
  type JsonObjectBuilder,
  isObject,
  type JsonObject,
  JsonText,
  putMember,
  type Json
} from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { type IssueReader, type ReadOptions, noNull } from "../../core/reading/issue-reader.ts"
import { type MemberTable, takeMembers, readMember, type WireMember } from "../../core/reading/member-table.ts"
import { recordRow } from "../../core/reading/member-row.ts"

/** A request that is being written: who reads it, what was noted, and what its answer must reverse. */
export class EncodeContext {
  readonly target: RequestTarget
  readonly request: ChatRequest
  /** Whether the request came from this format: its names, ids and members are the client's own. */
  readonly own: boolean
  readonly notes: TranslationNote[] = []
  readonly needs: RequiredMedia[] = []
  readonly names = new Map<string, string>()
  /** Where the content-style family's own members are written. */
  readonly native: JsonPointer
  /** Vendors' tools that have no place. */
  readonly dropped = new Set<ToolDefinition>()
  /**
   * Whether tools that take free text are sent as such, and choices among some tools. Of the vendors of this format its
   * own alone has them.
   *
   * @see https://github.com/danny-avila/LibreChat/issues/12804 what DeepSeek says of a tool that is no function (2026-04)
   * @see https://github.com/JiuliNuoyi/CodexRosetta/pull/1 that others refuse them (2026-06)
   * @see https://api-docs.deepseek.com/api/create-chat-completion, https://openrouter.ai/docs/client-sdks/python/components/chattoolchoice.md the choices of others: a word, or one tool (read 2026-11)
   */
  readonly takesOwnTools: boolean
  /** What was said in turns with calls, where it is asked for. */
  #inTurns: ReadonlySet<ContentPart> | undefined
  /** The names under which such tools are sent as functions. */
  readonly customTools: string[] = []

  constructor(target: RequestTarget, request: ChatRequest) {
    this.target = target
    this.request = request
    this.own = ownNative(request) !== undefined
    this.takesOwnTools = this.own || this.holds(ownVendor)
    this.native = nativeAt(target.names ?? wireNames)
  }

  /** Writes a note about a place: a pointer, a node, or a field of a node. Gives what is written in its stead: nothing. */
  note(key: RuleKey, place: ChatNode | JsonPointer, field?: string, detail?: string): undefined {
    note(this, key, place, field, detail)
  }

  /** What notes that a field of the request does not fit as it is, or a member of it. */
  losing(field: string): (key?: string) => void {
    return (key) =>
      key === undefined
        ? this.note("spelling/user", this.request, field)
        : this.note("too-long/pair", childPointer(placeOf(this.request, field), key))
  }

  /** Notes what only another format can say of a node. */
  leftovers(node: ChatNode): void {
    noteLeftovers(this, node)
  }

  /** A tool's name as the format takes it, and of `node` where it is noted: once. */
  name(name: string, node?: ChatNode): string {
    if (this.own) return name
    const spelled = spellName(name, nameSpelling)
    if (spelled === name) return name
    if (node !== undefined && !this.names.has(spelled)) this.note("spelling/name", node, "name")
    this.names.set(spelled, name)
    return spelled
  }

  /** A call's id as the format takes it. */
  id(id: string): string {
    return this.own ? id : spellId(id, idSpelling)
  }

  /** Whether the target takes these bytes back. Where nothing says whose it is, the client's own are its own. */
  takes({ vendor, model }: OpaqueBytes): boolean {
    if (this.target.vendor === undefined) return this.own
    return vendor === this.target.vendor && (model === undefined || model === this.target.model)
  }

  /**
   * Whether thinking goes back without a signature. Vendors that think in this format demand that of turns with calls,
   * the final answer's too, and read over it elsewhere, or want all of it. The format's own vendor takes none.
   *
   * @see https://api-docs.deepseek.com/guides/thinking_mode which turns (read 2026-11)
   * @see https://github.com/MoonshotAI/kimi-cli/issues/2141 DeepSeek refuses a final answer without it (2026-05)
   */
  echoes(part: ContentPart): boolean {
    if (this.target.vendor === ownVendor) return false
    if (this.target.thoughts === "all") return true
    return (this.#inTurns ??= saidInCallingTurns(this.request.messages)).has(part)
  }

  /** Whether the target holds this vendor's state. */
  holds(vendor: string): boolean {
    return vendor === (this.target.vendor ?? ownVendor)
  }
}

const nameSpelling = identifierSpelling(64)

/**
 * How ids of calls are spelled, for the strictest who speak the format.
 *
 * @see https://github.com/BerriAI/litellm/issues/11392 Azure takes ids of calls up to 40 characters (2025)
 * @see https://github.com/vercel/ai/pull/17280 OpenAI itself takes those of 51 and of 53 by now (2026-07)
 */
const idSpelling = { pattern: /^[\s\S]+$/, length: 40 }

/** A request body that is being read: what was found where, and what of it is kept in its own spelling. */
export class DecodeContext {
  readonly body: JsonObject
  readonly reader: IssueReader
  readonly from: ObjectReader
  readonly names: WireNames
  readonly places = new Map<string, JsonPointer>()
  readonly consumed = new Map<JsonPointer, JsonText>()
  /** Values that no field can hold, inside members that are read. */
  readonly unknown = new Map<JsonPointer, JsonText>()
  #natives: readonly ObjectReader[] | undefined

  constructor(body: JsonObject, reader: IssueReader, names: WireNames) {
    this.body = body
    this.reader = reader
    this.from = new ObjectReader(reader, body, "", asSaid)
    this.names = names
  }

  /** Remembers where a field stood. */
  place(field: string, at: JsonPointer): void {
    this.places.set(field, at)
  }

  /** The objects of the content-style family's own members, under `extra_body` and on the top level. */
  get natives(): readonly ObjectReader[] {
    return (this.#natives ??= this.#findNatives())
  }

  #findNatives(): readonly ObjectReader[] {
    const out: ObjectReader[] = []
    const extra = isObject(this.body["extra_body"]) ? this.from.inside("extra_body") : undefined
    for (const from of extra === undefined ? [this.from] : [extra, this.from]) {
      for (const name of this.names.native) {
        const inside = isObject(from.object[name]) ? from.inside(name, nativeAt(this.names)) : undefined
        if (inside !== undefined) out.push(inside)
      }
    }
    return out
  }

  /** Keeps a member's own spelling beside the field that holds its meaning. */
  consume(key: string): void {
    const text = this.from.json(key)
    if (text !== undefined) this.consumed.set(childPointer("", key), text)
  }

  /** What a table reads of an object inside the body, or inside another of its objects. */
  take<N extends MutableDraft<ChatNode>>(
    members: MemberTable<N>,
    key: string,
    node: N,
    from = this.from
  ): N | undefined {
    const inside = from.inside(key, childPointer("", key))
    if (inside === undefined) return undefined
    takeMembers(members, inside, node)
    return node
  }

  /** What this format alone can say of the request, set on it when everything else was read. */
  keepOn(request: MutableDraft<ChatNode>): void {
    const native: MutableDraft<NativeExtras> = {
      format: id,
      ...this.from.attachUnknown(request).native
    }
    if (this.consumed.size > 0) native.consumed = this.consumed
    if (this.unknown.size > 0) native.inner = new Map([...(native.inner ?? []), ...this.unknown])
    if (this.reader.spelled.size > 0) native.spelled = this.reader.spelled
    request.native = native
    if (this.places.size > 0) request.places = this.places
  }
}

const own = nativeMembers(id)

/** What this format alone says of nodes. */
export const { ownNative, kindOf, consumed, consume } = own

/** How this format's objects are read: an explicit null is kept. */
export const asSaid: ReadOptions = { format: id, silent: noNull, empty: true }

/** Puts the members that this format alone can say back into a node's object, with the spelling of its cache mark. */
export const restoreOwn = <A extends JsonObjectBuilder>(out: A, node: ChatNode): A => {
  const mark = node.cache && consumed(node, "/cache_control")
  if (mark !== undefined) putMember(out, "cache_control", mark)
  return own.restore(out, node)
}

/** Texts by member or by pointer. */
export type OwnTexts = ReadonlyMap<string, JsonText>

/** Names of members that are read. */
type KnownOwn = Pick<ReadonlySet<string>, "has">

/** Members that are not known; known ones that are null, except where null is what absence says. */
export const restOf = (object: JsonObject, known: KnownOwn, nullIsAbsent = false): OwnTexts | undefined => {
  let rest: Map<string, JsonText> | undefined
  for (const key of Object.keys(object)) {
    if (known.has(key) && (nullIsAbsent || object[key] !== null)) continue
    rest ??= new Map()
    rest.set(key, JsonText.member(object, key))
  }
  return rest
}

/** Adds the unknown and the null members of an object that stands at `path` below its node. */
export const innerOf = (
  before: OwnTexts | undefined,
  object: JsonObject,
  known: KnownOwn,
  path: JsonPointer,
  nullIsAbsent = false
): OwnTexts | undefined => {
  const rest = restOf(object, known, nullIsAbsent)
  if (rest === undefined) return before
  const inner = new Map(before)
  for (const [key, value] of rest) inner.set(childPointer(path, key), value)
  return inner
}

/** What this format alone can say of a node; undefined where that is nothing. */
export const nativeOf = (rest: OwnTexts | undefined, inner?: OwnTexts): NativeExtras | undefined =>
  rest || inner ? { format: id, ...(rest && { rest }), ...(inner && { inner }) } : undefined

/** A node of an answer with the members of its object that are not known; null ones of those that are say nothing. */
export const withNative = <N extends MutableDraft<ChatNode>>(
  node: N,
  object: JsonObject,
  known: KnownOwn,
  inner?: OwnTexts
): N => {
  setDefined(node, "native", nativeOf(restOf(object, known, true), inner))
  return node
}

/** A list that is a member where it holds anything. */
export const listedOwn = <A>(items: readonly A[]): readonly A[] | undefined => (items.length > 0 ? items : undefined)

/** `cache_control`, as vendors behind this format take it: a cache mark that keeps its spelling. */
export const cacheControl: WireMember<MutableDraft<ChatNode>> = readMember(recordRow, (from, key, node) => {
  const cache = markIn(from.object[key])
  const spelled = cache === undefined || isObject(from.object["prompt_cache_breakpoint"]) ? undefined : from.json(key)
  if (cache === undefined || spelled === undefined) return
  node.cache = cache
  consume(node, `/${key}`, spelled)
})

/** `persistent` is an hour; an object that says more is no mark. */
const markIn = (value: Json | undefined): CacheMark | undefined => {
  if (!isObject(value) || !Object.keys(value).every((key) => key === "type" || key === "ttl")) return undefined
  const { type, ttl } = value
  if (type !== "ephemeral" && type !== "persistent") return undefined
  if (ttl !== undefined) return typeof ttl === "string" ? { ttl } : undefined
  return type === "persistent" ? { ttl: "1h" } : {}
}
