import * as Effect from "effect/Effect"
import type { ImageModel } from "../../capabilities/image-models.ts"
import type { UpstreamRequest } from "../../upstream/upstream.ts"
import { decodeBytes } from "../../words/base64.ts"
import { GatewayError } from "../../words/error.ts"
import type { FormField, ImageBytes, ImageCall, ImageRequest, ImageResponse } from "../../words/image.ts"
import { JsonText } from "../../words/json.ts"
import type { Translated } from "../../words/note.ts"
import { ask } from "../ask.ts"
import { refused } from "../open.ts"
import { notUnderstood } from "../translate-reply.ts"

/** One call to an image model: written, sent and read. */
export const call = (
  model: ImageModel,
  request: ImageRequest,
  bytes: ImageBytes
): Effect.Effect<Translated<ImageResponse>, GatewayError> => {
  const encoded = model.format.encodeRequest(request, bytes)
  if (!encoded.ok) return Effect.fail(refused(encoded.error))
  return Effect.flatMap(requestFor(model, encoded.value.value.call), (sent) =>
    Effect.flatMap(ask(model, sent), ({ body }) => read(model, body))
  )
}

const decoder = new TextDecoder()

const read = ({ format }: ImageModel, body: Uint8Array): Effect.Effect<Translated<ImageResponse>, GatewayError> => {
  const decoded = format.decodeResponse(JsonText.source(decoder.decode(body)))
  if (decoded.ok) return Effect.succeed(decoded.value)
  return Effect.fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
}

const requestFor = (model: ImageModel, written: ImageCall): Effect.Effect<UpstreamRequest> => {
  const request = model.request(written)
  const { body } = written
  if (body.kind === "json") return Effect.succeed({ ...request, body: body.json.text })
  return Effect.map(
    Effect.promise(() => formOf(body.fields)),
    ({ type, bytes }) => ({ ...request, headers: { ...request.headers, "content-type": type }, body: bytes })
  )
}

/** A form as it is sent: the platform chooses what stands between its fields. */
const formOf = async (fields: readonly FormField[]): Promise<{ readonly type: string; readonly bytes: Uint8Array }> => {
  const form = new FormData()
  for (const field of fields) {
    if ("text" in field) form.append(field.name, field.text)
    else form.append(field.name, new Blob([decodeBytes(field.base64)], { type: field.mime }), field.file)
  }
  const written = new Response(form)
  return { type: written.headers.get("content-type") ?? "", bytes: new Uint8Array(await written.arrayBuffer()) }
}
