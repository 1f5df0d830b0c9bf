import type { ChatModel } from "../capabilities/models.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import type { ChatRequest } from "../core/chat/chat.ts"
import { GatewayError } from "../core/errors/error.ts"
import { type ReplyPreferences, type WireRequest, type BodyEdit, emptyReplyContext } from "../core/format.ts"
import { type Invalid, placeOfIssue, fail, type Result, succeed } from "../core/errors/invalid.ts"
import { JsonText } from "../core/json/json.ts"
import { type NamedModel, namedIn } from "../core/naming/named.ts"
import { idIn, type ModelNaming } from "../core/naming/naming.ts"
import { type TranslationNote, refusalOf, type Refused, type Translated } from "../core/notes/note.ts"
import type { Passthrough } from "../core/passthrough.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { Received } from "./body.ts"
import { clientNotes } from "./client-place.ts"
import { estimatePrompt, type Prompt } from "./estimate.ts"
import type { Client, Prepared } from "./exchange.ts"
import { type Fetched, Lacking, type Needed } from "./fetch-media.ts"
import { short, type Steps } from "./offload.ts"
import { cutBytes, cutsOf, cutText, splice } from "./splice.ts"
import { askForUsage } from "./stream-usage.ts"

/** Who asks, as far as the writing of the call depends on it. */
type Asker = Pick<Client, "format" | "passing" | "wants">

/**
 * Prepares a call: bytes pass where the client's format is the model's, and are translated elsewhere. `Lacking`: to be
 * done again once what it names is among `media`.
 */
export const openExchange = (
  client: Asker,
  received: Received,
  model: ChatModel,
  media: Fetched
): Steps<Prepared, Refused | Lacking | GatewayError> =>
  client.format.id === model.format.id ? pass(client, received, model) : translate(client, received, model, media)

function* pass(client: Asker, received: Received, model: ChatModel): Steps<Prepared> {
  const { passing } = client
  const hoisting = passing.hoisting?.(received.call)
  const settled = hoisting === undefined ? received : edited(received, hoisting.value)
  const place = hoisting?.place ?? itself
  const named = namedBy(model.naming, settled.call.body)
  if (!named.ok) return fail(named.error.placed(place))
  const usage = usageEdits(model, settled.call)
  const changes = changesOf(passing, settled, model)
  const notes = noted(
    hoisting === undefined ? changes.notes : [...hoisting.notes, ...placed(changes.notes, place)],
    usage.notes
  )
  const reading = {
    asked: client.wants(received.decoded.value.asked),
    undo: emptyReplyContext,
    quiet: usage.value.length > 0
  }
  yield
  return succeed({
    request: passedRequest(settled, model, [...changes.value, ...usage.value]),
    named: othersIn(named.value, settled.call.model).map((it) => ({ ...it, at: place(it.at) })),
    notes,
    reading
  })
}

const itself = (at: JsonPointer): JsonPointer => at

/** What must change in a body that passes. */
const changesOf = (passing: Passthrough, received: Received, model: ChatModel): Translated<readonly BodyEdit[]> => {
  const { call } = received
  const sent = sentTo(model, call)
  const own = passing.edits(sent)
  const family = model.edits(sent)
  const named: readonly BodyEdit[] = sent === call ? [] : renaming(received, model)
  return { value: [...own.value, ...family.value, ...named], notes: noted(own.notes, family.notes) }
}

/** The id in a body as its upstream knows it; a body whose path names the model may name it, too, or another. */
const renaming = ({ call, namesModel }: Received, { naming, target }: ChatModel): readonly BodyEdit[] => {
  const { model: said } = call.body.object ?? {}
  if (namesModel) return [{ path: "/model", value: target.model }]
  if (typeof said !== "string" || idIn(naming, said) !== call.model) return []
  return [{ path: "/model", value: said.slice(0, -call.model.length) + target.model }]
}

/** A call as its upstream names the model. */
const sentTo = ({ target: { model } }: ChatModel, call: WireRequest): WireRequest =>
  call.model === model ? call : { ...call, model }

/** A request with edits spliced into its bytes. */
const edited = (received: Received, edits: readonly BodyEdit[]): Received => {
  const { bytes, call } = received
  const { text } = call.body
  const cuts = cutsOf(text, edits)
  if (cuts.length === 0) return received
  const body = JsonText.source(cutText(text, cuts))
  return { ...received, bytes: cutBytes(bytes, text, cuts), call: { ...call, body } }
}

/** The request of a body that passes: the bytes that came, with the edits spliced in. */
const passedRequest = (received: Received, model: ChatModel, edits: readonly BodyEdit[]): UpstreamRequest => {
  const { bytes, call } = edited(received, edits)
  const request = model.request(sentTo(model, call))
  return request.body === call.body.text ? { ...request, body: bytes } : request
}

function* translate(
  client: Asker,
  { bytes, call: received, decoded }: Received,
  model: ChatModel,
  media: Fetched
): Steps<Prepared, Refused | Lacking | GatewayError> {
  const { request, asked: said } = decoded.value
  const asked: ReplyPreferences = client.wants(said)
  const encoded = model.format.encodeRequest(request, {
    ...model.target,
    stream: asked.stream,
    names: received.names,
    media
  })
  if (!encoded.ok) return encoded
  const { call, undo: back, needs } = encoded.value.value
  const [need, ...more] = needs.map(({ url, path }): Needed => ({ url, at: path }))
  if (need !== undefined) return fail(new Lacking([need, ...more]))
  const clients = namedBy(client.passing.naming, received.body)
  if (!clients.ok) return clients
  yield
  const named = namedBy(model.naming, call.body)
  if (!named.ok) return named
  const family = model.edits(call)
  const edits = [...family.value, ...usageEdits(model, call).value]
  const sent = edits.length === 0 ? call : { ...call, body: JsonText.source(splice(call.body.text, edits)) }
  const changed = clientNotes(family.notes, request, model.format, call, received)
  return succeed({
    request: model.request(sent),
    named: othersIn(named.value, call.model),
    notes: [...decoded.notes, ...encoded.value.notes, ...changed],
    reading: { asked, undo: back, quiet: false, prompt: promptOf(request, sent, bytes.length) }
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

const placed = (
  notes: readonly TranslationNote[],
  place: (at: JsonPointer) => JsonPointer
): readonly TranslationNote[] => notes.map((note) => ({ ...note, path: place(note.path) }))

/** What a body says of which model works, or why it cannot be told. */
export const namedBy = (rules: ModelNaming, { object }: JsonText): Result<readonly NamedModel[], GatewayError> => {
  if (object === undefined) return succeed([])
  const named = namedIn(rules, object)
  return named.ok ? named : fail(invalid(named.error))
}

/** What else a body names than the model that is called: that one goes as its upstream knows it. */
export const othersIn = (named: readonly NamedModel[], called: string): readonly NamedModel[] =>
  named.filter(({ at, id }) => id !== called || !ownPlaces.has(at))

const ownPlaces: ReadonlySet<JsonPointer> = new Set(["/model", "/generateContentRequest/model"])

/** A 400 that names a member of the client's body. */
export const wrong = (pointer: JsonPointer, message: string): GatewayError =>
  new GatewayError("InvalidRequest", message, { pointer })

/** A body that breaks its own format's rules, as an error for its sender: the first issue, and how many more there are. */
export const invalid = ({ issues: [first, ...more] }: Invalid): GatewayError =>
  wrong(placeOfIssue(first), more.length === 0 ? first.message : `${first.message} (and ${more.length} more)`)

/** What a format cannot say, as an error for the client: the first reason. */
export const refused = ({ notes: [first] }: Refused): GatewayError => wrong(first.path, first.detail)

/**
 * The 400 for a request that a family refuses, under a strict policy for one whose cost or meaning would change on the
 * way too; undefined where nothing speaks against it.
 */
export const objection = (notes: readonly TranslationNote[], strict: boolean): GatewayError | undefined => {
  const found =
    notes.find(({ kind }) => kind === "refused") ??
    (strict ? notes.find(({ kind, severity }) => severity !== "cosmetic" && kind !== "synthesised") : undefined)
  return found === undefined ? undefined : wrong(found.path, refusalOf(found))
}
