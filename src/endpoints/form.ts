import { readSteps } from "../exchange/read-body.ts"
import type { Steps } from "../exchange/offload.ts"
import { mimeOf } from "../media/kinds.ts"
import { encodedInSteps } from "../words/bytes/base64.ts"
import { dataUrl } from "../words/bytes/data-url.ts"
import type { GatewayError } from "../words/errors/error.ts"
import { JsonText, put, type Tree } from "../words/json/json.ts"
import { type Result, succeed } from "../words/errors/result.ts"
import { isForm } from "./endpoint.ts"
import { type Part, partsOf, textOf } from "./multipart.ts"

/** What is to be known of a form to read it. */
export interface FormMembers {
  /** Members that are numbers or flags: a form says everything as a text. */
  readonly literals: ReadonlySet<string>
  /** Members that hold images, of which one goes as `image` and several as a list `images`. */
  readonly pictures: ReadonlySet<string>
}

/** A body that may be a form: JSON is read as it is, a form as the body that says the same, its files as `data:` URLs. */
export const readEither = (bytes: Uint8Array, contentType: string | undefined, members: FormMembers): Steps<JsonText> =>
  contentType !== undefined && isForm(contentType) ? readForm(bytes, contentType, members) : readSteps(bytes)

function* readForm(bytes: Uint8Array, contentType: string, { literals, pictures }: FormMembers): Steps<JsonText> {
  const parts = yield* partsOf(bytes, contentType)
  if (!parts.ok) return parts
  const all = new Map<string, Tree[]>()
  for (const part of parts.value) {
    const name = part.name.replace(/\[\]$/, "")
    const member = pictures.has(name) ? "images" : name
    const value = part.type === undefined ? said(part, literals.has(name)) : succeed(yield* dataUrlOf(part))
    if (!value.ok) return value
    const values = all.get(member)
    if (values === undefined) all.set(member, [value.value])
    else values.push(value.value)
  }
  yield
  const members: { [key: string]: Tree } = {}
  for (const [name, values] of all) putMember(members, name, values)
  return succeed(JsonText.tree(members))
}

const putMember = (members: { [key: string]: Tree }, name: string, values: readonly Tree[]): void => {
  if (values.length > 1) put(members, name, values)
  else put(members, name === "images" ? "image" : name, values[0])
}

const said = (part: Part, literal: boolean): Result<Tree, GatewayError> => {
  const text = textOf(part)
  if (!text.ok || !literal || !/^(?:true|false|-?(?:0|[1-9]\d*))$/.test(text.value)) return text
  return succeed(JsonText.source(text.value))
}

/** The type that the bytes show goes before the one that the form says. */
function* dataUrlOf({ bytes, type }: Part): Generator<void, string, void> {
  const base64 = yield* encodedInSteps(bytes)
  return dataUrl(mimeOf(bytes, ["image"]) ?? type ?? "application/octet-stream", base64)
}
