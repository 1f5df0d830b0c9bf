import { expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { from } from "./given.ts"

const asked = { max_tokens: 99, messages: [{ role: "user", content: "?" }] }
const object = (properties: object, more: object) => ({ type: "object", properties, ...more })
const words = { type: "string" }
const closed = { additionalProperties: false }

/** What OpenAI is sent of a tool of Claude's that is strict, as far as it says that. */
const strictly = (input_schema: object, strict?: boolean) => {
  const tools = [{ name: "f", strict, input_schema }]
  const { body, notes } = from(messages, { ...asked, tools })
  return [
    (body as { readonly tools: readonly { readonly strict?: boolean }[] }).tools[0]?.strict,
    notes.map(({ path, rule }) => `${path} ${rule}`)
  ]
}

/**
 * Claude's strict tools may have members that may be left out; OpenAI's may not, and are strict where nothing is said.
 *
 * @see https://platform.openai.com/docs/guides/structured-outputs "all fields must be required" (read 2026-11)
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/strict-tool-use (read 2026-11)
 */
it.each([
  ["may be left out", object({ a: words, b: words }, { required: ["a"], ...closed })],
  ["may be another", object({ a: words }, { required: ["a"] })],
  ["is all of some", object({ a: { allOf: [words] } }, { required: ["a"], ...closed })]
])("a strict tool of which a member %s is not strict, which a note says", (_, schema) =>
  expect(strictly(schema, true)).toEqual([false, ["/tools/0/strict responses/tool-strict"]])
)

it("a strict tool that needs each of its members stays strict", () =>
  expect(strictly(object({ a: words }, { required: ["a"], ...closed }), true)).toEqual([true, []]))

it.each([false, undefined])("a tool that is said to be strict as %s is not", (strict) =>
  expect(strictly(object({ a: words }, { required: ["a"], ...closed }), strict)).toEqual([false, []])
)

/** @see https://github.com/laravel/ai/issues/339 the API refuses a strict function that says no parameters (2026-04) */
it.each([
  [true, { type: "object", properties: {}, required: [], additionalProperties: false }],
  [false, { type: "object", properties: {} }],
  [undefined, { type: "object", properties: {} }]
])("a function without parameters whose strict is %s takes an object without members", (strict, parameters) => {
  const tools = [{ type: "function", function: { name: "f", strict } }]
  const { body } = from(chatCompletions, { messages: [{ role: "user", content: "?" }], tools })
  expect(body).toMatchObject({ tools: [{ name: "f", strict: strict === true, parameters }] })
  expect((body as { readonly tools: readonly { readonly parameters: object }[] }).tools[0]?.parameters).toEqual(
    parameters
  )
})
