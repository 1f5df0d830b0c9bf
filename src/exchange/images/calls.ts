import type { ImageModel } from "../../capabilities/models.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import {
  checkedImage,
  type ImageBytes,
  type ImageCall,
  type ImageRequest,
  type ImageResponse,
  type ImageFormat,
  imagesIn,
  type FormField
} from "../../core/image.ts"
import { type JsonTemplate, JsonText } from "../../core/json/json.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import { notUnderstood } from "../call-model.ts"
import { invalidRequest, refusedRequest, badRequest } from "../answer.ts"
import { type Steps, crossing } from "../offload.ts"
import type { UnaryInput, ParsedRequest, WrittenCalls, CallAddress } from "../unary.ts"
import { decodeBytes } from "../../core/bytes.ts"
import { concatBytes } from "../../core/collections.ts"
import { isAmbiguousField, membersOfField } from "../../core/naming/fields.ts"
import { anyNaming } from "../../core/naming/gateways.ts"
import type { NamedModel } from "../../core/naming/naming.ts"
import { namedBy } from "../permission.ts"

/** What the address of a call depends on. */
export type ImageAddress = Omit<ImageCall, "body">

/** What is asked of an image model. */
export interface ImageAsk extends ParsedRequest {
  /** Whether there must be an image to change. */
  readonly edits: boolean
}

/** An endpoint for images: how it reads a request and writes its calls, and how its client wants the answer. */
export interface ImageEndpoint<G extends UnaryInput, Asked extends ImageAsk> {
  readonly endpoint: string
  /** The format of its clients. */
  readonly format: string
  readonly read: (given: G) => Steps<Asked>
  readonly write: (ask: Asked, model: ImageModel, media: ImageBytes) => Steps<WrittenCalls<ImageAddress, ImageState>>
  readonly answer: (response: ImageResponse & { readonly created: number }, about: Omit<G, "body">) => JsonTemplate
  /** Headers of the answer. */
  readonly headers: (about: Omit<G, "body">) => Readonly<Record<string, string>>
}

/** What of a call its answer is joined by. */
export type CallShare = Pick<ImageRequest, "count" | "sequence">

/** What the answers to a request are told by. */
export interface ImageState {
  readonly calls: readonly CallShare[]
  /** Whether links in answers are to become bytes. */
  readonly downloads: boolean
}

/** The same once the calls were made. */
export interface ReplyState extends ImageState {
  /** Epoch seconds, for answers that say no time. */
  readonly now: number
  /** The images that links led to; absent: nobody looked. */
  readonly linked?: ReadonlyMap<string, DownloadedImage>
}

/** An image that was downloaded. */
export interface DownloadedImage {
  readonly mime: string
  readonly bytes: Uint8Array
}

/** Links that must be followed before an answer can be told, and what it is told of then. */
export interface MissingLinks {
  readonly links: readonly string[]
  readonly replies: readonly Uint8Array[]
}

/** The calls of a request: normalised, and divided as its model takes them. */
export function* writeImageCalls(
  { body, edits }: Pick<ImageAsk, "body" | "edits">,
  model: ImageModel,
  media: ImageBytes
): Steps<WrittenCalls<ImageAddress, ImageState>> {
  const normalised = model.normalise(body)
  if (!normalised.ok) return fail(objectionOf(normalised.error))
  const { value: request, notes } = normalised.value
  if (edits && imagesIn(request.turns).length === 0) return fail(badRequest("/image", "`image` is required."))
  const requests = callsOf(request, model.target.perCall)
  yield
  const encoded = model.format.encodeRequest(requests[0], media)
  if (!encoded.ok) return fail(refusedRequest(encoded.error))
  const { call, needs } = encoded.value.value
  const named = namedInCall(call)
  if (!named.ok) return named
  const all = { notes: [...notes, ...encoded.value.notes], named: named.value, needs, state: stateOf(requests, model) }
  if (needs.length > 0) return succeed({ ...all, calls: [], bodies: [] })
  const sent = yield* sentFor(requests, call, model, media)
  return sent.ok ? succeed({ ...all, ...sent.value }) : sent
}

const objectionOf = (error: Invalid | Refused): GatewayError =>
  error instanceof Invalid ? invalidRequest(error) : refusedRequest(error)

const stateOf = (
  requests: readonly [ImageRequest, ...ImageRequest[]],
  { target: { links = false } }: ImageModel
): ImageState => ({
  calls: requests.map(({ count, sequence }) => ({
    ...(count === undefined ? {} : { count }),
    ...(sequence === undefined ? {} : { sequence })
  })),
  downloads: links && requests[0].as === "bytes"
})

/** What is sent for each request. The call of the first is known; a request that stands twice is written once. */
function* sentFor(
  requests: readonly [ImageRequest, ...ImageRequest[]],
  first: ImageCall,
  { format }: ImageModel,
  media: ImageBytes
): Steps<Pick<WrittenCalls<ImageAddress, ImageState>, "calls" | "bodies">> {
  const written = new Map<ImageRequest, { readonly address: CallAddress<ImageAddress>; readonly body: Sent["body"] }>()
  for (const request of new Set(requests)) {
    yield
    const encoded = request === requests[0] ? succeed(first) : encodedCall(format, request, media)
    if (!encoded.ok) return encoded
    const { body: content, ...call } = encoded.value
    const sent = yield* sending(content)
    if (!sent.ok) return sent
    const { body, ...type } = sent.value
    written.set(request, { address: { call, ...type }, body })
  }
  const all = requests.flatMap((request) => written.get(request) ?? [])
  return succeed({ calls: all.map(({ address }) => address), bodies: all.map(({ body }) => body) })
}

const encodedCall = (
  format: ImageFormat,
  request: ImageRequest,
  media: ImageBytes
): Result<ImageCall, GatewayError> => {
  const encoded = format.encodeRequest(request, media)
  return encoded.ok ? succeed(encoded.value.value.call) : fail(refusedRequest(encoded.error))
}

const decoder = new TextDecoder()

/** What a model answered one call with. */
export function* readImageReply({ format }: ImageModel, body: Uint8Array): Steps<Translated<ImageResponse>> {
  const text = decoder.decode(body)
  yield
  const json = JsonText.source(text)
  void json.value
  yield
  const decoded = format.decodeResponse(json)
  yield
  if (!decoded.ok) return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
  const { value, notes } = decoded.value
  const images: ImageResponse["images"][number][] = []
  for (const image of value.images) {
    images.push(checkedImage(image))
    yield
  }
  return succeed({ value: { ...value, images }, notes })
}

/** A request as the calls that make it: no more images each than a call gives, and no seed twice. Equal ones are one. */
const callsOf = (request: ImageRequest, perCall: number): readonly [ImageRequest, ...ImageRequest[]] => {
  const { count = 1 } = request
  const first = callFrom(request, 0, Math.min(count, perCall))
  const more: ImageRequest[] = []
  for (let from = perCall; from < count; from += perCall) {
    const next = callFrom(request, from, Math.min(count - from, perCall))
    more.push(next.seed === undefined && next.count === first.count ? first : next)
  }
  return [first, ...more]
}

/** How many seeds there are. */
const seeds = 2 ** 31

const callFrom = (request: ImageRequest, from: number, count: number): ImageRequest => ({
  ...request,
  ...(request.count === undefined ? {} : { count }),
  ...(request.seed === undefined ? {} : { seed: (request.seed + from) % seeds })
})

/** What a call sends, in bytes where it is long, and the type of a form. */
export interface Sent {
  readonly body: string | Uint8Array
  readonly contentType?: string
}

/** What a call sends: JSON, or a form. */
export function* sending(body: ImageCall["body"]): Steps<Sent, never> {
  yield
  if (body.kind === "json") return succeed({ body: crossing(body.json.text) })
  const boundary = `form-${crypto.randomUUID()}`
  const form = yield* formOf(body.fields, boundary)
  return form.ok ? succeed({ body: form.value, contentType: `multipart/form-data; boundary=${boundary}` }) : form
}

const encoder = new TextEncoder()

/**
 * A form as it is sent (https://www.rfc-editor.org/rfc/rfc7578), texts in the very bytes they have: `FormData` would
 * write another end of line into them.
 */
export function* formOf(fields: readonly FormField[], boundary: string): Steps<Uint8Array, never> {
  const pieces: Uint8Array[] = []
  for (const field of fields) {
    pieces.push(encoder.encode(headOf(field, boundary)))
    if ("text" in field) pieces.push(encoder.encode(field.text))
    else yield* decoded(field.base64, pieces)
    pieces.push(lineEnd)
  }
  yield
  return succeed(concatBytes([...pieces, encoder.encode(`--${boundary}--\r\n`)]))
}

const headOf = (field: FormField, boundary: string): string => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(field.name)}"`
  if ("text" in field) return `${head}\r\n\r\n`
  return `${head}; filename="${quoted(field.file)}"\r\ncontent-type: ${field.mime}\r\n\r\n`
}

/** How many characters of base64 are decoded at once: whole groups of four. */
const slice = 1024 * 1024

/** Adds the bytes of base64; between its slices others may have their turn. */
function* decoded(base64: string, pieces: Uint8Array[]): Generator<void, void, void> {
  for (let at = 0; at < base64.length; at += slice) {
    if (at > 0) yield
    pieces.push(decodeBytes(base64.slice(at, at + slice)))
  }
}

const lineEnd = encoder.encode("\r\n")

/** What may not stand between quotes of a header, as browsers write it. */
const quoted = (text: string): string => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

/** What a call says of which model works, be it JSON or a form. */
export const namedInCall = ({ body }: Pick<ImageCall, "body">): Result<readonly NamedModel[], GatewayError> => {
  if (body.kind === "json") return namedBy(anyNaming, body.json)
  if (body.fields.some(({ name }) => isAmbiguousField(name)))
    return fail(badRequest("", "The name of a field is ambiguous in the form that the model's API takes."))
  if (body.fields.some(isUnread)) return fail(badRequest("", "A field of the form is not valid JSON."))
  return namedBy(anyNaming, ...body.fields.map(saidBy))
}

/** Whether a field where members may name a model says what is nearly JSON, which some readers take for it. */
const isUnread = (field: FormField): boolean => {
  const [first = ""] = membersOfField(field.name)
  if (!("text" in field) || !/[[{]/.test(field.text) || anyNaming.root.at(first)?.isLeaf !== false) return false
  return typeof valueOf(field.text) === "string"
}

/** The body that a field says to those who read `a[b]` as a member of `a`, and texts as JSON. Of a file they read that it is there. */
const saidBy = (field: FormField): JsonText => {
  const said: JsonTemplate = "text" in field ? valueOf(field.text) : []
  const members = membersOfField(field.name).slice(0, deepest)
  return JsonText.tree(members.reduceRight<JsonTemplate>((value, name) => ({ [name]: value }), said))
}

/** How many names of a field's are looked at: nothing that decides stands further down. */
const deepest = 6

const valueOf = (text: string): JsonTemplate => {
  const json = /^\s*[[{]/.test(text) ? JsonText.source(text) : undefined
  return json?.value === undefined ? text : json
}
