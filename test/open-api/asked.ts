import { type ChatFormat, wireNames } from "../../src/core/format.ts"
import type { Json, JsonObject, JsonText } from "../../src/core/json/json.ts"

/** What a document tells of a value, as far as a body is made of it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** The places that a schema tells of; `*` stands for any item of a list. */
export const placesIn = (schema: Schema, at = ""): readonly string[] => {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    `${at}/${name}`,
    ...placesIn(inner, `${at}/${name}`)
  ])
  return schema.items === undefined ? members : [...members, ...placesIn(schema.items, `${at}/*`)]
}

/**
 * A value of a schema, of whose members `next` says which are there, and of whose objects each has `more`, too. `toward`: the
 * way to a place, all but the last step of which is there.
 */
export const valueOf = (
  schema: Schema,
  next: () => number,
  more: object = {},
  toward: readonly string[] = []
): unknown => {
  const { type = "object", enum: words, examples = [], properties = {}, required = [], items = {} } = schema
  const [step, ...further] = toward
  const one = <A>(among: readonly A[]): A | undefined => among[Math.floor(next() * among.length)]
  const isThere = (name: string): boolean =>
    name === step ? further.length > 0 : next() < (required.includes(name) ? 0.9 : 0.5)
  if (words !== undefined) return words[0]
  if (schema.type === undefined && examples.length > 0) return one(examples)
  const wanted = step === "*" ? "array" : "object"
  switch (step !== undefined && [type].flat().includes(wanted) ? wanted : one([type].flat())) {
    case "object":
      return Object.fromEntries([
        ...Object.entries(properties).flatMap(([name, inner]) =>
          isThere(name) ? [[name, valueOf(inner, next, more, name === step ? further : [])]] : []
        ),
        ...Object.entries(more)
      ])
    case "array":
      return [valueOf(items, next, more, step === "*" ? further : [])]
    case "boolean":
      return false
    case "null":
      return null
    case "integer":
    case "number":
      return schema.minimum ?? 1
    default:
      return one(examples) ?? "a text"
  }
}

/** The places of a schema that numbers may stand at, and what is told of each. */
export const numbersIn = (schema: Schema, at = ""): readonly (readonly [place: string, of: Schema])[] => [
  ...([schema.type].flat().some((type) => type === "number" || type === "integer") ? [[at, schema] as const] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => numbersIn(inner, `${at}/${name}`)),
  ...(schema.items === undefined ? [] : numbersIn(schema.items, `${at}/0`))
]

/** A body that says a value at a place, and nothing else. */
export const bodyOf = (place: string, value: Json): Json =>
  place
    .split("/")
    .slice(1)
    .reduceRight<Json>((inner, step) => (step === "0" ? [inner] : { [step]: inner }), value)

/**
 * A body that remembers what it is asked for and does not have: whoever walks over all members of an object asks for none
 * of these, so each was asked for by its name.
 */
export const askedOf = (body: object, asked: Set<string>, at = ""): JsonObject =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body was made of JSON alone
  new Proxy(body, {
    get: (object, name) => {
      remember(object, name, at, asked)
      const value: unknown = Reflect.get(object, name)
      const place = Array.isArray(object) && /^\d+$/u.test(String(name)) ? "*" : String(name)
      return typeof value === "object" && value !== null ? askedOf(value, asked, `${at}/${place}`) : value
    },
    has: (object, name) => {
      remember(object, name, at, asked)
      return Reflect.has(object, name)
    },
    getOwnPropertyDescriptor: (object, name) => {
      remember(object, name, at, asked)
      return Reflect.getOwnPropertyDescriptor(object, name)
    }
  }) as JsonObject

const remember = (object: object, name: string | symbol, at: string, asked: Set<string>): void => {
  const isNamed = typeof name === "string" && !Array.isArray(object) && name !== "toJSON" && !(name in Object.prototype)
  if (isNamed && !Object.hasOwn(object, name)) asked.add(`${at}/${name}`)
}

/** What a format reads of a body. */
export const decodedBy = (
  decode: ChatFormat["decodeRequest"],
  body: JsonText
): ReturnType<ChatFormat["decodeRequest"]> => decode({ body, model: "m", stream: false, headers: {}, names: wireNames })
