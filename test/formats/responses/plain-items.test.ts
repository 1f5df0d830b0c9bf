import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { read, wrong } from "./given.ts"

const text = (type: string) => ({ type, text: "It is noon." })

/** Items as most clients write them, each with what it is. */
const plain: Readonly<Record<string, object>> = {
  "a user's text": { role: "user", content: "When is high water?" },
  "a user's message that says its type": {
    type: "message",
    role: "user",
    content: "When?",
    id: "msg_1",
    status: "completed"
  },
  "a user's list of texts": { type: "message", role: "user", content: [text("input_text"), text("input_text")] },
  "a system's text": { role: "system", content: "Be brief." },
  "an assistant's text": { role: "assistant", content: "It is noon." },
  "an assistant's list of texts": {
    type: "message",
    role: "assistant",
    id: "msg_2",
    status: "completed",
    content: [{ ...text("output_text"), annotations: [], logprobs: [] }]
  },
  "a function's call": { type: "function_call", call_id: "call_1", name: "tide", arguments: '{"at":"noon"}' },
  "a call that was told": {
    type: "function_call",
    id: "fc_1",
    status: "completed",
    call_id: "call_1",
    name: "tide",
    arguments: "{}"
  },
  "a call that broke off": { type: "function_call", call_id: "call_1", name: "tide", arguments: '{"at":' },
  "a call that is incomplete": {
    type: "function_call",
    status: "incomplete",
    call_id: "call_1",
    name: "tide",
    arguments: "{}"
  }
}

const call = { type: "function_call", call_id: "call_1", name: "tide", arguments: "{}" }

const results: Readonly<Record<string, object>> = {
  "a result": { type: "function_call_output", call_id: "call_1", output: "14:02" },
  "a result with its id": {
    type: "function_call_output",
    id: "fco_1",
    status: "completed",
    call_id: "call_1",
    output: ""
  },
  "a failed result": { type: "function_call_output", call_id: "call_1", output: "<tool_error>No gauge.</tool_error>" }
}

/** What is read of items, without what only their format can say of a member that it does not know. */
const meaning = (input: readonly object[]): unknown => plainly(read({ input }).request.messages)

const plainly = (value: unknown): unknown => {
  if (value instanceof JsonText) return value.text
  if (value instanceof Map) return [...value].filter(([key]) => key !== firstHead).map(plainly)
  if (Array.isArray(value)) return value.map(plainly)
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).filter(([key, said]) => key !== "rest" && (key !== "native" || says(said)))
  return Object.fromEntries(members.map(([key, said]) => [key, plainly(said)]))
}

/** By which an assistant's turn keeps what its first message says of itself. */
const firstHead = "0"

const says = (native: object): boolean => "kind" in native || "consumed" in native

describe("an item that has to be read, for it has an unknown member, means what it means without that:", () => {
  it.each(Object.entries(plain))("%s", (_, item) => expect(meaning([{ ...item, unknown: 1 }])).toEqual(meaning([item])))
  it.each(Object.entries(results))("%s", (_, item) =>
    expect(meaning([call, { ...item, unknown: 1 }])).toEqual(meaning([call, item]))
  )
})

describe("an item whose members are of another type is read, and refused:", () => {
  it.each([
    [
      "an output that is a number",
      [call, { type: "function_call_output", call_id: "call_1", output: 1 }],
      "/input/1/output"
    ],
    ["a name that is none", [{ ...call, name: 1 }], "/input/0/name"],
    ["a content that is an object", [{ role: "user", content: {} }], "/input/0/content"],
    ["a part that is a text", [{ role: "user", content: ["a"] }], "/input/0/content/0"],
    [
      "a text that is a number",
      [{ role: "user", content: [{ type: "input_text", text: 1 }] }],
      "/input/0/content/0/text"
    ]
  ])("%s", (_, input, place) => expect(wrong({ input })[0]?.[0]).toBe(place))
})
