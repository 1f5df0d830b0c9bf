import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

const schema = { type: "OBJECT", properties: { city: { type: "STRING" } }, required: ["city"] }
const declared = { name: "get_weather", description: "Current weather of a city", parameters: schema }
const asked = { role: "user", parts: { text: "What is the weather in Paris?" } }

/** As curl sends it after the vendor's pages: one of each, where a list may hold many. */
const body = { contents: asked, tools: { functionDeclarations: declared } }

const ask = async (model: string, sent: object, verb = "generateContent"): Promise<unknown> => {
  const answer = await fetch(`${served.url}/v1beta/models/${model}:${verb}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": clientKey },
    body: JSON.stringify(sent)
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

const calling = {
  candidates: [
    { content: { parts: expect.arrayContaining([{ functionCall: expect.objectContaining({ name: "get_weather" }) }]) } }
  ]
}

describe("one content and one tool without their lists", () => {
  it.each(["gemini-2.5-flash", "gpt-4o", "claude-sonnet-4-5"])("are read as lists of one by %s", async (model) => {
    expect(await ask(model, body)).toMatchObject(calling)
  })

  it("pass to the vendor whose format it is as they were written", async () => {
    served.calls()
    await ask("gemini-2.5-flash", body)
    expect(served.calls().map(({ text }) => text)).toEqual([JSON.stringify(body)])
  })

  it("are counted", async () => {
    expect(await ask("gemini-2.5-flash", { contents: asked }, "countTokens")).toEqual(
      await ask("gemini-2.5-flash", { contents: [{ ...asked, parts: [asked.parts] }] }, "countTokens")
    )
  })
})

describe("a function by the name of the search without its list", () => {
  const search = { name: "webSearch" }

  it.each([
    ["alone", { functionDeclarations: search }, { googleSearch: {} }],
    ["in a list", { functionDeclarations: [search] }, { googleSearch: {} }],
    [
      "beside another",
      { functionDeclarations: [search, declared] },
      { functionDeclarations: [declared], googleSearch: {} }
    ]
  ])("becomes the vendor's: %s", async (_, tools, sent) => {
    served.calls()
    await fetch(`${served.url}/v1beta/models/gemini-3-pro-preview:generateContent`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": clientKey },
      body: JSON.stringify({ contents: asked, tools })
    })
    expect(served.calls()[0]?.body).toMatchObject({ tools: sent })
  })
})
