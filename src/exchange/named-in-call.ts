import type { FormField, ImageCall } from "../core/image/image.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { JsonText, putMember, type JsonTemplate } from "../core/json/json.ts"
import { anyNaming } from "../core/naming/gateways.ts"
import type { NamedModel } from "../core/naming/named.ts"
import type { Result } from "../core/errors/invalid.ts"
import { namedBy } from "./open.ts"

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
