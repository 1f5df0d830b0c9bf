import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Served, serveSandbox } from "../sdk/gateway.ts"
import { chatPath, messagesPath, post } from "./post.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

const hello = [{ role: "user", content: "Hello" }]

describe("a thinking budget", () => {
  const budget = (budget_tokens: number, model: string) =>
    post(served, messagesPath, {
      model,
      max_tokens: 4000,
      messages: hello,
      thinking: { type: "enabled", budget_tokens }
    })

  it.each(["claude-sonnet-4-5", "gpt-5.1"])("of 1024 is refused, whoever would answer: %s", async (model) => {
    const { status, body } = await budget(1024, model)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { message: expect.stringMatching(/^\/thinking\/budget_tokens: /) } })
    expect(served.calls()).toEqual([])
  })

  it.each(["claude-sonnet-4-5", "gpt-5.1"])("of 1025 is taken, whoever answers: %s", async (model) => {
    expect((await budget(1025, model)).status).toBe(200)
    expect(served.calls()).toHaveLength(1)
  })
})

describe("a temperature", () => {
  const warm = (temperature: number, model: string) => post(served, chatPath, { model, messages: hello, temperature })

  it.each(["gpt-4o", "claude-sonnet-4-5"])("of 2.1 is refused on both paths: %s", async (model) => {
    const { status, body } = await warm(2.1, model)
    expect([status, body]).toMatchObject([400, { error: { param: "temperature" } }])
    expect(served.calls()).toEqual([])
  })

  it("of 1.5 passes to OpenAI", async () => {
    expect((await warm(1.5, "gpt-4o")).headers.get("x-isogloss-notes")).toBeNull()
    expect(served.calls()[0]?.body).toMatchObject({ temperature: 1.5 })
  })

  it("of 1.5 is clamped to Claude's 1, with a note", async () => {
    expect((await warm(1.5, "claude-sonnet-4-5")).headers.get("x-isogloss-notes")).toContain("clamped /temperature ")
    expect(served.calls()[0]?.body).toMatchObject({ temperature: 1 })
  })
})

it("a persistent cache mark becomes an hour's, and no other byte changes", async () => {
  const body = (mark: string): string =>
    `{"model" : "claude-sonnet-4-5","max_tokens":20, "system":[{"type":"text","text":"a\\u0062","cache_control":${mark}}],"messages":[{"role":"user","content":"Hello"}]}`
  expect((await post(served, messagesPath, body('{"type":"persistent"}'))).status).toBe(200)
  const given = served.calls()[0]?.text ?? ""
  const parsed: unknown = JSON.parse(given)
  expect(parsed).toMatchObject({ system: [{ cache_control: { type: "ephemeral", ttl: "1h" } }] })
  expect(given.replace(/\{"type":\s*"ephemeral",\s*"ttl":\s*"1h"\}/, "MARK")).toBe(body("MARK"))
})

describe("a call that the token limit cut in two", () => {
  const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
  const asks = [{ role: "user", content: "get_weather, please" }]
  const body = {
    model: "gpt-4o",
    max_tokens: 5,
    messages: asks,
    tools: [{ name: "get_weather", input_schema: parameters }],
    tool_choice: { type: "any" }
  }

  it("is never told as a whole call with no arguments", async () => {
    const answer = await post(served, messagesPath, body)
    expect(answer.body).toMatchObject({ content: [], stop_reason: "max_tokens" })
    expect(answer.headers.get("x-isogloss-notes")).toContain("dropped /choices/0/message/tool_calls/0 ")
  })
})
