import { expect, it } from "vitest"
import { descriptions } from "../../src/endpoints/open-api/descriptions.ts"

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

it.each([...descriptions])("says of %s no type that there is not", (name, { request, query }) => {
  const said = [...typesIn(request, name), ...typesIn(query, name)]
  expect(said.length).toBeGreaterThan(0)
  expect(said.filter(([, type]) => !types.includes(type))).toEqual([])
})
