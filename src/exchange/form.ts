import * as Effect from "effect/Effect"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { decodeBytes } from "../words/base64.ts"
import type { FormField, ImageCall } from "../words/image.ts"

/** A request with what it sends: JSON, or a form. */
export const sending = (
  request: Omit<UpstreamRequest, "body">,
  body: ImageCall["body"]
): Effect.Effect<UpstreamRequest> =>
  body.kind === "json"
    ? Effect.succeed({ ...request, body: body.json.text })
    : Effect.map(
        Effect.promise(() => formOf(body.fields)),
        ({ type, bytes }) => ({ ...request, headers: { ...request.headers, "content-type": type }, body: bytes })
      )

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
