import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  putMember,
  type JsonTemplate,
  stringifyJson
} from "../../../core/json/json.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { member } from "../wire.ts"

/** A call whose arguments come piece by piece, as one of the vendor's platforms sends them where it is asked to. */
export interface Gathering {
  readonly id: Json | undefined
  readonly name: Json | undefined
  readonly signature: Json | undefined
  readonly args: JsonObjectBuilder
}

/** Whether a call goes on, or is one of which pieces came before. */
export const isPiece = (part: JsonObject, before: Gathering | undefined): boolean => {
  const call = member(part, "functionCall")
  if (!isObject(call)) return false
  return member(call, "willContinue") === true || (before !== undefined && call["name"] === undefined)
}

/** What is known of a call after one more piece, and whether that was its last. */
export const gather = (
  part: JsonObject,
  before: Gathering | undefined
): { readonly call: Gathering; readonly whole: boolean } => {
  const said = member(part, "functionCall")
  const piece = isObject(said) ? said : {}
  const call = before ?? {
    id: piece["id"],
    name: piece["name"],
    signature: member(part, "thoughtSignature"),
    args: {}
  }
  const partial = member(piece, "partialArgs")
  if (isArray(partial)) for (const item of partial) if (isObject(item)) setAt(call.args, item)
  return { call, whole: member(piece, "willContinue") !== true }
}

/** A gathered call as a part. `whole`: its arguments are an object; else text that breaks off. */
export const gathered = ({ id, name, signature, args }: Gathering): JsonObjectBuilder => ({
  functionCall: { id, name, args },
  thoughtSignature: signature
})

/** The arguments of a call that broke off, as text that is no JSON. */
export const brokenOff = ({ args }: Gathering): string => stringifyJson(args).slice(0, -1)

const steps = /\.([^.[\]]+)|\[(?:(\d+)|'([^']*)'|"([^"]*)")\]/g

/** The most steps and items that a path may reach: what is beyond is not a model's. */
const maxSteps = 64
const maxIndex = 10_000

/** Sets or extends the value at a path such as `$.recipe.steps[0].text`. */
const setAt = (args: JsonObjectBuilder, item: JsonObject): void => {
  const path = member(item, "jsonPath")
  if (typeof path !== "string") return
  const keys = [...path.matchAll(steps)].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? "") : Number(index)
  )
  if (keys.length === 0 || keys.length > maxSteps) return
  if (keys.some((key) => typeof key === "number" && key > maxIndex)) return
  let here: JsonObjectBuilder | JsonTemplate[] = args
  for (const [depth, key] of keys.entries()) {
    const next = keys[depth + 1]
    if (next === undefined) return setIn(here, key, added(valueIn(here, key), valueOf(item)))
    const inside = valueIn(here, key)
    const known = isContainer(inside) ? inside : typeof next === "number" ? [] : {}
    if (known !== inside) setIn(here, key, known)
    here = known
  }
}

const isContainer = (value: JsonTemplate): value is JsonObjectBuilder | JsonTemplate[] =>
  typeof value === "object" && value !== null

const valueIn = (container: JsonObjectBuilder | JsonTemplate[], key: string | number): JsonTemplate =>
  Array.isArray(container) ? container[Number(key)] : Object.hasOwn(container, key) ? container[String(key)] : undefined

const setIn = (container: JsonObjectBuilder | JsonTemplate[], key: string | number, value: JsonTemplate): void => {
  if (!Array.isArray(container)) putMember(container, String(key), value)
  else if (typeof key === "number") container[key] = value
}

const valueOf = (item: JsonObject): JsonTemplate => {
  const value = ["stringValue", "numberValue", "boolValue"]
    .map((name) => member(item, name))
    .find((it) => it !== undefined)
  return value ?? null
}

/** Text goes on; anything else is set. */
const added = (before: JsonTemplate, now: JsonTemplate): JsonTemplate =>
  typeof before === "string" && typeof now === "string" ? before + now : now
