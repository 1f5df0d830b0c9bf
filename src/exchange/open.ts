import type { ChatModel } from "../capabilities/chat-models.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { GatewayError } from "../words/errors/error.ts"
import { type Asked, type Call, type Edit, undo } from "../words/format.ts"
import { type Invalid, placeOfIssue } from "../words/errors/invalid.ts"
import { JsonText } from "../words/json/json.ts"
import type { Note, Refused, Translated } from "../words/notes/note.ts"
import type { Passing } from "../words/passing.ts"
import type { Pointer } from "../words/json/pointer.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import type { Received } from "./body.ts"
import { clientNotes } from "./client-place.ts"
import { promptOf } from "./estimate.ts"
import type { Client, Exchange } from "./exchange.ts"
import { type Fetched, Lacking, type Needed } from "./fetch-media.ts"
import { passReply } from "./pass-reply.ts"
import { passStream } from "./pass-stream.ts"
import { cutBytes, cutsOf, cutText, splice } from "./splice.ts"
import { askForUsage } from "./stream-usage.ts"
import { translateReply, translateStream, unfoldReply } from "./translate-reply.ts"

/**
 * Prepares a call: bytes pass where the client's format is the model's, and are translated elsewhere. `Lacking`: to be
 * done again once what it names is among `media`.
 */
export const openExchange = (
  client: Client,
  received: Received,
  model: ChatModel,
  media: Fetched
): Result<Exchange, GatewayError | Lacking> =>
  client.format.id === model.format.id
    ? succeed(pass(client, received, model))
    : translate(client, received, model, media)

const pass = (client: Client, received: Received, model: ChatModel): Exchange => {
  const { format, passing } = client
  const asked = client.wants(received.decoded.value.asked)
  const hoisting = passing.hoisting?.(received.call)
  const settled = hoisting === undefined ? received : edited(received, hoisting.value)
  const usage = usageEdits(model, settled.call)
  const changes = changesOf(passing, settled, model)
  const inContent = asked.thinking === "content"
  return {
    request: passedRequest(settled, model, [...changes.value, ...usage.value]),
    notes: noted(
      hoisting === undefined ? changes.notes : [...hoisting.notes, ...placed(changes.notes, hoisting.place)],
      usage.notes
    ),
    reply: (bytes) => (inContent ? translateReply(client, format, undo, asked, bytes) : passReply(client, bytes)),
    stream: () =>
      inContent
        ? translateStream(client, format, undo, asked)
        : passStream(client, format, asked, usage.value.length > 0),
    unfold: (bytes) => unfoldReply(client, format, undo, asked, bytes)
  }
}

/** What must change in a body that passes. */
const changesOf = (passing: Passing, received: Received, model: ChatModel): Translated<readonly Edit[]> => {
  const { call, namesModel } = received
  const sent = sentTo(model, call)
  const own = passing.edits(sent)
  const family = model.edits(sent)
  const named: readonly Edit[] = sent === call || !namesModel ? [] : [{ path: "/model", value: model.target.model }]
  return { value: [...own.value, ...family.value, ...named], notes: noted(own.notes, family.notes) }
}

/** A call as its upstream names the model. */
const sentTo = ({ target: { model } }: ChatModel, call: Call): Call =>
  call.model === model ? call : { ...call, model }

/** A request with edits spliced into its bytes. */
const edited = (received: Received, edits: readonly Edit[]): Received => {
  const { bytes, call } = received
  const { text } = call.body
  const cuts = cutsOf(text, edits)
  if (cuts.length === 0) return received
  const body = JsonText.source(cutText(text, cuts))
  return { ...received, bytes: cutBytes(bytes, text, cuts), call: { ...call, body } }
}

/** The request of a body that passes: the bytes that came, with the edits spliced in. */
const passedRequest = (received: Received, model: ChatModel, edits: readonly Edit[]): UpstreamRequest => {
  const { bytes, call } = edited(received, edits)
  const request = model.request(sentTo(model, call))
  return request.body === call.body.text ? { ...request, body: bytes } : request
}

const translate = (
  client: Client,
  { call: received, decoded }: Received,
  model: ChatModel,
  media: Fetched
): Result<Exchange, GatewayError | Lacking> => {
  const { request, asked: said } = decoded.value
  const asked: Asked = client.wants(said)
  const encoded = model.format.encodeRequest(request, {
    ...model.target,
    stream: asked.stream,
    names: received.names,
    media
  })
  if (!encoded.ok) return fail(refused(encoded.error))
  const { call, undo: back, needs } = encoded.value.value
  const [need, ...more] = needs.map(({ url, path }): Needed => ({ url, at: path }))
  if (need !== undefined) return fail(new Lacking([need, ...more]))
  const family = model.edits(call)
  const edits = [...family.value, ...usageEdits(model, call).value]
  const sent = edits.length === 0 ? call : { ...call, body: JsonText.source(splice(call.body.text, edits)) }
  const written = model.request(sent)
  const prompt = promptOf(model.format, sent, written.body)
  return succeed({
    request: written,
    notes: [
      ...decoded.notes,
      ...encoded.value.notes,
      ...clientNotes(family.notes, request, model.format, call, received)
    ],
    reply: (body) => translateReply(client, model.format, back, asked, body, prompt),
    stream: () => translateStream(client, model.format, back, asked, prompt),
    unfold: (body) => unfoldReply(client, model.format, back, asked, body, prompt)
  })
}

const usageEdits = (model: ChatModel, { stream, body }: Call): Translated<readonly Edit[]> => {
  const object = stream && model.takesStreamUsage ? body.object : undefined
  return object === undefined ? { value: [], notes: [] } : askForUsage(object)
}

const noted = (first: readonly Note[], second: readonly Note[]): readonly Note[] =>
  first.length === 0 ? second : second.length === 0 ? first : [...first, ...second]

const placed = (notes: readonly Note[], place: (at: Pointer) => Pointer): readonly Note[] =>
  notes.map((note) => ({ ...note, path: place(note.path) }))

/** A 400 that names a member of the client's body. */
export const wrong = (pointer: Pointer, message: string): GatewayError =>
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
export const objection = (notes: readonly Note[], strict: boolean): GatewayError | undefined => {
  const found =
    notes.find(({ kind }) => kind === "refused") ??
    (strict ? notes.find(({ kind, severity }) => severity !== "cosmetic" && kind !== "synthesised") : undefined)
  return found === undefined ? undefined : wrong(found.path, found.detail)
}
