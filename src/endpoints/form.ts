import { invalidRequest } from "../exchange/client-errors.ts"
import type { Steps } from "../exchange/offload.ts"
import { readSteps } from "../exchange/read-body.ts"
import { encodedInSteps, dataUrl } from "../core/bytes/base64.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { type FormFieldText, objectIn, type FieldPath as Path, stepsOf } from "../core/json/fields.ts"
import { JsonText, type JsonTemplate } from "../core/json/json.ts"
import { childPointer } from "../core/json/pointer.ts"
import { requestLimits } from "../core/request-limits.ts"
import { isForm } from "./endpoint.ts"
import { type Part, partsOf, textOf } from "./multipart.ts"

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
    const value = part.type === undefined ? said(part, path, members) : succeed(yield* dataUrlOf(part))
    if (!value.ok) return value
    fields.push({ steps: path, value: value.value })
  }
  yield
  const object = objectIn(picturesAsOne(fields, members))
  return object.ok ? succeed(JsonText.tree(object.value)) : fail(invalidRequest(object.error))
}

const said = (part: Part, path: Path, { literals, structures }: FormMembers): Result<JsonTemplate, GatewayError> => {
  const text = textOf(part)
  if (!text.ok) return text
  if (structures.has(part.name) && /^\s*[[{]/.test(text.value)) {
    const json = JsonText.parsed(text.value)
    return json.ok ? json : fail(invalidRequest(json.error.below(childPointer("", part.name))))
  }
  const isLiteral =
    text.value.length <= requestLimits.numeral && literal.test(text.value) && literals.has(lastNameIn(path))
  return isLiteral ? succeed(JsonText.source(text.value)) : text
}

const literal = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/

const lastNameIn = (path: Path): string => path.findLast((step) => step !== "") ?? ""

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
