import type { Cited, Grounding, Request } from "../chat/chat.ts"
import type { Node } from "../chat/node.ts"
import type { JsonText } from "../json/json.ts"
import { below, type Pointer } from "../json/pointer.ts"

/**
 * The members of a node that only another format can say, as pointers into the body they came from: what an encoder
 * of `format` leaves out. An explicit null and an empty list say nothing, and are not among them.
 */
export const leftovers = (node: Node, format: string): readonly Pointer[] => {
  const { native, at } = node
  if (native === undefined || native.format === format) return none
  if (native.rest === undefined && native.inner === undefined) return none
  const out: Pointer[] = []
  for (const [key, value] of native.rest ?? []) if (saysAny(value)) out.push(below(at ?? "", key))
  for (const [path, value] of native.inner ?? [])
    if (saysAny(value)) out.push(placedAt(node, path) ?? `${at ?? ""}${path}`)
  return out
}

const saysAny = ({ text }: JsonText): boolean => text !== "null" && text !== "[]"

const none: readonly Pointer[] = []

/** The lists and objects of a node that hold nothing, for every format but their own. */
export const emptyMembers = ({ native }: Node, format: string): readonly Pointer[] =>
  native?.format === format ? none : (native?.empty ?? none)

/** Where a field of a node stood in the body that was decoded. */
export const placeOf = (node: Node, field: string): Pointer => placedAt(node, field) ?? below(node.at ?? "", field)

/** Where a field stood, where the node knows that; else where the node did: one that was told in pieces knows nothing. */
export const nearestOf = (node: Node, field: string): Pointer => placedAt(node, field) ?? node.at ?? ""

/** Where a member of a field's object stood; where the field did, if no more is known. */
export const placeInside = (node: Node, field: string, key: string): Pointer =>
  placedAt(node, `${field}.${key}`) ?? placeOf(node, field)

/** Where a field stood whose member has another name. */
const placedAt = ({ at = "", places }: Node, field: string): Pointer | undefined => {
  const place = places?.get(field)
  return place === undefined ? undefined : at + place
}

/** What of a search's findings citations cannot say, as pointers into the body they came from. `cited`: sources told anyway. */
export const beyondCitations = (
  grounding: Grounding,
  format: string,
  cited: readonly Cited[] = []
): readonly Pointer[] => [
  ...said(grounding, "queries"),
  ...said(grounding, "display"),
  ...uncited(grounding, cited),
  ...grounding.supports.flatMap((support) => said(support, "scores")),
  ...leftovers(grounding, format)
]

/** Sources that no stretch of text rests on. */
const uncited = (grounding: Grounding, cited: readonly Cited[]): readonly Pointer[] => {
  const supporting = new Set(grounding.supports.flatMap(({ sources }) => sources))
  const told = new Set(cited)
  const at = placeOf(grounding, "sources")
  return grounding.sources.flatMap((source, index) =>
    source.kind === "other" || supporting.has(index) || told.has(source) ? [] : below(at, index)
  )
}

const said = <A extends Node>(node: A, field: keyof A & string): readonly Pointer[] =>
  node[field] === undefined ? none : [placeOf(node, field)]

/** Where a request says how its vendor should cache: each member that does, but for fields that are written. */
export const cachePlaces = (request: Request, written: readonly string[] = []): ReadonlySet<Pointer> => {
  const whole = placeOf(request, "autoCache")
  const fields = Object.keys(request.autoCache ?? {})
  if (fields.length === 0) return new Set(written.length === 0 ? [whole] : [])
  const lost = fields.filter((field) => !written.includes(field))
  return new Set(lost.map((field) => placedAt(request, `autoCache.${field}`) ?? whole))
}
