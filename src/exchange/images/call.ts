import * as Effect from "effect/Effect"
import type { ImageModel } from "../../capabilities/image-models.ts"
import { GatewayError } from "../../words/errors/error.ts"
import type { ImageBytes, ImageRequest, ImageResponse } from "../../words/image/image.ts"
import { JsonText } from "../../words/json/json.ts"
import type { Translated } from "../../words/notes/note.ts"
import { ask } from "../ask.ts"
import { sending } from "../form.ts"
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
    Effect.flatMap(ask(model, sent), ({ body }) => read(model, body))
  )
}

const decoder = new TextDecoder()

const read = ({ format }: ImageModel, body: Uint8Array): Effect.Effect<Translated<ImageResponse>, GatewayError> => {
  const decoded = format.decodeResponse(JsonText.source(decoder.decode(body)))
  if (decoded.ok) return Effect.succeed(decoded.value)
  return Effect.fail(decoded.error instanceof GatewayError ? decoded.error : notUnderstood())
}
