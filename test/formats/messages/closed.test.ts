import { describe, expect, it } from "vitest"
import { closeSchema, firstPlaces } from "../../../src/formats/messages/schema.ts"
import { JsonText, stringifyJson } from "../../../src/core/json/json.ts"

const close = (schema: string): string => stringifyJson(closeSchema(JsonText.source(schema)).schema)

describe("closing a schema", () => {
  it.each<[string, string, string]>([
    [
      "closes an object that says nothing",
      '{"type":"object","properties":{"a":{"type":"string"}}}',
      '{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}'
    ],
    [
      "closes objects in lists, alternatives and definitions",
      '{"type":"array","items":{"anyOf":[{"type":"object"},{"$ref":"#/$defs/a"}]},"$defs":{"a":{"properties":{}}}}',
      '{"type":"array","items":{"anyOf":[{"type":"object","additionalProperties":false},{"$ref":"#/$defs/a"}]},"$defs":{"a":{"properties":{},"additionalProperties":false}}}'
    ],
    [
      "looks at schemas only, never at values or names",
      '{"type":"object","additionalProperties":false,"properties":{"items":{"const":{"type":"object"}},"type":{"enum":["object"]}}}',
      '{"type":"object","additionalProperties":false,"properties":{"items":{"const":{"type":"object"}},"type":{"enum":["object"]}}}'
    ],
    [
      "keeps numerals and a name __proto__",
      '{"type":"object","properties":{"__proto__":{"default":1.0}}}',
      '{"type":"object","properties":{"__proto__":{"default":1.0}},"additionalProperties":false}'
    ]
  ])("%s", (_, schema, expected) => {
    expect(close(schema)).toBe(expected)
  })

  it("says whether anything changed", () => {
    expect([
      closeSchema(JsonText.source("{}")).changed,
      closeSchema(JsonText.source('{"type":"object"}')).changed
    ]).toEqual([false, true])
  })
})

describe("places of a schema in a sentence", () => {
  it.each([
    [["", "/a"], "the root, `/a`"],
    [["/a", "/b", "/c"], "`/a`, `/b`, `/c`"],
    [["/a", "/b", "/c", "/d"], "`/a`, `/b`, `/c`, …"]
  ])("of %j are %s", (places, said) => expect(firstPlaces(places)).toBe(said))
})

/** Where a schema may stand in another, with the bounded schema `inner` there. */
const places: readonly (readonly [at: string, around: (inner: string) => string])[] = [
  ["", (inner) => inner],
  ["/items", (inner) => `{"type":"array","items":${inner}}`],
  [
    "/properties/minimum",
    (inner) => `{"type":"object","properties":{"minimum":${inner}},"additionalProperties":false}`
  ],
  ["/$defs/a", (inner) => `{"$ref":"#/$defs/a","$defs":{"a":${inner}}}`],
  ["/definitions/a", (inner) => `{"$ref":"#/definitions/a","definitions":{"a":${inner}}}`],
  ["/anyOf/1", (inner) => `{"anyOf":[{"type":"null"},${inner}]}`],
  ["/allOf/0", (inner) => `{"allOf":[${inner}]}`],
  ["/oneOf/0", (inner) => `{"oneOf":[${inner}]}`],
  [
    "/items/anyOf/0/properties/a",
    (inner) => `{"items":{"anyOf":[{"properties":{"a":${inner}},"additionalProperties":false}]}}`
  ]
]

describe("telling the bounds of a schema", () => {
  it.each(places)("finds them at %j", (at, around) => {
    const said = closeSchema(JsonText.source(around('{"type":"integer","minimum":1.0,"maximum":9}')))
    const expected = around('{"type":"integer","description":"Must have minimum: 1.0, maximum: 9."}').replace(
      "oneOf",
      "anyOf"
    )
    expect([stringifyJson(said.schema), said.described]).toEqual([expected, [at]])
  })

  it.each([
    '"minimum":1',
    '"maximum":1',
    '"exclusiveMinimum":1',
    '"exclusiveMaximum":1',
    '"multipleOf":2',
    '"minLength":1',
    '"maxLength":1',
    '"minItems":2',
    '"maxItems":2',
    '"uniqueItems":true',
    '"contains":{}',
    '"minContains":1',
    '"maxContains":1',
    '"minProperties":1',
    '"maxProperties":1',
    '"format":"int32"'
  ])("tells %s", (bound) => {
    const words = `Must have ${bound.replaceAll(/^"(\w+)":/g, "$1: ")}.`
    expect(stringifyJson(closeSchema(JsonText.source(`{${bound}}`)).schema)).toBe(
      `{"description":${JSON.stringify(words)}}`
    )
  })

  it.each([
    '"minItems":0',
    '"minItems":1',
    '"format":"uuid"',
    '"pattern":"^a"',
    '"enum":[1]',
    '"default":{"minimum":1}'
  ])("leaves %s", (kept) => expect(stringifyJson(closeSchema(JsonText.source(`{${kept}}`)).schema)).toBe(`{${kept}}`))

  it("adds to a description, where it stands", () =>
    expect(
      stringifyJson(closeSchema(JsonText.source('{"description":"An age.","minimum":1,"type":"integer"}')).schema)
    ).toBe('{"description":"An age.\\n\\nMust have minimum: 1.","type":"integer"}'))
})
