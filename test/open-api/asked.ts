import type { JsonObject } from "../../src/core/json/json.ts"

/** What a document tells of a value, as far as a body is made of it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly minimum?: number
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

/** A value of a schema, each of whose members is there or not as `coin` says, and of whose objects each has `more`, too. */
export const valueOf = (schema: Schema, coin: () => boolean, more: object = {}): unknown => {
  const { type = "object", enum: [word] = [], examples = [], properties = {}, items = {} } = schema
  const [kind] = [type].flat().toSorted((one, other) => Number(other === "object") - Number(one === "object"))
  if (word !== undefined) return word
  if (schema.type === undefined && examples.length > 0) return examples[0]
  switch (kind) {
    case "object":
      return Object.fromEntries([
        ...Object.entries(properties).flatMap(([name, inner]) => (coin() ? [[name, valueOf(inner, coin, more)]] : [])),
        ...Object.entries(more)
      ])
    case "array":
      return [valueOf(items, coin, more)]
    case "boolean":
      return false
    case "integer":
    case "number":
      return schema.minimum ?? 1
    default:
      return examples.find(coin) ?? examples.at(-1) ?? "a text"
  }
}

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
