import { concat } from "../upstream/bytes.ts"
import { decodeBytes } from "../core/bytes/base64.ts"
import { succeed } from "../core/errors/invalid.ts"
import type { FormField, ImageCall } from "../core/image/image.ts"
import { crossing, type Steps } from "./offload.ts"

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
  return succeed(concat([...pieces, encoder.encode(`--${boundary}--\r\n`)]))
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
