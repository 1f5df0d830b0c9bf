import { describe, expect, it } from "vitest"
import { objectIn, stepsOf } from "../../../src/endpoints/form-fields.ts"

const read = (...fields: readonly (readonly [name: string, value: string])[]) =>
  objectIn(fields.map(([name, value]) => ({ steps: stepsOf(name), value })))

const object = (...fields: readonly (readonly [name: string, value: string])[]): unknown => {
  const found = read(...fields)
  return found.ok ? found.value : found.error.issues
}

describe("the object that the fields of a form say", () => {
  it.each<[string, readonly (readonly [string, string])[], unknown]>([
    ["a member", [["a", "1"]], { a: "1" }],
    ["a member of a member", [["a[b]", "1"]], { a: { b: "1" } }],
    [
      "members three deep",
      [
        ["a[b][c]", "1"],
        ["a[b][d]", "2"],
        ["a[e]", "3"]
      ],
      { a: { b: { c: "1", d: "2" }, e: "3" } }
    ],
    [
      "one name twice",
      [
        ["a", "1"],
        ["a", "2"]
      ],
      { a: ["1", "2"] }
    ],
    ["a list of one", [["a[]", "1"]], { a: ["1"] }],
    [
      "a value and a list",
      [
        ["a", "1"],
        ["a[]", "2"]
      ],
      { a: ["1", "2"] }
    ],
    [
      "a list by numbers",
      [
        ["a[0][b]", "1"],
        ["a[1][b]", "2"]
      ],
      { a: [{ b: "1" }, { b: "2" }] }
    ],
    ["a number that is a name", [["a[7]", "1"]], { a: { 7: "1" } }],
    [
      "objects of a list, one after the other",
      [
        ["a[][b]", "1"],
        ["a[][c]", "2"],
        ["a[][b]", "3"]
      ],
      { a: [{ b: "1", c: "2" }, { b: "3" }] }
    ],
    ["brackets that do not match", [["a[b", "1"]], { "a[b": "1" }],
    ["a name that begins with one", [["[a]", "1"]], { "[a]": "1" }],
    ["no name", [["", "1"]], { "": "1" }],
    ["a bracket within", [["a[b]c]", "1"]], { "a[b]c]": "1" }]
  ])("%s", (_, fields, expected) => {
    expect(object(...fields)).toEqual(expected)
  })

  it("touches no prototype", () => {
    const found = read(["a[__proto__][admin]", "yes"], ["__proto__[admin]", "yes"], ["a[constructor][prototype]", "x"])
    expect(JSON.stringify(found.ok && found.value)).toBe(
      '{"a":{"__proto__":{"admin":"yes"},"constructor":{"prototype":"x"}},"__proto__":{"admin":"yes"}}'
    )
    expect(Object.hasOwn(Object.prototype, "admin")).toBe(false)
  })

  it.each([
    ["a value and an object", ["a", "a[b]"], "/a"],
    ["a list and an object", ["a[]", "a[b]"], "/a"],
    ["a value and an object further down", ["a[b]", "a[b][c]"], "/a/b"]
  ])("refuses %s", (_, names, path) => {
    expect(object(...names.map((name) => [name, "1"] as const))).toMatchObject([{ path }])
  })

  it("refuses what leads too deep, however deep it leads", () => {
    expect(object([`a${"[b]".repeat(64)}`, "1"])).toMatchObject([
      { path: "/a", message: expect.stringContaining("64") }
    ])
    expect(object([`a${"[b]".repeat(1_000_000)}`, "1"])).toMatchObject([{ path: "/a" }])
    expect(object([`a${"[b]".repeat(63)}`, "1"])).toHaveProperty("a.b")
  })
})
