import * as Context from "effect/Context"
import { type ChatModel, ChatModels } from "../capabilities/models.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import type { BodyEdit, WireRequest, ChatFormat, ResponseDefaults } from "../core/format.ts"
import type { HistoryFormat, KeptRequest, NamedHistory, RecalledHistory } from "../core/history.ts"
import { JsonText } from "../core/json/json.ts"
import { outlineJson } from "../core/json/outline.ts"
import type { Refused } from "../core/notes/note.ts"
import {
  type ReceivedRequest,
  type PreparedCall,
  type ChatWire,
  clientOf,
  type ReplyPlan,
  type Reply
} from "./chat-exchange.ts"
import { calledIn, modelFor } from "./call-model.ts"
import { type FetchedMediaByUrl, MissingMedia, type NeededMedia, type Needs } from "../media/fetch/fetcher.ts"
import { runsOf } from "../history/store.ts"
import { notesAt, type PointerMap, samePlace } from "./note-pointers.ts"
import { type Steps, crossing, type Job, OutlineWalks, short } from "./offload.ts"
import { unknownModel } from "./permission.ts"
import type { Policy } from "./policies.ts"
import { passRequest, prepareCall } from "./prepare-call.ts"
import { askedIn, readText, textOf, withModel, splice, type RequestedCall } from "./body.ts"
import { unreadHistory } from "./recall.ts"
import { replyHandlers } from "./reply-handlers.ts"
import { keptOf, badRequest, invalidRequest, placedError, refusedRequest } from "./answer.ts"

/** What the call of a chat is prepared of. */
interface ChatPrepareInput {
  /** The request headers that the format itself defines. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What the path asks, where the format's bodies do not. */
  readonly path?: RequestedCall | undefined
  /** The model that the path names, which the body need not. */
  readonly deployment?: string | undefined
  readonly policy: Policy
  /** The bytes of what the body names by URLs, as far as they were found to be needed. */
  readonly media: FetchedMediaByUrl
  /** What was kept of what the body names, once it was recalled. */
  readonly recalled?: RecalledHistory | undefined
  /** Whether answers are kept. */
  readonly keeps: boolean
}

/** What a request asks, and what came of preparing its call; absent where no family knows the model. */
interface ChatPrepareResult {
  readonly requested: RequestedCall
  readonly call?: PreparedCall | Unwritten
}

/** Why a call is not written: history must be recalled, or URLs fetched, for which the body comes back; or it is refused. */
type Unwritten =
  | { readonly names: NamedHistory; readonly body: Uint8Array }
  | { readonly needs: Needs; readonly body: Uint8Array }
  | { readonly pointer: string; readonly message: string; readonly code?: string | null }

/** All of a chat's call that can be made before anybody is asked: who may use the model is not known here. */
export const chatPrepareJob = (wire: ChatWire): Job<ChatPrepareInput, ChatPrepareResult, ChatModels> => ({
  name: `${wire.endpoint}/prepare`,
  *run(input, services) {
    yield
    const text = textOf(input.body)
    if (!text.ok) return text
    yield
    const unread = yield* passUnread(wire, input, text.value, services)
    if (unread !== undefined) return succeed(unread)
    yield
    const read = readText(text.value)
    if (!read.ok) return read
    const { history } = wire
    if (history !== undefined) return yield* prepareWithHistory(wire, history.format, input, read.value, services)
    const body = withModel(read.value, input.deployment)
    const bytes = body === read.value ? input.body : encoder.encode(body.text)
    return yield* prepareBody(wire, input, { bytes, body }, services)
  }
})

/** A body that was read. */
interface ReadBody extends Pick<ReceivedRequest, "bytes" | "whole"> {
  readonly body: JsonText
}

/** A body is read whole where so few bytes of it are that no list is worth leaving unread. */
const readWholeBelow = 4 * 1024

/**
 * The call of a body whose lists pass unread: what is wrong in them is its vendor's to say. Undefined where it must be
 * read whole: somebody looks into a list, it is no body of the format, or it does not pass.
 */
function* passUnread(
  wire: ChatWire,
  { headers, path, deployment, policy, body: bytes }: ChatPrepareInput,
  text: string,
  services: Context.Context<ChatModels>
): Generator<void, ChatPrepareResult | undefined, void> {
  const { unread } = wire.passing
  if (unread === undefined || bytes.length < readWholeBelow) return undefined
  const models = Context.get(services, ChatModels)
  const likely = path?.model ?? deployment ?? firstModelIn(text)
  if (likely !== undefined && !speaks(models.find(likely), wire)) return undefined
  const outline = outlineJson(bytes, unread, Context.get(services, OutlineWalks))
  yield
  const body = outline === undefined ? undefined : JsonText.parsed(outline)
  const head = body?.ok === true ? body.value.object : undefined
  if (body?.ok !== true || head === undefined || !unread.leaves(text, head)) return undefined
  if (deployment !== undefined && head["model"] !== deployment) return undefined
  const read = { bytes, whole: text, body: body.value }
  const received = yield* decodeBody(wire.format, read, { headers, names: policy.names, path })
  if (!received.ok || received.value.decoded.value.asked.thinking === "content") return undefined
  const { model: id, stream } = received.value.call
  const found = models.find(id)
  const model = found && modelFor(found, wire.format.id, received.value.decoded.value.request)
  if (model?.ok !== true || model.value.leavesLists !== true || model.value.format.id !== wire.format.id)
    return undefined
  const prepared = yield* passRequest({ wire, policy }, received.value, model.value)
  if (!prepared.ok || typeof prepared.value.request.body === "string") return undefined
  return { requested: { model: id, stream }, call: inBytes(prepared.value) }
}

/** Whether a model is called in a wire's own format, for some requests at least. */
const speaks = (model: ChatModel | undefined, { format: { id } }: ChatWire): boolean =>
  [model, model?.also].some((called) => called?.format.id === id)

/** What the first `"model"` of a text names: most often the model that is asked, and where it is not, that is seen later. */
const firstModelIn = (text: string): string | undefined => {
  const at = text.indexOf('"model"')
  return at < 0 ? undefined : namedModel.exec(text.slice(at, at + longestName))?.[1]
}

const longestName = 256
const namedModel = /^"model"\s*:\s*"([^"\\]*)"/

function* prepareBody(
  wire: ChatWire,
  { headers, path, policy, media }: ChatPrepareInput,
  read: ReadBody,
  services: Context.Context<ChatModels>
): Steps<ChatPrepareResult> {
  const received = yield* decodeBody(wire.format, read, { headers, names: policy.names, path })
  if (!received.ok) return received
  const { model: id, stream } = received.value.call
  const requested = { model: id, stream }
  const found = Context.get(services, ChatModels).find(id)
  if (found === undefined) return succeed({ requested })
  yield
  const model = modelFor(found, wire.format.id, received.value.decoded.value.request)
  const prepared = model.ok ? yield* prepareCall({ wire, policy }, received.value, model.value, media) : model
  return succeed({ requested, call: prepared.ok ? inBytes(prepared.value) : unwritten(prepared.error, read.bytes) })
}

/** The same for clients that may go on from earlier answers: what they name stands in its place before anything is decoded. */
function* prepareWithHistory(
  wire: ChatWire,
  history: HistoryFormat,
  input: ChatPrepareInput,
  body: JsonText,
  services: Context.Context<ChatModels>
): Steps<ChatPrepareResult> {
  const { recalled, keeps, body: bytes } = input
  const refused = history.refused(body)
  if (refused !== undefined) return fail(badRequest(refused.pointer, refused.message))
  const names = history.named(body)
  if (names !== undefined && recalled === undefined) {
    const requested = input.path ?? askedIn(body)
    const isKnown = Context.get(services, ChatModels).find(requested.model) !== undefined
    return succeed(isKnown ? { requested, call: { names, body: bytes } } : { requested })
  }
  const settled = keeps ? body : edited(body, history.unkept(body))
  const continued = names === undefined || recalled === undefined ? undefined : history.recall(settled, recalled)
  const whole = continued?.body ?? settled
  yield
  if (whole.value === undefined) return fail(unreadHistory())
  const read = { bytes: whole === body ? bytes : encoder.encode(whole.text), body: whole }
  const prepared = yield* prepareBody(wire, input, read, services)
  const place = continued?.place ?? samePlace
  if (!prepared.ok) return fail(placedError(prepared.error, place))
  const { requested, call } = prepared.value
  if (call === undefined) return prepared
  const items = keeps ? history.items(whole)?.slice(recalled?.before.length) : undefined
  const previous = names?.previous
  const toStore = items && { ...(previous === undefined ? {} : { previous }), input: runsOf(items) }
  const placed = placedCall(call, place, bytes, toStore)
  const notes = continued?.notes ?? []
  return succeed({
    requested,
    call: notes.length > 0 && "notes" in placed ? { ...placed, notes: keptOf([...notes, ...placed.notes]) } : placed
  })
}

const encoder = new TextEncoder()

const edited = (body: JsonText, edits: readonly BodyEdit[]): JsonText =>
  edits.length === 0 ? body : JsonText.source(splice(body.text, edits))

/** What came of preparing a call, with all places where the client wrote them. `bytes`: the body as the client sent it. */
const placedCall = (
  call: PreparedCall | Unwritten,
  place: PointerMap,
  bytes: Uint8Array,
  toStore: KeptRequest | undefined
): PreparedCall | Unwritten => {
  if ("names" in call) return call
  if ("message" in call) return { ...call, pointer: place(call.pointer) }
  if ("needs" in call) {
    const [first, ...more] = call.needs
    return { needs: [placedNeed(first, place), ...more.map((need) => placedNeed(need, place))], body: bytes }
  }
  const named = call.named.map((it) => ({ ...it, at: place(it.at) }))
  const notes = notesAt(place, call.notes)
  if (toStore === undefined) return { ...call, named, notes }
  // what the vendor does not store is stored here
  return { ...call, named, notes: notes.filter(({ path }) => path !== "/store"), toStore }
}

const placedNeed = (need: NeededMedia, place: PointerMap): NeededMedia => ({ ...need, at: place(need.at) })

const unwritten = (why: Refused | MissingMedia | GatewayError, body: Uint8Array): Unwritten => {
  if (why instanceof MissingMedia) return { needs: why.needs, body }
  const { message, details } = why instanceof GatewayError ? why : refusedRequest(why)
  const { pointer = "", code } = details
  return { message, pointer, ...(code !== undefined && { code }) }
}

/** A call with the notes that are kept; its body, where it is long, is in bytes, which cross without being copied. */
const inBytes = (prepared: PreparedCall): PreparedCall => {
  const { request } = prepared
  const notes = keptOf(prepared.notes)
  if (typeof request.body !== "string" || request.body.length <= short) return { ...prepared, notes }
  return { ...prepared, notes, request: { ...request, body: crossing(request.body) } }
}

/** What is known of a request besides its bytes. `path`: what the path asks instead of the body. */
interface RequestHead extends Pick<WireRequest, "headers" | "names"> {
  readonly path?: RequestedCall | undefined
}

/** Reads a request as its format says it, whatever is to become of its bytes: nothing else is looked at. */
function* decodeBody(
  format: ChatFormat,
  { body, ...sent }: ReadBody,
  { path, ...head }: RequestHead
): Steps<ReceivedRequest> {
  const call = { ...(path ?? askedIn(body)), ...head, body }
  yield
  const decoded = format.decodeRequest(call)
  if (!decoded.ok) return fail(invalidRequest(decoded.error))
  return succeed({ ...sent, call, namesModel: path === undefined, decoded: decoded.value })
}

/** An upstream's whole answer, and what is known of the request that it is for. */
interface ChatReplyInput {
  readonly policy: Policy
  readonly defaults: ResponseDefaults
  /** When the upstream's answer was there, in epoch seconds. */
  readonly ended: number
  /** The id that the client asked for. */
  readonly model: string
  readonly plan: ReplyPlan
  readonly body: Uint8Array
  /** Whether the client wants a stream all the same. */
  readonly stream: boolean
}

/** An upstream's whole answer as its client wants it. */
export const chatReplyJob = (wire: ChatWire): Job<ChatReplyInput, Reply, ChatModels> => ({
  name: `${wire.endpoint}/reply`,
  isPaid: true,
  *run({ policy, defaults, ended, model: id, plan: reading, body, stream }, services) {
    const model = Context.get(services, ChatModels).find(id)
    if (model === undefined) return fail(unknownModel(id))
    yield
    const called = calledIn(model, reading.format)
    const { reply, unfold } = replyHandlers(clientOf(wire, policy, { ...defaults, now: () => ended }), called, reading)
    const made = stream ? unfold(body) : reply(body)
    return made.ok ? succeed({ ...made.value, body: crossing(made.value.body) }) : made
  }
})
