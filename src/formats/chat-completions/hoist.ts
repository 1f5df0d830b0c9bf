import type { DecodedRequest, Edit } from "../../words/format.ts"
import { Invalid, type Issue } from "../../words/errors/invalid.ts"
import { isObject, type JsonObject, JsonText, put, type Tree } from "../../words/json/json.ts"
import type { Note, Translated } from "../../words/notes/note.ts"
import type { Hoisting } from "../../words/passing.ts"
import { below, type Pointer } from "../../words/json/pointer.ts"
import { fail, type Result, succeed } from "../../words/errors/result.ts"
import type { WireNames } from "../../words/wire-names.ts"
import { note } from "./rules.ts"
import { hoistedKeys } from "./wire.ts"

/** The object in which some clients say what the top level has; what it alone has stays there. */
const container = "parameters"

/** The members of `parameters` that the top level has too: those that move there, and those that are beaten. */
interface Found {
  readonly inside: JsonObject
  readonly moved: readonly string[]
  readonly beaten: readonly string[]
}

const find = (body: JsonObject, names: WireNames): Found | undefined => {
  const inside = body[container]
  if (!isObject(inside)) return undefined
  const known = Object.keys(inside).filter(
    (key) => isThere(inside, key) && (hoistedKeys.has(key) || names.thinkingToContent.includes(key))
  )
  if (known.length === 0) return undefined
  const beaten = known.filter((key) => isThere(body, key))
  return { inside, moved: known.filter((key) => !beaten.includes(key)), beaten }
}

const isThere = (object: JsonObject, key: string): boolean => object[key] !== undefined && object[key] !== null

const within = (key: string): Pointer => below(below("", container), key)

/** The client's place for a place of the body whose members were moved. */
const placeIn =
  ({ moved }: Found) =>
  (at: Pointer): Pointer =>
    moved.some((key) => at === below("", key) || at.startsWith(`${below("", key)}/`)) ? `/${container}${at}` : at

const isEmptied = ({ inside, moved, beaten }: Found): boolean =>
  Object.keys(inside).length === moved.length + beaten.length

/** The changes that put the members of `parameters` where they belong, in a body whose bytes pass. */
export const hoisting = (body: JsonObject, names: WireNames): Hoisting | undefined => {
  const found = find(body, names)
  if (found === undefined) return undefined
  const { inside, moved, beaten } = found
  const gone = isEmptied(found) ? [below("", container)] : [...moved, ...beaten].map(within)
  const edits: Edit[] = gone.map((path) => ({ path }))
  const notes: Note[] = []
  for (const key of moved) {
    edits.push({ path: below("", key), value: JsonText.member(inside, key) })
    note(notes, "hoisted", within(key))
  }
  for (const key of beaten) note(notes, "parameters-beaten", within(key))
  return { value: edits, notes, place: placeIn(found) }
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
  const notes: Note[] = []
  for (const key of found.beaten) note(notes, "parameters-beaten", within(key))
  const { value, notes: more } = result.value
  return succeed({
    value: { ...value, request: placedRequest(value.request, place) },
    notes: [...notes, ...more.map((it) => ({ ...it, path: place(it.path) }))]
  })
}

const settled = (body: JsonObject, found: Found): JsonObject => {
  const { inside, moved, beaten } = found
  const out: { [key: string]: Tree } = {}
  for (const key of Object.keys(body)) if (key !== container) put(out, key, JsonText.member(body, key))
  for (const key of moved) put(out, key, JsonText.member(inside, key))
  const rest: { [key: string]: Tree } = {}
  for (const key of Object.keys(inside)) {
    if (!moved.includes(key) && !beaten.includes(key)) put(rest, key, JsonText.member(inside, key))
  }
  if (!isEmptied(found)) out[container] = rest
  return JsonText.tree(out).object ?? body
}

const placedIssues = ({ issues: [first, ...more] }: Invalid, place: (at: Pointer) => Pointer): Invalid => {
  const placed = (issue: Issue): Issue => ({ ...issue, path: place(issue.path) })
  return new Invalid([placed(first), ...more.map(placed)])
}

const placedRequest = (
  request: DecodedRequest["request"],
  place: (at: Pointer) => Pointer
): DecodedRequest["request"] => {
  const places = new Map([...(request.places ?? [])].map(([field, at]) => [field, place(at)] as const))
  const tools = request.tools?.map((tool) => (tool.at === undefined ? tool : { ...tool, at: place(tool.at) }))
  return { ...request, places, ...(tools === undefined ? {} : { tools }) }
}
