import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox, upstreamKey } from "../sdk/gateway.ts"
import { type BadBody, badChat, badMessages } from "./bad-bodies.ts"
import { type Answered, chatPath, messagesPath, post } from "./post.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

const models = ["gpt-4o", "claude-sonnet-4-5"]

const casesOf = (bodies: (model: string) => readonly BadBody[]) =>
  models.flatMap((model) => bodies(model).map((bad) => [`${model}: ${bad.name}`, bad] as const))

const sound = { messages: [{ role: "user", content: "Hello" }], max_tokens: 50 }

const untouched = ({ text }: Answered): void => {
  expect(served.calls()).toEqual([])
  expect(text).not.toContain(clientKey)
  expect(text).not.toContain(upstreamKey)
}

/** A pointer as OpenAI's `param` says it. */
const params: Readonly<Record<string, string | null>> = {
  "": null,
  "/messages/0": "messages[0]",
  "/messages/0/role": "messages[0].role",
  "/messages/0/content": "messages[0].content",
  "/messages/0/content/0": "messages[0].content[0]",
  "/messages/0/content/0/image_url/url": "messages[0].content[0].image_url.url",
  "/messages/1": "messages[1]",
  "/messages/1/tool_call_id": "messages[1].tool_call_id",
  "/messages/1/tool_calls": "messages[1].tool_calls",
  "/messages/1/tool_calls/0/id": "messages[1].tool_calls[0].id"
}

describe("chat completions", () => {
  const cases = casesOf(badChat)

  it("has 92 cases", () => expect(cases).toHaveLength(92))

  it.each(cases)("refuses, and no upstream hears of it: %s", async (_, { body, pointer, word = "" }) => {
    const answer = await post(served, chatPath, body)
    untouched(answer)
    const param = pointer in params ? params[pointer] : pointer.slice(1)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: { message: expect.stringContaining(word), type: "invalid_request_error", param, code: null }
    })
    expect((await post(served, chatPath, { ...sound, model: "gpt-4o" })).status).toBe(200)
    served.calls()
  })
})

describe("messages", () => {
  const cases = casesOf(badMessages)

  it("has 102 cases", () => expect(cases).toHaveLength(102))

  it.each(cases)("refuses, and no upstream hears of it: %s", async (_, { body, pointer, word = "" }) => {
    const answer = await post(served, messagesPath, body)
    untouched(answer)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      type: "error",
      error: { type: "invalid_request_error", message: expect.stringContaining(word) },
      request_id: answer.headers.get("request-id")
    })
    if (pointer !== "") expect(answer.text).toContain(`"message":"${pointer}: `)
    expect((await post(served, messagesPath, { ...sound, model: "gpt-4o" })).status).toBe(200)
    served.calls()
  })
})
