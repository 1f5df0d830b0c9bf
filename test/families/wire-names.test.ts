import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { wireNames } from "../../src/core/format.ts"
import { type Answered, type Rig, startRig } from "../rows/gateway.ts"
import { valueAt } from "../rows/runner.ts"

/** A deployment that has words of its own. */
const names = {
  ...wireNames,
  webSearch: ["acmeSearch"],
  native: ["acme"],
  thinkingToContent: ["acme_thinking_to_content"]
}

let rig: Rig
beforeAll(() => void (rig = startRig({ policy: { names } })))
afterAll(() => rig.close())

const chat = (body: object): Promise<Answered> =>
  rig.send({ path: "/v1/chat/completions", body: { messages: [{ role: "user", content: "Hi" }], ...body } })

const content = (body: object): Promise<Answered> =>
  rig.send({
    path: "/v1beta/models/gemini-2.5-flash:generateContent",
    body: { contents: [{ role: "user", parts: [{ text: "Hi" }] }], ...body }
  })

const sent = ({ status, text, calls }: Answered, at: string): unknown => {
  expect([status, calls.length], text).toEqual([200, 1])
  return valueAt(calls[0]?.body, at)
}

const searching = [{ googleSearch: {} }]

describe("the vendor's search goes by its real name, whatever a deployment calls it", () => {
  it.each(["acmeSearch", "googleSearch"])("as a tool that passes: %s", async (name) =>
    expect(sent(await content({ tools: [{ [name]: {} }] }), "/tools")).toEqual(searching)
  )

  it.each(["acmeSearch", "googleSearch"])("as a function that passes: %s", async (name) =>
    expect(sent(await content({ tools: [{ functionDeclarations: [{ name }] }] }), "/tools")).toEqual(searching)
  )

  it.each(["acmeSearch", "googleSearch"])("as a function of another format: %s", async (name) => {
    const tools = [{ type: "function", function: { name } }]
    expect(sent(await chat({ model: "gemini-2.5-flash", tools }), "/tools")).toEqual(searching)
  })

  it.each(["acmeSearch", "googleSearch"])("as a tool among another format's own members: %s", async (name) => {
    const extra_body = { acme: { tools: [{ [name]: {} }] } }
    expect(sent(await chat({ model: "gemini-2.5-flash", extra_body }), "/tools")).toEqual(searching)
  })

  it("and a deployment's word for it is no other deployment's", async () => {
    const tools = [{ type: "function", function: { name: "webSearch" } }]
    const answered = await chat({ model: "gemini-2.5-flash", tools })
    expect(sent(answered, "/tools")).toEqual([{ functionDeclarations: [{ name: "webSearch" }] }])
  })
})

describe("a deployment's own members", () => {
  it("hold the content-style family's control of thinking", async () => {
    const extra_body = { acme: { thinking_config: { thinking_budget: 700 } } }
    const answered = await chat({ model: "gemini-2.5-flash", extra_body })
    expect(sent(answered, "/generationConfig/thinkingConfig/thinkingBudget")).toBe(700)
  })

  it.each(["plain-chat", "claude-sonnet-4-5", "gemini-2.5-flash"])(
    "ask for thoughts in the content: %s",
    async (model) => {
      const body = { model, messages: [{ role: "user", content: "Hi" }], acme_thinking_to_content: true }
      const answered = await rig.send({
        path: "/v1/chat/completions",
        body,
        said: { thought: "Let me see.", text: "Hello" }
      })
      expect(sent(answered, "/acme_thinking_to_content")).not.toBe(true)
      expect(valueAt(answered.body, "/choices/0/message/content")).toBe("<think>\nLet me see.\n</think>\nHello")
    }
  )
})
