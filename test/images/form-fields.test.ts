import { expect, it } from "vitest"
import { objectIn, stepsOf } from "../../src/endpoints/form-fields.ts"

const said = (...fields: readonly (readonly [name: string, value: string])[]) => {
  const object = objectIn(fields.map(([name, value]) => ({ steps: stepsOf(name), value })))
  return object.ok ? object.value : object.error.issues
}

it.each([
  [
    "texts are items",
    [
      ["a[]", "x"],
      ["a[]", "y"]
    ],
    ["x", "y"]
  ],
  [
    "members are one item until one comes again",
    [
      ["a[][b]", "x"],
      ["a[][c]", "y"],
      ["a[][b]", "z"]
    ],
    [{ b: "x", c: "y" }, { b: "z" }]
  ],
  [
    "a member behind a text begins the next item",
    [
      ["a[]", "x"],
      ["a[][b]", "y"]
    ],
    ["x", { b: "y" }]
  ]
] as const)("of a list in a form %s", (_, fields, a) => expect(said(...fields)).toEqual({ a }))
