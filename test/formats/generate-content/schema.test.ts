import { describe, expect, it } from "vitest"
import { toOpenApiSchema } from "../../../src/formats/generate-content/schema-encode.ts"
import { decodeSchema } from "../../../src/formats/generate-content/schema-decode.ts"
import { JsonText, stringifyJson } from "../../../src/core/json/json.ts"

const down = (schema: unknown): { schema: unknown; lost: readonly string[]; loops: readonly string[] } => {
  const lowered = toOpenApiSchema(JsonText.source(typeof schema === "string" ? schema : JSON.stringify(schema)))
  return { ...lowered, schema: JSON.parse(stringifyJson(lowered.schema)) as unknown }
}

describe("a JSON schema in the vendor's dialect", () => {
  it.each([
    ["a type in capitals", { type: "integer", minimum: 0 }, { type: "INTEGER", minimum: 0 }],
    ["null among types as a flag", { type: ["string", "null"] }, { type: "STRING", nullable: true }],
    [
      "several types as alternatives",
      { type: ["string", "number"] },
      { anyOf: [{ type: "STRING" }, { type: "NUMBER" }] }
    ],
    ["a constant as the one word", { const: "x" }, { type: "STRING", enum: ["x"] }],
    ["null among words as a flag", { enum: ["x", null] }, { nullable: true, type: "STRING", enum: ["x"] }],
    [
      "one of several as any of them",
      { oneOf: [{ type: "string" }, { type: "null" }] },
      { nullable: true, type: "STRING" }
    ],
    [
      "all of several as one",
      { allOf: [{ type: "object", properties: { a: { type: "string" } } }, { properties: { b: { type: "number" } } }] },
      { type: "OBJECT", properties: { a: { type: "STRING" }, b: { type: "NUMBER" } } }
    ],
    [
      "a reference as what it names",
      { $defs: { a: { type: "string" } }, properties: { x: { $ref: "#/$defs/a" } } },
      { properties: { x: { type: "STRING" } } }
    ],
    [
      "a definition as often as it is named",
      { $defs: { a: { type: "string" } }, properties: { x: { $ref: "#/$defs/a" }, y: { $ref: "#/$defs/a" } } },
      { properties: { x: { type: "STRING" }, y: { type: "STRING" } } }
    ],
    [
      "an open bound of integers as the next one",
      { type: "integer", exclusiveMinimum: 0 },
      { type: "INTEGER", minimum: 1 }
    ],
    ["alternatives that are all null", { anyOf: [{ type: "null" }] }, { nullable: true }],
    ["an example", { examples: ["a", "b"] }, { example: "a" }]
  ])("says %s", (_, schema, wanted) => {
    expect(down(schema)).toEqual({ schema: wanted, lost: [], loops: [] })
  })

  it("keeps the order and the numerals of what it keeps", () => {
    const source = '{"properties":{"10":{"minimum":1.0},"2":{"default":12345678901234567890}}}'
    expect(stringifyJson(toOpenApiSchema(JsonText.source(source)).schema)).toContain("12345678901234567890")
    expect(stringifyJson(toOpenApiSchema(JsonText.source(source)).schema)).toContain("1.0")
  })

  it.each([
    ["additionalProperties", { additionalProperties: false }, "/additionalProperties"],
    ["numbers among words", { properties: { a: { enum: [1, 2] } } }, "/properties/a/enum"],
    ["not", { items: { not: {} } }, "/items/not"],
    ["a format of its own", { format: "email" }, "/format"],
    ["a reference elsewhere", { $ref: "https://e.x/s.json" }, "/$ref"],
    ["what contradicts", { allOf: [{ type: "string" }, { type: "number" }] }, "/allOf/1"],
    ["never", { properties: { a: false } }, "/properties/a"]
  ])("tells the loss of %s by its place", (_, schema, place) => {
    expect(down(schema).lost).toEqual([place])
  })

  it.each([
    ["itself", { $ref: "#" }],
    ["its own part", { properties: { next: { $ref: "#" } } }],
    ["one another", { $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" }]
  ])("ends where a schema holds %s", (_, schema) => {
    expect(down(schema).loops.length).toBeGreaterThan(0)
  })

  it("ends where references double what they name", () => {
    const $defs: Record<string, unknown> = { d0: { type: "string" } }
    for (let n = 1; n < 40; n++) {
      const $ref = `#/$defs/d${n - 1}`
      $defs[`d${n}`] = { properties: { a: { $ref }, b: { $ref } } }
    }
    expect(down({ $defs, $ref: "#/$defs/d39" }).loops.length).toBeGreaterThan(0)
  })
})

describe("the vendor's schema as JSON Schema", () => {
  const up = (schema: unknown): unknown => decodeSchema(JsonText.source(JSON.stringify(schema))).value

  it.each([
    [
      { type: "OBJECT", properties: {} },
      { type: "object", properties: {} }
    ],
    [
      { type: "STRING", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a"] }
    ],
    [
      { type: "ARRAY", items: { type: "NUMBER" }, maxItems: "5" },
      { type: "array", items: { type: "number" }, maxItems: 5 }
    ],
    [{ anyOf: [{ type: "STRING" }], nullable: true }, { anyOf: [{ type: "string" }, { type: "null" }] }],
    [
      { any_of: [{ type: "STRING" }], min_length: "1" },
      { anyOf: [{ type: "string" }], minLength: 1 }
    ],
    [
      { type: "INTEGER", example: 3 },
      { type: "integer", examples: [3] }
    ],
    [{ maxItems: "007" }, { maxItems: 7 }],
    [{ minItems: "0" }, { minItems: 0 }]
  ])("of %j is %j", (schema, wanted) => {
    expect(up(schema)).toEqual(wanted)
  })

  it("has its properties in the order that it asks for", () => {
    const schema = { properties: { b: {}, a: {} }, propertyOrdering: ["a", "b"] }
    expect(decodeSchema(JsonText.source(JSON.stringify(schema))).text).toBe('{"properties":{"a":{},"b":{}}}')
  })
})
