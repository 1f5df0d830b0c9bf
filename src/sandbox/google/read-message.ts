import { isArray, isBase64, isObject } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import { messages } from "./wire.ts"
import type { Kind, Members, MessageName, ObjectKind } from "./wire.ts"

/** What is wrong with the shape of a body, where it first is. */
export interface Fault {
  readonly kind: "unknown-name" | "wrong-type" | "unknown-value"
  readonly message: string
  /** The member in the vendor's spelling: `generation_config.top_p`; absent for the body itself. */
  readonly field: string | undefined
}

/** A message under the names of its table, and its first fault. */
interface ReadMessage {
  readonly value: JsonObject
  readonly fault: Fault | undefined
}

const camel = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** A member's name as the vendor says it in errors. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const typeNames = {
  string: "TYPE_STRING",
  bytes: "TYPE_BYTES",
  integer: "TYPE_INT32",
  number: "TYPE_FLOAT",
  boolean: "TYPE_BOOL"
} as const

const wrongType = (field: string, type: string, value: Json): Fault => ({
  kind: "wrong-type",
  message: `Invalid value at '${field}' (${type}), ${JSON.stringify(value).slice(0, 200)}`,
  field
})

const numeral = /^-?\d+(?:\.\d+)?$/

/** A reading that gathers faults, the first of which counts. */
interface Reading {
  readonly faults: Fault[]
}

const readScalar = (value: Json, kind: keyof typeof typeNames, at: string, reading: Reading): Json => {
  const number = typeof value === "string" && numeral.test(value) ? Number(value) : value
  switch (kind) {
    case "integer":
      if (Number.isInteger(number)) return number
      break
    case "number":
      if (typeof number === "number") return number
      break
    case "bytes":
      if (typeof value === "string" && (value === "" || isBase64(value.replaceAll("-", "+").replaceAll("_", "/")))) {
        return value
      }
      break
    default:
      if (typeof value === kind) return value
  }
  reading.faults.push(wrongType(at, typeNames[kind], value))
  return value
}

const readEnum = (value: Json, name: string, values: ReadonlySet<string>, at: string, reading: Reading): Json => {
  const word = typeof value === "string" ? value.toUpperCase() : ""
  if (values.has(word)) return word
  const type = `type.googleapis.com/google.ai.generativelanguage.v1beta.${name}`
  reading.faults.push({ ...wrongType(at, type, value), kind: "unknown-value" })
  return value
}

const readKind = (value: Json, kind: Kind, at: string, reading: Reading): Json => {
  switch (kind.kind) {
    case "value":
      return value
    case "enum":
      return readEnum(value, kind.name, kind.values, at, reading)
    case "list":
      return (isArray(value) ? value : [value]).map((item, index) =>
        readKind(item, kind.of, `${at}[${index}]`, reading)
      )
    case "struct":
    case "map":
    case "message":
      return readObject(value, kind, at, reading)
    default:
      return readScalar(value, kind.kind, at, reading)
  }
}

const readObject = (value: Json, kind: ObjectKind, at: string, reading: Reading): JsonObject => {
  if (!isObject(value)) {
    reading.faults.push(wrongType(at, "TYPE_MESSAGE", value))
    return {}
  }
  switch (kind.kind) {
    case "message":
      return readMembers(value, kind.name, at, reading)
    case "map":
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, readKind(inner, kind.of, `${at}[${key}].value`, reading)])
      )
    default:
      return value
  }
}

const readMembers = (value: JsonObject, name: MessageName, at: string, reading: Reading): JsonObject => {
  const members: Members = messages[name]
  const read: [string, Json][] = []
  for (const [key, inner] of Object.entries(value)) {
    const known = Object.hasOwn(members, key) ? key : camel(key)
    const kind = Object.hasOwn(members, known) ? members[known] : undefined
    if (kind === undefined) {
      const place = at === "" ? "" : ` at '${at}'`
      const message = `Invalid JSON payload received. Unknown name "${key}"${place}: Cannot find field.`
      reading.faults.push({ kind: "unknown-name", message, field: at === "" ? undefined : at })
    } else if (inner !== null || kind.kind === "value") {
      read.push([known, readKind(inner, kind, at === "" ? snake(known) : `${at}.${snake(known)}`, reading)])
    }
  }
  return Object.fromEntries(read)
}

/**
 * Reads a message as the vendor's JSON parser does: members in camel or snake case, null for absent, numbers as text,
 * one item for a list of one, enumerations in either case.
 */
export const readMessage = (value: JsonObject, name: MessageName): ReadMessage => {
  const reading: Reading = { faults: [] }
  return { value: readMembers(value, name, "", reading), fault: reading.faults[0] }
}
