import { afterAll, expect, it } from "vitest"
import { createGateway, DeepSeek, Endpoints, layerFetch, Qwen } from "../../src/index.ts"

const words = "You exceeded your current quota, please check your plan and billing details."
const exhausted = { error: { message: words, type: "insufficient_quota", param: null, code: "insufficient_quota" } }
const key = "of-the-operator"
const gateway = createGateway({
  endpoints: [Endpoints.messages],
  families: [Qwen.layer({ key }), DeepSeek.layer({ key })],
  keys: ["a-client"],
  upstream: layerFetch(() => Promise.resolve(Response.json(exhausted, { status: 429 })))
})
afterAll(() => gateway.close())

it.each([
  ["qwen-plus", null, "rate_limit_error"],
  ["deepseek-chat", "false", "billing_error"]
])("what %s says of a quota lets its client try again: x-should-retry %s", async (model, retry, type) => {
  const body = JSON.stringify({ model, max_tokens: 9, messages: [{ role: "user", content: "Hi" }] })
  const headers = { "x-api-key": "a-client", "content-type": "application/json" }
  const answer = await gateway.fetch(new Request("http://gateway.test/v1/messages", { method: "POST", headers, body }))
  expect([answer.headers.get("x-should-retry"), await answer.json()]).toMatchObject([retry, { error: { type } }])
})
