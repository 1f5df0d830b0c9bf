import { expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { bodyObject } from "../../../src/core/reading/issue-reader.ts"

const messageOf = (text: string, name?: "answer"): string | undefined => {
  const read = bodyObject(JsonText.source(text), name)
  return read.ok ? undefined : read.error.message
}

it.each([
  ["[{}]", "The body must be a JSON object, not a list."],
  ["null", "The body must be a JSON object, not null."],
  ['"{}"', "The body must be a JSON object, not a string."],
  ["1", "The body must be a JSON object, not a number."],
  ["false", "The body must be a JSON object, not a boolean."],
  ["{}", undefined]
])("a body says what it is in place of an object: %s", (text, message) => {
  expect(messageOf(text)).toBe(message)
})

it("an answer is called one", () => {
  expect(messageOf("[]", "answer")).toBe("The answer must be a JSON object, not a list.")
})

it("what is no JSON is told as that", () => {
  expect(messageOf("{")).toMatch(/JSON/)
  expect(messageOf("{")).not.toMatch(/must be/)
})
