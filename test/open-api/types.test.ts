import { expect, it } from "vitest"
import * as Endpoints from "../../src/endpoints.ts"
import { descriptions } from "../../src/endpoints/open-api.ts"
import { queryParameters } from "../../src/endpoints/endpoint.ts"

/** The types of JSON Schema (2020-12, validation, section 6.1.1). */
const types: readonly unknown[] = ["null", "boolean", "object", "array", "number", "string", "integer"]

/** Where the members of an object are named as a client likes, and not as JSON Schema says. */
const named = ["properties", "$defs", "definitions", "patternProperties"]

/** The types that a schema and those within it say, each with its place. */
const typesIn = (schema: unknown, place: string): readonly (readonly [string, unknown])[] => {
  if (typeof schema !== "object" || schema === null) return []
  const own = "type" in schema && !named.some((name) => place.endsWith(`/${name}`)) ? [schema.type].flat() : []
  return [
    ...own.map((type) => [place, type] as const),
    ...Object.entries(schema).flatMap(([name, member]) =>
      ["enum", "const", "default", "examples"].includes(name) ? [] : typesIn(member, `${place}/${name}`)
    )
  ]
}

const told = Object.values(Endpoints).flatMap(({ id, query = {} }) => {
  const said = [...typesIn(descriptions.get(id)?.request, id), ...typesIn(queryParameters(query), id)]
  return said.length === 0 ? [] : [[id, said] as const]
})

it.each(told)("says of %s no type that there is not", (_id, said) => {
  expect(said.filter(([, type]) => !types.includes(type))).toEqual([])
})

it("says something of 23 endpoints", () => expect(told).toHaveLength(23))
