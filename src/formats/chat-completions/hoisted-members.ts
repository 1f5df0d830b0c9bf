import { isObject, type JsonObject, JsonText } from "../../core/json/json.ts"
import type { HoistedMembers } from "../../core/passthrough.ts"
import type { BodyEdit, WireNames, DecodedRequest } from "../../core/format.ts"
import type { Translated } from "../../core/notes/note.ts"
import type { NoteSink } from "../../core/notes/note-writer.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { note } from "./rules.ts"
import { Invalid, type InvalidIssue, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
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

const within = (key: string): JsonPointer => childPointer(childPointer("", container), key)

/** The client's place for a place of the body whose members were moved. */
const placeIn =
  ({ moved }: Found) =>
  (at: JsonPointer): JsonPointer =>
    moved.some((key) => at === childPointer("", key) || at.startsWith(`${childPointer("", key)}/`))
      ? `/${container}${at}`
      : at

/** The changes that put the members of `parameters` where they belong, in a body whose bytes pass. */
export const memberHoisting = (body: JsonObject, names: WireNames): HoistedMembers | undefined => {
  const found = find(body, names)
  if (found === undefined) return undefined
  const { inside, moved, beaten, left } = found
  const gone = left.length === 0 ? [childPointer("", container)] : [...moved, ...beaten].map(within)
  const edits: BodyEdit[] = gone.map((path) => ({ path }))
  const to: NoteSink = { notes: [] }
  for (const key of moved) {
    edits.push({ path: childPointer("", key), value: JsonText.member(inside, key) })
    note(to, "spelling", within(key))
  }
  for (const key of beaten) note(to, "overridden", within(key))
  return { value: edits, notes: to.notes, place: placeIn(found) }
}

/** What `read` gives of a body with the members of `parameters` where they belong, in the client's own places. */
export const hoistMembers = (
  body: JsonObject,
  names: WireNames,
  read: (body: JsonObject) => Result<Translated<DecodedRequest>, Invalid>
): Result<Translated<DecodedRequest>, Invalid> => {
  const found = find(body, names)
  if (found === undefined) return read(body)
  const result = read(settled(body, found))
  const place = placeIn(found)
  if (!result.ok) return fail(placedIssues(result.error, place))
  const to: NoteSink = { notes: [] }
  for (const key of found.beaten) note(to, "overridden", within(key))
  const { value, notes } = result.value
  return succeed({
    value: { ...value, request: placedRequest(value.request, place) },
    notes: [...to.notes, ...notes.map((it) => ({ ...it, path: place(it.path) }))]
  })
}

const settled = (body: JsonObject, { inside, moved, left }: Found): JsonObject => {
  const others = Object.keys(body).filter((key) => key !== container)
  const out: JsonObjectBuilder = { ...membersOf(body, others), ...membersOf(inside, moved) }
  if (left.length > 0) out[container] = membersOf(inside, left)
  return JsonText.tree(out).object ?? body
}

const membersOf = (object: JsonObject, keys: readonly string[]): JsonObjectBuilder =>
  Object.fromEntries(keys.map((key) => [key, JsonText.member(object, key)]))

const placedIssues = ({ issues: [first, ...more] }: Invalid, place: (at: JsonPointer) => JsonPointer): Invalid => {
  const placed = (issue: InvalidIssue): InvalidIssue => ({ ...issue, path: place(issue.path) })
  return new Invalid([placed(first), ...more.map(placed)])
}

const placedRequest = (
  { places = new Map<string, JsonPointer>(), tools, ...request }: DecodedRequest["request"],
  place: (at: JsonPointer) => JsonPointer
): DecodedRequest["request"] => ({
  ...request,
  places: new Map([...places].map(([field, at]) => [field, place(at)] as const)),
  ...(tools && { tools: tools.map((tool) => (tool.at === undefined ? tool : { ...tool, at: place(tool.at) })) })
})
