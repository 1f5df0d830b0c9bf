import { Invalid, type InvalidIssue, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { isObject, type Json, type JsonObject, JsonText, putMember, type JsonTemplate } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"

/** The name before a member's own: in one key with a dot between, or of an object around all of them. */
const prefix = "batchImageGenerationDTO"

/** The members of a body under their own names, and where each stands. */
export interface Plain {
  readonly body: JsonText
  readonly places: ReadonlyMap<JsonPointer, JsonPointer>
}

/** Brings members to their own names, whichever form their keys have. One that is said in two ways is `Invalid`. */
export const plainly = (body: JsonObject): Result<Plain, Invalid> => {
  const found = new Map<string, { readonly value: JsonText; readonly at: JsonPointer }>()
  const issues: InvalidIssue[] = []
  for (const { name, object, key, at } of membersOf(body, issues)) {
    const value = JsonText.member(object, key)
    const other = found.get(name)
    if (other === undefined) found.set(name, { value, at })
    else if (other.value.text !== value.text) issues.push({ path: at, message: `\`${name}\` is said in two ways.` })
  }
  const [first, ...more] = issues
  if (first !== undefined) return fail(new Invalid([first, ...more]))
  const out: Record<string, JsonTemplate> = {}
  for (const [name, { value }] of found) putMember(out, name, value)
  const places = [...found].map(([name, { at }]) => [childPointer("", name), at] as const)
  return succeed({ body: JsonText.tree(out), places: new Map(places) })
}

/** A member under its own name, and the object that has it. */
interface Member {
  readonly name: string
  readonly object: JsonObject
  readonly key: string
  readonly at: JsonPointer
}

const membersOf = (body: JsonObject, issues: InvalidIssue[]): readonly Member[] =>
  Object.keys(body).flatMap((key) => {
    const at = childPointer("", key)
    if (key === prefix) return nested(body[key], at, issues)
    const name = key.startsWith(`${prefix}.`) ? key.slice(prefix.length + 1) : key
    return [{ name, object: body, key, at }]
  })

const nested = (value: Json | undefined, at: JsonPointer, issues: InvalidIssue[]): readonly Member[] => {
  if (isObject(value))
    return Object.keys(value).map((key) => ({ name: key, object: value, key, at: childPointer(at, key) }))
  issues.push({ path: at, message: "It must be an object." })
  return []
}
