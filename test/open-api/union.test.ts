import { expect, it } from "vitest"
import { unionOf, type ValueSchema } from "../../src/core/reading/value-schema.ts"

const unions: readonly (readonly [what: string, of: readonly ValueSchema[], all: ValueSchema])[] = [
  ["words of both", [{ enum: ["a", "b"] }, { enum: ["b", "c"] }], { enum: ["a", "b", "c"] }],
  [
    "words and any text are any text, of which the words are examples",
    [
      { type: "string", enum: ["a"] },
      { type: "string", examples: ["b"] }
    ],
    { type: "string", examples: ["b", "a"] }
  ],
  ["a range and no range is no range", [{ type: "integer", maximum: 6 }, { type: "integer" }], { type: "integer" }],
  ["numbers and a range", [{ enum: [4, 8] }, { minimum: 2, maximum: 5 }], { minimum: 2, maximum: 8 }],
  ["a default that all have", [{ default: 1 }, { default: 1 }], { default: 1 }],
  ["a default that one does not have", [{ default: 1 }, {}, { default: 1 }], {}],
  ["two types", [{ type: "string" }, { type: ["string", "array"] }], { type: ["string", "array"] }],
  [
    "members of both",
    [{ properties: { a: { minimum: 1 } } }, { properties: { a: { minimum: 0 }, b: {} } }],
    { properties: { a: { minimum: 0 }, b: {} } }
  ]
]

it.each(unions)("%s", (_what, of, all) => expect(unionOf(of)).toEqual(all))
