import { expect, it } from "vitest"
import { pointerAtOffset } from "../../../src/core/json/pointer.ts"

it.each([
  ["7", ""],
  ['{"a": 7}', "/a"],
  ['{"x": [1, 2], "a": {"b/c": [null, {"d": 7}]}}', "/a/b~1c/1/d"],
  ['[[], {}, "7,7:7", [8, 7]]', "/3/1"],
  ['{"\\u0061\\"": [{"b": ","}, 7]}', '/a"/1'],
  ['{"": 7}', "/"]
])("finds the 7 of %s at %s", (text, place) => {
  expect(pointerAtOffset(text, text.lastIndexOf("7"))).toBe(place)
})

it.each(["]]]7", '{"a7', ",:,:7", '{"\\q":7', "{{{7"])("gives some place of %s, which is not JSON", (text) => {
  expect(typeof pointerAtOffset(text, text.indexOf("7"))).toBe("string")
})
