import type { DecodedRequest, Edit } from "../../core/format.ts"
import { Invalid, type Issue } from "../../core/errors/invalid.ts"
import { isObject, type JsonObject, JsonText } from "../../core/json/json.ts"
import type { Translated } from "../../core/notes/note.ts"
import type { Noting } from "../../core/notes/noting.ts"
import type { Out } from "../../core/out.ts"
import type { Hoisting } from "../../core/passing.ts"
import { below, type Pointer } from "../../core/json/pointer.ts"
import { fail, type Result, succeed } from "../../core/errors/result.ts"
import type { WireNames } from "../../core/wire-names.ts"
import { note } from "./rules.ts"
import { hoistedKeys } from "./wire.ts"

/** The object in which some clients say what the top level has; what it alone has stays there. */
const container = "parameters"

/** The members of `parameters`: those that move to the top level, those that it has too, and those that stay. */
interface Found {
  readonly inside: JsonObject
  readonly moved: readonly string[]
  readonly beaten: readonly string[]
  readonly left: readonly string[]
}

const find = (body: JsonObject, names: WireNames): Found | undefined => {
  const inside = body[container]
  if (!isObject(inside)) return undefined
  const isKnown = (key: string): boolean =>
    isThere(inside, key) && (hoistedKeys.has(key) || names.thinkingToContent.includes(key))
  const keys = Object.keys(inside)
  const known = keys.filter(isKnown)
  if (known.length === 0) return undefined
  const beaten = known.filter((key) => isThere(body, key))
  const moved = known.filter((key) => !beaten.includes(key))
  return { inside, moved, beaten, left: keys.filter((key) => !known.includes(key)) }
}

const isThere = (object: JsonObject, key: string): boolean => object[key] !== undefined && object[key] !== null

const within = (key: string): Pointer => below(below("", container), key)

/** The client's place for a place of the body whose members were moved. */
const placeIn =
  ({ moved }: Found) =>
  (at: Pointer): Pointer =>
    moved.some((key) => at === below("", key) || at.startsWith(`${below("", key)}/`)) ? `/${container}${at}` : at

/** The changes that put the members of `parameters` where they belong, in a body whose bytes pass. */
export const hoisting = (body: JsonObject, names: WireNames): Hoisting | undefined => {
  const found = find(body, names)
  if (found === undefined) return undefined
  const { inside, moved, beaten, left } = found
  const gone = left.length === 0 ? [below("", container)] : [...moved, ...beaten].map(within)
  const edits: Edit[] = gone.map((path) => ({ path }))
  const to: Noting = { notes: [] }
  for (const key of moved) {
    edits.push({ path: below("", key), value: JsonText.member(inside, key) })
    note(to, "hoisted", within(key))
  }
  for (const key of beaten) note(to, "parameters-beaten", within(key))
  return { value: edits, notes: to.notes, place: placeIn(found) }
}

/** What `read` gives of a body with the members of `parameters` where they belong, in the client's own places. */
export const hoisted = (
  body: JsonObject,
  names: WireNames,
  read: (body: JsonObject) => Result<Translated<DecodedRequest>, Invalid>
): Result<Translated<DecodedRequest>, Invalid> => {
  const found = find(body, names)
  if (found === undefined) return read(body)
  const result = read(settled(body, found))
  const place = placeIn(found)
  if (!result.ok) return fail(placedIssues(result.error, place))
  const to: Noting = { notes: [] }
  for (const key of found.beaten) note(to, "parameters-beaten", within(key))
  const { value, notes } = result.value
  return succeed({
    value: { ...value, request: placedRequest(value.request, place) },
    notes: [...to.notes, ...notes.map((it) => ({ ...it, path: place(it.path) }))]
  })
}

const settled = (body: JsonObject, { inside, moved, left }: Found): JsonObject => {
  const others = Object.keys(body).filter((key) => key !== container)
  const out: Out = { ...membersOf(body, others), ...membersOf(inside, moved) }
  if (left.length > 0) out[container] = membersOf(inside, left)
  return JsonText.tree(out).object ?? body
}

const membersOf = (object: JsonObject, keys: readonly string[]): Out =>
  Object.fromEntries(keys.map((key) => [key, JsonText.member(object, key)]))

const placedIssues = ({ issues: [first, ...more] }: Invalid, place: (at: Pointer) => Pointer): Invalid => {
  const placed = (issue: Issue): Issue => ({ ...issue, path: place(issue.path) })
  return new Invalid([placed(first), ...more.map(placed)])
}

const placedRequest = (
  { places = new Map<string, Pointer>(), tools, ...request }: DecodedRequest["request"],
  place: (at: Pointer) => Pointer
): DecodedRequest["request"] => ({
  ...request,
  places: new Map([...places].map(([field, at]) => [field, place(at)] as const)),
  ...(tools && { tools: tools.map((tool) => (tool.at === undefined ? tool : { ...tool, at: place(tool.at) })) })
})
