import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Served, serveSandbox } from "../sdk/gateway.ts"
import { chatPath, messagesPath, post } from "./post.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

const hello = { role: "user", content: "Hello" }
const schema = { type: "object", properties: { city: { type: "string" } } }
const chatTools = [{ type: "function", function: { name: "get_time", parameters: schema } }]
const messagesTools = [{ name: "get_time", input_schema: schema }]
const call = { id: "c", type: "function", function: { name: "get_time", arguments: "{}" } }
const use = { type: "tool_use", id: "c", name: "get_time", input: {} }

interface Row {
  readonly name: string
  readonly messages: readonly unknown[]
  readonly pointer: string
}

const chatRows: readonly Row[] = [
  {
    name: "a tool result without a call",
    messages: [hello, { role: "tool", tool_call_id: "nope", content: "x" }],
    pointer: "messages[1]"
  },
  {
    name: "a tool result for another call",
    messages: [hello, { role: "assistant", tool_calls: [call] }, { role: "tool", tool_call_id: "d", content: "x" }],
    pointer: "messages["
  },
  {
    name: "two calls of one id",
    messages: [
      hello,
      { role: "assistant", tool_calls: [call, call] },
      { role: "tool", tool_call_id: "c", content: "x" }
    ],
    pointer: "messages[1].tool_calls[1]"
  }
]

const messagesRows: readonly Row[] = [
  {
    name: "a tool result without a call",
    messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "nope", content: "x" }] }],
    pointer: "/messages/0/content/0/tool_use_id: "
  },
  {
    name: "a tool result for another call",
    messages: [
      hello,
      { role: "assistant", content: [use] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "d", content: "x" }] }
    ],
    pointer: "/messages/"
  },
  {
    name: "two calls of one id",
    messages: [
      hello,
      { role: "assistant", content: [use, use] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "x" }] }
    ],
    pointer: "/messages/1/content/1/id: "
  }
]

describe.each(["gpt-4o", "claude-sonnet-4-5"])("turns that no model could answer never reach %s", (model) => {
  it.each(chatRows)("chat completions: $name", async ({ messages, pointer }) => {
    const answer = await post(served, chatPath, { model, messages, tools: chatTools })
    expect(served.calls()).toEqual([])
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: { type: "invalid_request_error", param: expect.stringContaining(pointer) }
    })
  })

  it.each(messagesRows)("messages: $name", async ({ messages, pointer }) => {
    const answer = await post(served, messagesPath, { model, max_tokens: 50, messages, tools: messagesTools })
    expect(served.calls()).toEqual([])
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: { type: "invalid_request_error", message: expect.stringContaining(pointer) }
    })
  })
})

describe("what is odd but legal is carried", () => {
  const loop = {
    type: "object",
    properties: { next: { $ref: "#/$defs/a" } },
    $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    additionalProperties: false
  }

  it.each(["gpt-4o", "claude-sonnet-4-5"])("a tool's schema that refers to itself: %s", async (model) => {
    const chat = { model, messages: [hello], tools: [{ type: "function", function: { name: "x", parameters: loop } }] }
    const messages = { model, max_tokens: 50, messages: [hello], tools: [{ name: "x", input_schema: loop }] }
    expect((await post(served, chatPath, chat)).status).toBe(200)
    expect((await post(served, messagesPath, messages)).status).toBe(200)
    const schemas = served
      .calls()
      .map(({ text }) => text.includes('"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}'))
    expect(schemas).toEqual([true, true])
  })

  it.each([
    [chatPath, "claude-sonnet-4-5", '"type":"function","function":{"name":"x","parameters":'],
    [messagesPath, "gpt-4o", '"name":"x","input_schema":']
  ])("a member called __proto__ in a schema: %s", async (path, model, opening) => {
    const names = '"__proto__":{"type":"string"},"constructor":{"type":"string"}'
    const tool = `{${opening}{"type":"object","properties":{${names}}}${path === chatPath ? "}" : ""}}`
    const body = `{"model":"${model}","max_tokens":9,"messages":[{"role":"user","content":"Hello"}],"tools":[${tool}]}`
    expect((await post(served, path, body)).status).toBe(200)
    expect(served.calls()[0]?.text).toContain(`"properties":{${names}}`)
    expect({}).not.toHaveProperty("type")
  })

  it("a member called __proto__ that nobody knows is dropped with a note", async () => {
    const body =
      '{"model":"claude-sonnet-4-5","__proto__":{"max_tokens":1},"messages":[{"role":"user","content":"Hello"}]}'
    const answer = await post(served, chatPath, body)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("x-isogloss-notes")).toContain("dropped /__proto__ ")
    expect(served.calls()[0]?.body).toMatchObject({ max_tokens: 64_000 })
  })
})
