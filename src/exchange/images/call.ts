import * as Effect from "effect/Effect"
import type { ImageModel } from "../../capabilities/image-models.ts"
import { GatewayError } from "../../words/errors/error.ts"
import type { ImageBytes, ImageRequest, ImageResponse } from "../../words/image/image.ts"
import { JsonText } from "../../words/json/json.ts"
import type { Translated } from "../../words/notes/note.ts"
import { fail } from "../../words/errors/result.ts"
import { ask } from "../ask.ts"
import { sending } from "../form.ts"
import { inSteps, type Steps } from "../offload.ts"
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
  const { call: written } = encoded.value.value
  return Effect.flatMap(sending(model.request(written), written.body), (sent) =>
    Effect.flatMap(ask(model, sent), ({ body }) => inSteps(read(model, body), body.length))
  )
}

const decoder = new TextDecoder()

function* read({ format }: ImageModel, body: Uint8Array): Steps<Translated<ImageResponse>> {
  yield
  const text = decoder.decode(body)
  yield
  const decoded = format.decodeResponse(JsonText.source(text))
  yield
  if (decoded.ok) return decoded
  return fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
}
