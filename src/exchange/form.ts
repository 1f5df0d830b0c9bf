import * as Effect from "effect/Effect"
import { concat } from "../upstream/bytes.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import { decodeBytes } from "../words/bytes/base64.ts"
import type { FormField, ImageCall } from "../words/image/image.ts"

/** A request with what it sends: JSON, or a form. */
export const sending = (
  request: Omit<UpstreamRequest, "body">,
  body: ImageCall["body"]
): Effect.Effect<UpstreamRequest> =>
  body.kind === "json"
    ? Effect.succeed({ ...request, body: body.json.text })
    : Effect.sync(() => {
        const boundary = `form-${crypto.randomUUID()}`
        const headers = { ...request.headers, "content-type": `multipart/form-data; boundary=${boundary}` }
        return { ...request, headers, body: formOf(body.fields, boundary) }
      })

const encoder = new TextEncoder()

/**
 * A form as it is sent (https://www.rfc-editor.org/rfc/rfc7578), texts in the very bytes they have: `FormData` would
 * write another end of line into them.
 */
export const formOf = (fields: readonly FormField[], boundary: string): Uint8Array =>
  concat([...fields.flatMap((field) => partOf(field, boundary)), encoder.encode(`--${boundary}--\r\n`)])

const partOf = (field: FormField, boundary: string): readonly Uint8Array[] => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(field.name)}"`
  if ("text" in field) return [encoder.encode(`${head}\r\n\r\n${field.text}\r\n`)]
  const type = `; filename="${quoted(field.file)}"\r\ncontent-type: ${field.mime}\r\n\r\n`
  return [encoder.encode(head + type), decodeBytes(field.base64), lineEnd]
}

const lineEnd = encoder.encode("\r\n")

/** What may not stand between quotes of a header, as browsers write it. */
const quoted = (text: string): string => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
