import type { ChatModel } from "../capabilities/models.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { afterCalls } from "../core/events/checked-answer.ts"
import type { ChatRequest, ToolDefinition } from "../core/chat/chat.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, succeed } from "../core/errors/invalid.ts"
import { type WireRequest, type BodyEdit, emptyReplyContext } from "../core/format.ts"
import { JsonText, isObject, type JsonObject } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { idIn } from "../core/naming/naming.ts"
import { placeOf, type TranslationNote, type Refused, type Translated, noteRules } from "../core/notes/note.ts"
import type { Passthrough } from "../core/passthrough.ts"
import type { ChatWire, ReceivedRequest, PreparedCall } from "./chat-exchange.ts"
import { badRequest, placedError } from "./answer.ts"
import { estimatePrompt, type Prompt } from "./usage.ts"
import { type FetchedMediaByUrl, MissingMedia, type NeededMedia } from "../media/fetch/fetcher.ts"
import { notesAt, remapNotePointers, samePlace } from "./note-pointers.ts"
import { short, type Steps } from "./offload.ts"
import { namedBy, othersIn } from "./permission.ts"
import type { Policy } from "./policies.ts"
import { cutBytes, cutsOf, cutText, splice } from "./body.ts"

/** Who asks, as far as the writing of the call depends on it. */
interface Asker {
  readonly wire: Pick<ChatWire, "below" | "format" | "passing" | "untranslatable" | "wants">
  readonly policy: Policy
}

/**
 * Prepares a call: bytes pass where the client's format is the model's, and are translated elsewhere. `MissingMedia`: to be
 * done again once what it names is among `media`.
 */
export const prepareCall = (
  asker: Asker,
  received: ReceivedRequest,
  model: ChatModel,
  media: FetchedMediaByUrl
): Steps<PreparedCall, Refused | MissingMedia | GatewayError> =>
  asker.wire.format.id === model.format.id
    ? passRequest(asker, received, model)
    : translateRequest(asker, received, model, media)

/** A call whose bytes pass. */
export function* passRequest(
  { wire, policy }: Asker,
  received: ReceivedRequest,
  model: ChatModel
): Steps<PreparedCall> {
  const { passing } = wire
  const hoisting = passing.hoisting?.(received.call)
  const settled = hoisting === undefined ? received : edited(received, hoisting.value)
  const place = hoisting?.place ?? samePlace
  const named = namedBy(model.naming, settled.call.body)
  if (!named.ok) return fail(placedError(named.error, place))
  const usage = usageEdits(model, settled.call)
  const changes = changesOf(passing, settled, model)
  const notes = noted(
    hoisting === undefined ? changes.notes : [...hoisting.notes, ...notesAt(place, changes.notes)],
    usage.notes
  )
  const plan = {
    format: model.format.id,
    preferences: wire.wants(received.decoded.value.asked, policy),
    context: emptyReplyContext,
    hidesUsage: usage.value.length > 0
  }
  yield
  const request = passedRequest(settled, model, [...changes.value, ...usage.value])
  return succeed({
    request: wire.below === undefined ? request : { ...request, url: request.url + wire.below },
    named: othersIn(named.value, settled.call.model).map((it) => ({ ...it, at: place(it.at) })),
    notes,
    plan
  })
}

/** What must change in a body that passes. */
const changesOf = (
  passing: Passthrough,
  received: ReceivedRequest,
  model: ChatModel
): Translated<readonly BodyEdit[]> => {
  const { call } = received
  const sent = sentTo(model, call)
  const own = passing.edits(sent, model.target.vendor)
  const family = model.edits(sent)
  const named: readonly BodyEdit[] = sent === call ? [] : renaming(received, model)
  return { value: [...own.value, ...family.value, ...named], notes: noted(own.notes, family.notes) }
}

/** The id in a body as its upstream knows it; a body whose path names the model may name it, too, or another. */
const renaming = ({ call, namesModel }: ReceivedRequest, { naming, target }: ChatModel): readonly BodyEdit[] => {
  const { model } = call.body.object ?? {}
  if (namesModel) return [{ path: "/model", value: target.model }]
  if (typeof model !== "string" || idIn(naming, model) !== call.model) return []
  return [{ path: "/model", value: model.slice(0, -call.model.length) + target.model }]
}

/** A call as its upstream names the model. */
const sentTo = ({ target: { model } }: ChatModel, call: WireRequest): WireRequest =>
  call.model === model ? call : { ...call, model }

/** A request with edits spliced into its bytes. */
const edited = (received: ReceivedRequest, edits: readonly BodyEdit[]): ReceivedRequest => {
  if (edits.length === 0) return received
  const { bytes, whole, call } = received
  const { text } = call.body
  const cuts = cutsOf(whole ?? text, edits)
  if (cuts.length === 0) return received
  const body = JsonText.source(whole === undefined ? cutText(text, cuts) : splice(text, edits))
  return { ...received, bytes: cutBytes(bytes, whole ?? text, cuts), call: { ...call, body } }
}

/** The request of a body that passes: the bytes that came, with the edits spliced in. */
const passedRequest = (received: ReceivedRequest, model: ChatModel, edits: readonly BodyEdit[]): UpstreamRequest => {
  const { bytes, call } = edited(received, edits)
  const request = model.request(sentTo(model, call))
  return request.body === call.body.text ? { ...request, body: bytes } : request
}

/**
 * A tool whose name another one has: Anthropic and Google refuse it, and a call could be of either.
 *
 * @see https://github.com/anthropics/claude-code/issues/10687 and https://github.com/owndev/Open-WebUI-Functions/issues/135 (read 2026-11)
 */
const secondOfItsName = ({ tools = [] }: ChatRequest): ToolDefinition | undefined => {
  const names = new Set<string | undefined>()
  return tools.find((tool) => {
    if (tool.type === "vendor") return false
    const { size } = names
    return names.add(tool.name).size === size
  })
}

function* translateRequest(
  { wire, policy }: Asker,
  { bytes, call: received, decoded }: ReceivedRequest,
  model: ChatModel,
  media: FetchedMediaByUrl
): Steps<PreparedCall, Refused | MissingMedia | GatewayError> {
  const wrong = wire.untranslatable?.(received.body)
  if (wrong !== undefined) return fail(badRequest(wrong.path, wrong.message, wrong.code))
  const { request } = decoded.value
  const again = secondOfItsName(request)
  if (again !== undefined) return fail(badRequest(placeOf(again, "name"), "Another tool has the same name."))
  const preferences = wire.wants(decoded.value.asked, policy)
  const encoded = model.format.encodeRequest(request, {
    ...model.target,
    stream: preferences.stream,
    names: received.names,
    media
  })
  if (!encoded.ok) return encoded
  const { call, undo, needs } = encoded.value.value
  const [need, ...more] = needs.map(({ url, path }): NeededMedia => ({ url, at: path }))
  if (need !== undefined) return fail(new MissingMedia([need, ...more]))
  const clients = namedBy(wire.passing.naming, received.body)
  if (!clients.ok) return clients
  yield
  const named = namedBy(model.naming, call.body)
  if (!named.ok) return named
  const family = model.edits({ ...call, translated: true })
  const edits = [...family.value, ...usageEdits(model, call).value]
  const sent = edits.length === 0 ? call : { ...call, body: JsonText.source(splice(call.body.text, edits)) }
  const changed = remapNotePointers(family.notes, request, model.format, call, received)
  return succeed({
    request: model.request(sent),
    named: othersIn(named.value, call.model),
    notes: [...decoded.notes, ...encoded.value.notes, ...changed],
    plan: {
      format: model.format.id,
      preferences,
      context: afterCalls(undo, request.messages),
      hidesUsage: false,
      prompt: promptOf(request, sent, bytes.length)
    }
  })
}

/** What a request counts: of a long one that is estimated now, so that its text is not held. */
const promptOf = (request: ChatRequest, { body, ...call }: WireRequest, bytes: number): Prompt =>
  bytes > short ? { tokens: estimatePrompt(request) } : { call, text: body.text }

const usageEdits = (model: ChatModel, { stream, body }: WireRequest): Translated<readonly BodyEdit[]> => {
  const object = stream && model.takesStreamUsage ? body.object : undefined
  return object === undefined ? { value: [], notes: [] } : askForUsage(object)
}

const noted = (first: readonly TranslationNote[], second: readonly TranslationNote[]): readonly TranslationNote[] =>
  first.length === 0 ? second : second.length === 0 ? first : [...first, ...second]

/** Why a stream is asked for otherwise than its client did. */
const rules = noteRules("stream", {
  synthesised: { cosmetic: { usage: "Usage was asked for, to count tokens; it is left out of the client's answer." } }
})

/** The edit that makes a chat completions upstream tell usage at the end of a stream; none where the client asked for it. */
const askForUsage = (body: JsonObject): Translated<readonly BodyEdit[]> => {
  const options = body["stream_options"]
  if (!isObject(options)) return asking({ path: "/stream_options", value: { include_usage: true } }, "")
  const { include_usage: includesUsage } = options
  if (includesUsage === true) return { value: [], notes: [] }
  const path = "/stream_options/include_usage"
  return asking({ path, value: true }, includesUsage === undefined ? "/stream_options" : path)
}

const asking = (edit: BodyEdit, path: JsonPointer): Translated<readonly BodyEdit[]> => ({
  value: [edit],
  notes: [rules.note("usage", path, path === edit.path ? {} : { target: edit.path })]
})
