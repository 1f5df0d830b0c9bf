import { invalidRequest, badRequest } from "../exchange/answer.ts"
import type { Steps } from "../exchange/offload.ts"
import { readSteps } from "../exchange/body.ts"
import { encodedInSteps, dataUrl } from "../core/bytes.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { type FormFieldText, objectIn, type FieldPath, stepsOf } from "./form-fields.ts"
import { JsonText, type JsonTemplate } from "../core/json/json.ts"
import { childPointer } from "../core/json/pointer.ts"
import { longestNumeral } from "../core/json/value.ts"
import { isAmbiguousField } from "../core/naming/fields.ts"
import { isForm } from "./endpoint.ts"

/** What no honest form has more of. */
export const formLimits = {
  /** Parts: as many as Go's `mime/multipart` reads (https://go.dev/doc/go1.20). */
  parts: 1000,
  /** Bytes of the head of a part: what busboy, which Express's form readers stand on, takes (https://github.com/mscdex/busboy/blob/master/lib/types/multipart.js). */
  partHead: 16_384,
  /** Header lines of a part: as many as Apache takes of a request (https://httpd.apache.org/docs/2.4/mod/core.html#limitrequestfields). */
  partHeaders: 100
} as const

/** What is to be known of a form to read it. */
export interface FormMembers {
  /** Members that are numbers or flags, wherever they stand: a form says everything as a text. */
  readonly literals: ReadonlySet<string>
  /** Members that are objects or lists, which a form may say as JSON. */
  readonly structures: ReadonlySet<string>
  /** Members that hold images, of which one goes as `image` and several as a list `images`. */
  readonly pictures: ReadonlySet<string>
}

/** A body that may be a form: JSON is read as it is, a form as the body that says the same, its files as `data:` URLs. */
export const readEither = (bytes: Uint8Array, contentType: string | undefined, members: FormMembers): Steps<JsonText> =>
  contentType !== undefined && isForm(contentType) ? readForm(bytes, contentType, members) : readSteps(bytes)

function* readForm(bytes: Uint8Array, contentType: string, members: FormMembers): Steps<JsonText> {
  const parts = yield* partsOf(bytes, contentType)
  if (!parts.ok) return parts
  const fields: FormFieldText[] = []
  for (const part of parts.value) {
    const path = stepsOf(part.name)
    const value = part.type === undefined ? fieldValue(part, path, members) : succeed(yield* dataUrlOf(part))
    if (!value.ok) return value
    fields.push({ steps: path, value: value.value })
  }
  yield
  const object = objectIn(picturesAsOne(fields, members))
  return object.ok ? succeed(JsonText.tree(object.value)) : fail(invalidRequest(object.error))
}

const fieldValue = (
  part: Part,
  path: FieldPath,
  { literals, structures }: FormMembers
): Result<JsonTemplate, GatewayError> => {
  const text = textOf(part)
  if (!text.ok) return text
  if (structures.has(part.name) && /^\s*[[{]/.test(text.value)) {
    const json = JsonText.parsed(text.value)
    return json.ok ? json : fail(invalidRequest(json.error.below(childPointer("", part.name))))
  }
  const isLiteral = text.value.length <= longestNumeral && literal.test(text.value) && literals.has(lastNameIn(path))
  return isLiteral ? succeed(JsonText.source(text.value)) : text
}

const literal = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/

const lastNameIn = (path: FieldPath): string => path.findLast((step) => step !== "") ?? ""

/** The fields in which those of images are one: `image`, and `images` where there are several. */
const picturesAsOne = (fields: readonly FormFieldText[], { pictures }: FormMembers): readonly FormFieldText[] => {
  const isPicture = ({ steps: [name, ...inner] }: FormFieldText): boolean =>
    pictures.has(name) && inner.every((step) => /^\d*$/.test(step))
  const name = fields.filter(isPicture).length > 1 ? "images" : "image"
  return fields.map((field) => (isPicture(field) ? { ...field, steps: [name] } : field))
}

/** A file as whoever reads it takes it; what its bytes show is looked at there. */
function* dataUrlOf({ bytes, type }: Part): Generator<void, string, void> {
  const base64 = yield* encodedInSteps(bytes)
  return dataUrl(type ?? "application/octet-stream", base64)
}

/** A part of a form. */
interface Part {
  readonly name: string
  readonly bytes: Uint8Array
  /** Of a file, the type that its sender says, in lower case; absent: the part is a text. */
  readonly type?: string
}

/**
 * The parts of a form in their order (https://www.rfc-editor.org/rfc/rfc7578), whose bytes are those of the form, not
 * copied. No byte is looked at more than twice, whatever the form says.
 */
function* partsOf(bytes: Uint8Array, contentType: string): Steps<readonly Part[]> {
  const boundary = parametersOf(contentType).get("boundary")
  if (boundary === undefined || !/^[^\r\n]{1,70}$/.test(boundary)) return fail(noForm())
  const line = encoder.encode(`\r\n--${boundary}`)
  const parts: Part[] = []
  let at = afterLines(bytes)
  if (!standsAt(bytes, line.subarray(2), at)) return fail(noForm())
  at += line.length - 2
  while (!standsAt(bytes, hyphens, at)) {
    if (!standsAt(bytes, lineEnd, at)) return fail(noForm())
    if (parts.length === formLimits.parts)
      return fail(badRequest("", `The form has more than ${formLimits.parts} parts.`))
    const head = headAt(bytes, at)
    if (!head.ok) return head
    const { end: from, ...partHead } = head.value
    const end = yield* lineFrom(bytes, line, from)
    if (end < 0) return fail(noForm())
    parts.push({ ...partHead, bytes: bytes.subarray(from, end) })
    at = end + line.length
  }
  return succeed(parts)
}

const encoder = new TextEncoder()

const lineEnd = encoder.encode("\r\n")

const hyphens = encoder.encode("--")

const carriageReturn = 13

/** Senders may begin with empty lines. */
const afterLines = (bytes: Uint8Array): number => {
  let at = 0
  while (standsAt(bytes, lineEnd, at)) at += 2
  return at
}

const standsAt = (bytes: Uint8Array, wanted: Uint8Array, at: number): boolean => {
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false
  return true
}

/** How many line ends are looked at before others have their turn: some milliseconds. */
const turn = 50_000

/**
 * Where the next line between parts begins, at its line end; below 0 where there is none. Its only carriage return is
 * its first byte: where it does not stand nothing that was compared can begin another.
 */
function* lineFrom(bytes: Uint8Array, line: Uint8Array, from: number): Generator<void, number, void> {
  let seen = 0
  let at = bytes.indexOf(carriageReturn, from)
  while (at >= 0 && !standsAt(bytes, line, at)) {
    if (++seen % turn === 0) yield
    at = bytes.indexOf(carriageReturn, at + 1)
  }
  return at
}

/** What a part's head says, and where its bytes begin. */
interface PartHead extends Omit<Part, "bytes"> {
  readonly end: number
}

/** Reads the head of the part whose line ends at `at`: no more of it than a head may have. */
const headAt = (bytes: Uint8Array, at: number): Result<PartHead, GatewayError> => {
  const most = bytes.subarray(at, at + formLimits.partHead + headEnd.length)
  const length = endOfHead(most)
  if (length < 0) return fail(most.length > formLimits.partHead ? badRequest("", tooLong) : noForm())
  const head = most.subarray(lineEnd.length, length)
  const lines = lenient.decode(head).split("\r\n")
  if (lines.length > formLimits.partHeaders) return fail(badRequest("", tooMany))
  const headers = new Map(lines.map(headerOf))
  const disposition = headers.get("content-disposition") ?? ""
  const parameters = parametersOf(disposition)
  const name = parameters.get("name")
  if (!/^form-data\b/i.test(disposition) || name === undefined) return fail(noForm())
  if (isAmbiguousField(unescaped(name))) return fail(badRequest("", "The name of a form field is ambiguous."))
  if (utf8(head) === undefined) return fail(notUtf8(name))
  if (headers.get("content-transfer-encoding")?.toLowerCase() === "base64") return fail(badRequest("", encoded))
  const type = headers.get("content-type") ?? "text/plain"
  const isFile = parameters.has("filename") || parameters.has("filename*")
  return succeed({
    name: unescaped(name),
    end: at + length + headEnd.length,
    ...(isFile ? { type: type.toLowerCase() } : {})
  })
}

/** Where an empty line follows; below 0 where none does. No more is looked at than what stands before it. */
const endOfHead = (bytes: Uint8Array): number => {
  let at = bytes.indexOf(carriageReturn)
  while (at >= 0 && !standsAt(bytes, headEnd, at)) at = bytes.indexOf(carriageReturn, at + 1)
  return at
}

const lenient = new TextDecoder()

const strict = new TextDecoder("utf-8", { fatal: true })

/** A text in UTF-8; undefined where it is none. */
const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of a part; an error by the part's name where its bytes are no UTF-8. */
const textOf = ({ name, bytes }: Part): Result<string, GatewayError> => {
  const text = utf8(bytes)
  return text === undefined ? fail(notUtf8(name)) : succeed(text)
}

const headEnd = encoder.encode("\r\n\r\n")

const headerOf = (line: string): readonly [name: string, value: string] => {
  const colon = line.indexOf(":")
  return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

/** The parameters behind the first word of a header, by their names in lower case. */
const parametersOf = (header: string): ReadonlyMap<string, string> => {
  const parameters = new Map<string, string>()
  const from = header.indexOf(";")
  if (from < 0) return parameters
  for (const [, name = "", quoted, plain = ""] of header.slice(from).matchAll(parameter)) {
    parameters.set(name.toLowerCase(), quoted ?? plain)
  }
  return parameters
}

const parameter = /(?<!\s)\s*;\s*([^\s=;"]+)=(?:"([^"]*)"|([^\s;"]*))/gy

/** What may not stand between quotes of a header, as browsers write it (https://html.spec.whatwg.org/#multipart-form-data). */
const unescaped = (name: string): string => name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n")

const noForm = (): GatewayError => badRequest("", "The body is not a valid form of the type that `content-type` names.")

const notUtf8 = (name: string): GatewayError =>
  badRequest(name.includes("\ufffd") ? "" : childPointer("", name), "A field of the form is not UTF-8.")

const tooLong = `The headers of a part of the form are larger than ${formLimits.partHead} bytes.`

const tooMany = `A part of the form has more than ${formLimits.partHeaders} header lines.`

const encoded = "A part of the form is in base64. Its bytes must be sent as they are."
