import {
  type JsonObjectBuilder,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  putMember,
  stringifyJson
} from "../../core/json/json.ts"
import { memberOf } from "./wire.ts"

/** A call whose arguments come piece by piece, as one of the vendor's platforms sends them where it is asked to. */
export interface PartialCall {
  readonly id: Json | undefined
  readonly name: Json | undefined
  readonly signature: Json | undefined
  readonly args: JsonObjectBuilder
}

/** Whether a call goes on, or is one of which pieces came before. */
export const isCallPiece = (part: JsonObject, before: PartialCall | undefined): boolean => {
  const call = memberOf(part, "functionCall")
  if (!isObject(call)) return false
  return memberOf(call, "willContinue") === true || (before !== undefined && call["name"] === undefined)
}

/** What is known of a call after one more piece, and whether that was its last. */
export const addCallPiece = (
  part: JsonObject,
  before: PartialCall | undefined
): { readonly call: PartialCall; readonly whole: boolean } => {
  const functionCall = memberOf(part, "functionCall")
  const piece = isObject(functionCall) ? functionCall : {}
  const call = before ?? {
    id: piece["id"],
    name: piece["name"],
    signature: memberOf(part, "thoughtSignature"),
    args: {}
  }
  const partial = memberOf(piece, "partialArgs")
  if (isArray(partial)) for (const item of partial) if (isObject(item)) setAt(call.args, item)
  return { call, whole: memberOf(piece, "willContinue") !== true }
}

/** A gathered call as a part. `whole`: its arguments are an object; else text that breaks off. */
export const completeCall = ({ id, name, signature, args }: PartialCall): JsonObjectBuilder => ({
  functionCall: { id, name, args },
  thoughtSignature: signature
})

/** The arguments of a call that broke off, as text that is no JSON. */
export const brokenArguments = ({ args }: PartialCall): string => stringifyJson(args).slice(0, -1)

const steps = /\.([^.[\]]+)|\[(?:(\d+)|'([^']*)'|"([^"]*)")\]/g

/** The most steps and items that a path may reach: what is beyond is not a model's. */
const maxSteps = 64

const maxIndex = 10_000

/** Sets or extends the value at a path such as `$.recipe.steps[0].text`. */
const setAt = (args: JsonObjectBuilder, item: JsonObject): void => {
  const path = memberOf(item, "jsonPath")
  if (typeof path !== "string") return
  const keys = [...path.matchAll(steps)].map(([, name, index, single, double]) =>
    index === undefined ? (name ?? single ?? double ?? "") : Number(index)
  )
  if (keys.length === 0 || keys.length > maxSteps) return
  if (keys.some((key) => typeof key === "number" && key > maxIndex)) return
  let here: JsonObjectBuilder | JsonTemplate[] = args
  for (const [depth, key] of keys.entries()) {
    const next = keys[depth + 1]
    if (next === undefined) return setIn(here, key, mergeDelta(valueAt(here, key), valueOf(item)))
    const inside = valueAt(here, key)
    const known = isContainer(inside) ? inside : typeof next === "number" ? [] : {}
    if (known !== inside) setIn(here, key, known)
    here = known
  }
}

const isContainer = (value: JsonTemplate): value is JsonObjectBuilder | JsonTemplate[] =>
  typeof value === "object" && value !== null

const valueAt = (container: JsonObjectBuilder | JsonTemplate[], key: string | number): JsonTemplate =>
  Array.isArray(container) ? container[Number(key)] : Object.hasOwn(container, key) ? container[String(key)] : undefined

const setIn = (container: JsonObjectBuilder | JsonTemplate[], key: string | number, value: JsonTemplate): void => {
  if (!Array.isArray(container)) putMember(container, String(key), value)
  else if (typeof key === "number") container[key] = value
}

const valueOf = (item: JsonObject): JsonTemplate => {
  const value = ["stringValue", "numberValue", "boolValue"]
    .map((name) => memberOf(item, name))
    .find((it) => it !== undefined)
  return value ?? null
}

/** Text goes on; anything else is set. */
const mergeDelta = (before: JsonTemplate, now: JsonTemplate): JsonTemplate =>
  typeof before === "string" && typeof now === "string" ? before + now : now
