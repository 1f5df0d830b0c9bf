import { settleBrokenCalls } from "../../core/chat/tool-calls.ts"
import {
  bodyObject,
  IssueReader,
  checkMembers,
  memberChecks,
  objectWith,
  isCount,
  isFlag,
  isText
} from "../../core/reading/issue-reader.ts"
import { checkCalls, checkSizes, encodedRequest } from "../../core/chat/codec.ts"
import { restoreCarriedCalls } from "../../core/chat/carried-calls.ts"
import type { ChatRequest, ToolDefinition } from "../../core/chat/chat.ts"
import type {
  ReplyPreferences,
  WireRequest,
  DecodedRequest,
  EncodedRequest,
  RequestTarget,
  BodyEdit,
  WireNames
} from "../../core/format.ts"
import { Invalid, type Result, fail, succeed, type InvalidIssue } from "../../core/errors/invalid.ts"
import {
  isObject,
  type JsonObject,
  JsonText,
  type JsonTemplate,
  type MutableDraft,
  type JsonObjectBuilder
} from "../../core/json/json.ts"
import type { Translated, Refused, NoteSink } from "../../core/notes/note.ts"
import { DecodeContext, ownNative, restoreOwn, EncodeContext } from "./context.ts"
import { note } from "./rules.ts"
import { decodeMessages } from "./messages-decode.ts"
import { decodeSettings, encodeSettings } from "./settings.ts"
import { encodeMessages } from "./messages-encode.ts"
import type { HoistedMembers } from "../../core/passthrough.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { hoistedKeys, id } from "./wire.ts"

/** A request body as a chat, and how its client wants the answer. */
export const decodeRequest = (call: WireRequest): Result<Translated<DecodedRequest>, Invalid> => {
  const body = bodyObject(call.body)
  if (!body.ok) return body
  return hoistMembers(body.value, call.names, (settled) => {
    const root = new DecodeContext(settled, new IssueReader(), call.names)
    const request = readRequest(root, call)
    return root.reader.settled({ request, asked: askedOf(root, request) })
  })
}

const readRequest = (root: DecodeContext, call: WireRequest): ChatRequest => {
  const { from, reader } = root
  const model = from.required("model", reader.string) ?? call.model
  const messages = decodeMessages(from)
  checkCalls(reader, messages)
  const request: MutableDraft<ChatRequest> = {
    model,
    messages: restoreCarriedCalls(messages, (at) => note(reader, "opaque-mismatch", at)),
    at: ""
  }
  decodeSettings(root, request)
  checkUnread(root)
  call.names.thinkingToContent.forEach((key) => from.boolean(key))
  root.keepOn(request)
  checkSizes(reader, request)
  return request
}

const askedOf = (root: DecodeContext, request: ChatRequest): ReplyPreferences => {
  const { reader, body, names } = root
  const options = isObject(body["stream_options"]) ? body["stream_options"] : noMembers
  const inContent = names.thinkingToContent.some((key) => body[key] === true)
  return {
    stream: reader.boolean(body, "stream", "") ?? false,
    usage: options["include_usage"] === true,
    thinking: inContent ? "content" : request.thinking?.visible === false ? "hidden" : "field",
    customTools: request.tools === undefined ? none : customNames(request.tools),
    legacyTools: body["functions"] !== undefined && body["functions"] !== null && !isDeclared(body)
  }
}

const none: readonly string[] = []

const customNames = (tools: readonly ToolDefinition[]): readonly string[] =>
  tools.filter((tool) => tool.type === "custom").map(({ name }) => name)

const noMembers: JsonObject = {}

const isDeclared = (body: JsonObject): boolean => body["tools"] !== undefined && body["tools"] !== null

/** A chat as a request body. Members stand in one order: model, messages, tools, limits, sampling, forms, options. */
export const encodeRequest = (
  asked: ChatRequest,
  target: RequestTarget
): Result<Translated<EncodedRequest>, Refused> => {
  const { request, broken } = asked.native?.format === id ? { request: asked, broken: [] } : settleBrokenCalls(asked)
  const writing = new EncodeContext(target, request)
  for (const { rule, path } of broken) writing.note(rule, path)
  const body = writeBody(writing, request)
  return encodedRequest(writing, body, { stream: body["stream"] === true })
}

const writeBody = (writing: EncodeContext, request: ChatRequest): JsonObjectBuilder => {
  const body: JsonObjectBuilder = { model: writing.target.model, messages: encodeMessages(writing, request.messages) }
  encodeSettings(writing, request, body)
  writing.leftovers(request)
  restoreOwn(body, request)
  for (const [path, numeral] of ownNative(request)?.spelled ?? []) respell(body, path, numeral)
  return body
}

/** Puts a number's own spelling back where the number is still the same. */
const respell = (body: JsonObjectBuilder, path: string, numeral: string): void => {
  const key = path.slice(1)
  const value: JsonTemplate = Object.hasOwn(body, key) ? body[key] : undefined
  if (typeof value === "number" && value === Number(numeral)) body[key] = JsonText.source(numeral)
}

/** Members that cross unread, and what must hold of them where they are there. */
const unread = memberChecks({
  parameters: objectWith({
    incremental_output: isFlag,
    enable_search: isFlag,
    search_options: objectWith({ region: isText, recency_days: isCount }),
    asr_options: objectWith({ language: isText })
  })
})

/** Checks the members of a body that cross unread. */
const checkUnread = ({ reader, body }: DecodeContext): void => checkMembers(reader, body, "", unread)

/** The object in which some clients say what the top level has; what it alone has stays there. */
const container = "parameters"

/** The members of `parameters`: those that move to the top level, those that it has too, and those that stay. */
interface Found {
  readonly inside: JsonObject
  readonly moved: readonly string[]
  readonly beaten: readonly string[]
  readonly left: readonly string[]
}

const find = (body: JsonObject, names: WireNames): Found | undefined => {
  const inside = body[container]
  if (!isObject(inside)) return undefined
  const isKnown = (key: string): boolean =>
    isThere(inside, key) && (hoistedKeys.has(key) || names.thinkingToContent.includes(key))
  const keys = Object.keys(inside)
  const known = keys.filter(isKnown)
  if (known.length === 0) return undefined
  const beaten = known.filter((key) => isThere(body, key))
  const moved = known.filter((key) => !beaten.includes(key))
  return { inside, moved, beaten, left: keys.filter((key) => !known.includes(key)) }
}

const isThere = (object: JsonObject, key: string): boolean => object[key] !== undefined && object[key] !== null

const within = (key: string): JsonPointer => childPointer(childPointer("", container), key)

/** The client's place for a place of the body whose members were moved. */
const placeIn =
  ({ moved }: Found) =>
  (at: JsonPointer): JsonPointer =>
    moved.some((key) => at === childPointer("", key) || at.startsWith(`${childPointer("", key)}/`))
      ? `/${container}${at}`
      : at

/** The changes that put the members of `parameters` where they belong, in a body whose bytes pass. */
export const memberHoisting = (body: JsonObject, names: WireNames): HoistedMembers | undefined => {
  const found = find(body, names)
  if (found === undefined) return undefined
  const { inside, moved, beaten, left } = found
  const gone = left.length === 0 ? [childPointer("", container)] : [...moved, ...beaten].map(within)
  const edits: BodyEdit[] = gone.map((path) => ({ path }))
  const to: NoteSink = { notes: [] }
  for (const key of moved) {
    edits.push({ path: childPointer("", key), value: JsonText.member(inside, key) })
    note(to, "spelling", within(key))
  }
  for (const key of beaten) note(to, "overridden", within(key))
  return { value: edits, notes: to.notes, place: placeIn(found) }
}

/** What `read` gives of a body with the members of `parameters` where they belong, in the client's own places. */
const hoistMembers = (
  body: JsonObject,
  names: WireNames,
  read: (body: JsonObject) => Result<Translated<DecodedRequest>, Invalid>
): Result<Translated<DecodedRequest>, Invalid> => {
  const found = find(body, names)
  if (found === undefined) return read(body)
  const result = read(settled(body, found))
  const place = placeIn(found)
  if (!result.ok) return fail(placedIssues(result.error, place))
  const to: NoteSink = { notes: [] }
  for (const key of found.beaten) note(to, "overridden", within(key))
  const { value, notes } = result.value
  return succeed({
    value: { ...value, request: placedRequest(value.request, place) },
    notes: [...to.notes, ...notes.map((it) => ({ ...it, path: place(it.path) }))]
  })
}

const settled = (body: JsonObject, { inside, moved, left }: Found): JsonObject => {
  const others = Object.keys(body).filter((key) => key !== container)
  const out: JsonObjectBuilder = { ...membersOf(body, others), ...membersOf(inside, moved) }
  if (left.length > 0) out[container] = membersOf(inside, left)
  return JsonText.tree(out).object ?? body
}

const membersOf = (object: JsonObject, keys: readonly string[]): JsonObjectBuilder =>
  Object.fromEntries(keys.map((key) => [key, JsonText.member(object, key)]))

const placedIssues = ({ issues: [first, ...more] }: Invalid, place: (at: JsonPointer) => JsonPointer): Invalid => {
  const placed = (issue: InvalidIssue): InvalidIssue => ({ ...issue, path: place(issue.path) })
  return new Invalid([placed(first), ...more.map(placed)])
}

const placedRequest = (
  { places = new Map<string, JsonPointer>(), tools, ...request }: DecodedRequest["request"],
  place: (at: JsonPointer) => JsonPointer
): DecodedRequest["request"] => ({
  ...request,
  places: new Map([...places].map(([field, at]) => [field, place(at)] as const)),
  ...(tools && { tools: tools.map((tool) => (tool.at === undefined ? tool : { ...tool, at: place(tool.at) })) })
})
