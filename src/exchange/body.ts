import { concatBytes } from "../core/collections.ts"
import type { BodyEdit } from "../core/format.ts"
import { stringifyJson, JsonText } from "../core/json/json.ts"
import { afterName, closes, endOfValue, nameAt, pointerTokens } from "../core/json/pointer.ts"
import { afterSpace } from "../core/json/value.ts"
import { GatewayError } from "../core/errors/error.ts"
import { type Invalid, fail, type Result, succeed } from "../core/errors/invalid.ts"
import type { TranslationNote, Translated } from "../core/notes/note.ts"
import { memberEdit } from "../core/passthrough.ts"
import { invalidRequest } from "./answer.ts"
import { atOnce } from "../core/collections.ts"
import type { Steps } from "./offload.ts"

/** Which model is asked, and whether for a stream. */
export interface RequestedCall {
  readonly model: string
  readonly stream: boolean
}

/** What of that a body says. */
export const askedIn = ({ object }: JsonText): RequestedCall => {
  const { model, stream } = object ?? {}
  return { model: typeof model === "string" ? model : "", stream: stream === true }
}

/** Reads the bytes of a short body as JSON. */
export const readBody = (bytes: Uint8Array): Result<JsonText, GatewayError> => atOnce(readSteps(bytes))

/** The same in steps. */
export function* readSteps(bytes: Uint8Array): Steps<JsonText> {
  yield
  const text = textOf(bytes)
  if (!text.ok) return text
  yield
  return readText(text.value)
}

/** Reads the text of a body as JSON. */
export const readText = (text: string): Result<JsonText, GatewayError> => {
  const read = JsonText.parsed(text)
  return read.ok ? read : fail(invalidRequest(read.error))
}

const strictDecoder = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true })

/** The text that the bytes of a body are. */
export const textOf = (bytes: Uint8Array): Result<string, GatewayError> => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return fail(wrong("The body starts with a byte order mark."))
  try {
    return succeed(strictDecoder.decode(bytes))
  } catch {
    return fail(wrong("The body is not valid UTF-8."))
  }
}

const wrong = (message: string): GatewayError => new GatewayError("InvalidRequest", message, { pointer: "" })

/** A body that names the model which its path names, whatever it said itself; the same body where no path names one. */
export const withModel = (body: JsonText, model: string | undefined): JsonText => {
  if (model === undefined || body.object === undefined) return body
  const edits = memberEdit(body.object, "model", model)
  return edits.length === 0 ? body : JsonText.source(splice(body.text, edits))
}

/** What a request of an endpoint says, with the body that says it. */
interface DecodedBody<R> {
  readonly model: string
  readonly notes: readonly TranslationNote[]
  readonly request: R
  readonly body: JsonText
}

/** What such a request is read of. */
export interface BodyInput {
  readonly body: Uint8Array
  /** The model that the path names, which the body need not. */
  readonly deployment?: string | undefined
}

/** How an endpoint reads a body that names its model, given how its format decodes one. */
export const bodyReader = <R extends { readonly model: string }>(
  decode: (body: JsonText) => Result<Translated<R>, Invalid>
) =>
  function* read({ body: bytes, deployment }: BodyInput): Steps<DecodedBody<R>> {
    const read = yield* readSteps(bytes)
    if (!read.ok) return read
    yield
    const body = withModel(read.value, deployment)
    const decoded = decode(body)
    if (!decoded.ok) return fail(invalidRequest(decoded.error))
    const { value: request, notes } = decoded.value
    return succeed({ model: request.model, notes, request, body })
  }

/** What is asked for at a place of the document: an edit here, or edits further down. */
interface Place {
  edit: BodyEdit | undefined
  readonly below: Map<string, Place>
}

/** A piece of the source that gives way to another text. */
export interface Cut {
  readonly from: number
  readonly to: number
  readonly text: string
}

/**
 * Edits JSON text in one pass: replaces a value, removes a member or an item with one comma, adds a member or an item
 * at the end. All else stays as it is, byte for byte. An edit whose parent is not there is none. The text must be valid
 * JSON without duplicate names; at most one edit a place, none inside another.
 */
export const splice = (text: string, edits: readonly BodyEdit[]): string => cutText(text, cutsOf(text, edits))

/** The cuts that edits make, in the order of the text. */
export const cutsOf = (text: string, edits: readonly BodyEdit[]): readonly Cut[] => {
  const cuts: Cut[] = []
  if (edits.length > 0) edit(text, afterSpace(text, 0), plan(edits), cuts, true)
  return cuts
}

/** A text with its cuts made. */
export const cutText = (text: string, cuts: readonly Cut[]): string => {
  let out = ""
  let at = 0
  for (const cut of cuts) {
    out += text.slice(at, cut.from) + cut.text
    at = cut.to
  }
  return out + text.slice(at)
}

/** The same cuts, made in the bytes that the text was decoded from: what stays is copied, not encoded again. */
export const cutBytes = (bytes: Uint8Array, text: string, cuts: readonly Cut[]): Uint8Array => {
  const out: Uint8Array[] = []
  let at = 0
  let byte = 0
  for (const cut of cuts) {
    const from = byte + bytesIn(text, at, cut.from)
    out.push(bytes.subarray(byte, from), encoder.encode(cut.text))
    byte = from + bytesIn(text, cut.from, cut.to)
    at = cut.to
  }
  return concatBytes([...out, bytes.subarray(byte)])
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A piece of a text, and what goes in its place. */
export interface Rewritten {
  readonly from: string
  readonly to: string
}

/** The bytes of a text that is rewritten; as they were where the piece stands in them otherwise. */
export const rewritten = (bytes: Uint8Array, { from, to }: Rewritten): Uint8Array =>
  encoder.encode(decoder.decode(bytes).replace(from, () => to))

/** How many bytes a stretch of well-formed text is in UTF-8. Each half of a surrogate pair counts for two. */
const bytesIn = (text: string, from: number, to: number): number => {
  let bytes = to - from
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2
  }
  return bytes
}

const plan = (edits: readonly BodyEdit[]): Place => {
  const root: Place = { edit: undefined, below: new Map() }
  for (const wanted of edits) {
    let place = root
    for (const token of pointerTokens(wanted.path)) {
      const next = place.below.get(token) ?? { edit: undefined, below: new Map() }
      place.below.set(token, next)
      place = next
    }
    place.edit = wanted
  }
  return root
}

/** Edits the value at `at`, and answers where it ends; of the `whole` document, where the last of the edits was. */
const edit = (text: string, at: number, place: Place, cuts: Cut[], whole = false): number => {
  const open = text.charCodeAt(at)
  if (place.edit === undefined && (open === openObject || open === openList))
    return editInside(text, at, place, cuts, whole)
  const end = endOfValue(text, at)
  if (place.edit?.value !== undefined) cuts.push({ from: at, to: end, text: stringifyJson(place.edit.value) })
  return end
}

const editInside = (text: string, open: number, place: Place, cuts: Cut[], whole: boolean): number => {
  const named = text.charCodeAt(open) === openObject
  const missing = new Map(place.below)
  let count = 0
  let copied = 0
  let last = open + 1
  let next = afterSpace(text, last)
  while (!closes(text, next)) {
    const start = next
    const value = named ? afterSpace(text, afterName(text, start) + 1) : start
    const key = named ? nameAt(text, start) : String(count)
    const child = place.below.get(key)
    const removed = child?.edit !== undefined && child.edit.value === undefined
    const end = child === undefined || removed ? endOfValue(text, value) : edit(text, value, child, cuts)
    const after = afterSpace(text, end)
    next = text.charCodeAt(after) === comma ? afterSpace(text, after + 1) : after
    if (!removed) copied++
    else if (copied > 0) cuts.push({ from: last, to: end, text: "" })
    else cuts.push({ from: start, to: closes(text, next) ? end : next, text: "" })
    missing.delete(key)
    last = end
    count++
    if (whole && missing.size === 0) return last
  }
  const added = additions(missing, named ? undefined : String(count))
  if (added !== "") cuts.push({ from: last, to: last, text: copied > 0 ? `,${added}` : added })
  return next + 1
}

/** The members that are asked for and not there; of an array, the item after its last. */
const additions = (missing: ReadonlyMap<string, Place>, only: string | undefined): string => {
  const added: string[] = []
  for (const [key, { edit: wanted }] of missing) {
    if (wanted?.value === undefined || (only !== undefined && key !== only)) continue
    added.push(
      only === undefined ? `${JSON.stringify(key)}:${stringifyJson(wanted.value)}` : stringifyJson(wanted.value)
    )
  }
  return added.join(",")
}

const comma = 44
const openList = 91
const openObject = 123
