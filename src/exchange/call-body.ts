import { decodeBytes } from "../core/bytes.ts"
import { concatBytes } from "../core/collections.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { succeed, type Result } from "../core/errors/invalid.ts"
import type { FormField, ImageCall } from "../core/image.ts"
import { JsonText, putMember, type JsonTemplate } from "../core/json/json.ts"
import { anyNaming } from "../core/naming/gateways.ts"
import type { NamedModel } from "../core/naming/naming.ts"
import { crossing, type Steps } from "./offload.ts"
import { namedBy } from "./permission.ts"

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
export const namedInCall = ({ body }: Pick<ImageCall, "body">): Result<readonly NamedModel[], GatewayError> =>
  namedBy(anyNaming, body.kind === "json" ? body.json : JsonText.tree(membersOf(body.fields)))

/** The body that a form says to those who read `a[b]` as a member of `a`, fields of one name as a list, and texts as JSON. */
const membersOf = (fields: readonly FormField[]): { readonly [key: string]: JsonTemplate } => {
  const all = new Map<string, JsonTemplate[]>()
  for (const field of fields) {
    if (!("text" in field)) continue
    const [name = "", ...inner] = field.name.split("[", deepest)
    const values = all.get(name) ?? []
    values.push(inner.reduceRight<JsonTemplate>(inside, valueOf(field.text)))
    all.set(name, values)
  }
  const out: { [key: string]: JsonTemplate } = {}
  for (const [name, [only, ...more]] of all) putMember(out, name, more.length === 0 ? only : [only, ...more])
  return out
}

/** How many names of a field's are looked at: nothing that decides stands further down. */
const deepest = 6

/** A value below one step of a field's name, as `[b]` is one of `a[b]`: a member, or an item. */
const inside = (value: JsonTemplate, step: string): JsonTemplate => {
  const name = step.replace("]", "")
  return /^\d*$/.test(name) ? [value] : { [name]: value }
}

const valueOf = (text: string): JsonTemplate => {
  const json = /^\s*[[{]/.test(text) ? JsonText.source(text) : undefined
  return json?.value === undefined ? text : json
}
