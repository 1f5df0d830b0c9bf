import type { ImageModel } from "../../capabilities/models.ts"
import { checkedImage } from "../../core/image/answer.ts"
import { imagesIn } from "../../core/image/turns.ts"
import type { ImageBytes, ImageCall, ImageFormat, ImageRequest, ImageResponse } from "../../core/image/image.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { JsonText } from "../../core/json/json.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import { type Sent, sending } from "../form.ts"
import { namedInCall } from "../named-in-call.ts"
import type { Steps } from "../offload.ts"
import { invalid, refused, wrong } from "../open.ts"
import { notUnderstood } from "../translate-reply.ts"
import type { Address, Written } from "../written.ts"
import { callsOf } from "./calls.ts"
import type { Call, ImageAsk, ImageState } from "./ask.ts"

/** The calls of a request: normalised, and divided as its model takes them. */
export function* written(
  { body, edits }: Pick<ImageAsk, "body" | "edits">,
  model: ImageModel,
  media: ImageBytes
): Steps<Written<Call, ImageState>> {
  const normalised = model.normalise(body)
  if (!normalised.ok) return fail(objectionOf(normalised.error))
  const { value: request, notes } = normalised.value
  if (edits && imagesIn(request.turns).length === 0) return fail(wrong("/image", "`image` is required."))
  const requests = callsOf(request, model.target.perCall)
  yield
  const encoded = model.format.encodeRequest(requests[0], media)
  if (!encoded.ok) return fail(refused(encoded.error))
  const { call, needs } = encoded.value.value
  const named = namedInCall(call)
  if (!named.ok) return named
  const all = { notes: [...notes, ...encoded.value.notes], named: named.value, needs, state: stateOf(requests, model) }
  if (needs.length > 0) return succeed({ ...all, calls: [], bodies: [] })
  const sent = yield* sentFor(requests, call, model, media)
  return sent.ok ? succeed({ ...all, ...sent.value }) : sent
}

const objectionOf = (error: Invalid | Refused): GatewayError =>
  error instanceof Invalid ? invalid(error) : refused(error)

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
): Steps<Pick<Written<Call, ImageState>, "calls" | "bodies">> {
  const written = new Map<ImageRequest, { readonly address: Address<Call>; readonly body: Sent["body"] }>()
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
  return encoded.ok ? succeed(encoded.value.value.call) : fail(refused(encoded.error))
}

const decoder = new TextDecoder()

/** What a model answered one call with. */
export function* read({ format }: ImageModel, body: Uint8Array): Steps<Translated<ImageResponse>> {
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
