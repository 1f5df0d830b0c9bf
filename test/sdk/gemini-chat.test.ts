import { GoogleGenAI, type PartListUnion } from "@google/genai"
import { GoogleGenAI as Previous } from "@google/genai-previous"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const parametersJsonSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const tools = [
  { functionDeclarations: [{ name: "get_weather", description: "Weather of a city", parametersJsonSchema }] }
]
const cities = ["Paris", "Rome", "Oslo"]
const answer = "get_weather answered: sunny. That is what the tools say."

const majors = { "3": GoogleGenAI, "2": Previous as unknown as typeof GoogleGenAI }
const models = ["gpt-4o", "gpt-5.1", "claude-haiku-4-5", "deepseek-v4-pro", "gemini-3-pro-preview"]
const cases = Object.entries(majors).flatMap(([major, Sdk]) =>
  models.map((model) => [`${major}, ${model}`, { Sdk, model }] as const)
)

describe("a streamed chat that keeps its own history calls a tool in each of three turns", () => {
  it("has 10 cases", () => expect(cases).toHaveLength(10))

  it.each(cases)("%s", async (_, { Sdk, model }) => {
    const client = new Sdk({ apiKey: clientKey, httpOptions: { baseUrl: served.url } })
    const chat = client.chats.create({ model, config: { tools } })
    const say = async (message: PartListUnion) => {
      const parts = []
      for await (const { candidates } of await chat.sendMessageStream({ message })) {
        parts.push(...(candidates?.[0]?.content?.parts ?? []))
      }
      const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
      return { calls, text: parts.map(({ text = "", thought }) => (thought === true ? "" : text)).join("") }
    }
    served.calls()
    for (const city of cities) {
      const { calls } = await say(`What is the weather in ${city}?`)
      expect(calls).toMatchObject([{ name: "get_weather", args: { city } }])
      const results = calls.map(({ id, name = "" }) => ({
        functionResponse: { ...(id === undefined ? {} : { id }), name, response: { output: "sunny" } }
      }))
      expect((await say(results)).text).toContain(answer)
    }
    expect(served.calls().map(({ status }) => status)).toEqual(Array(6).fill(200))
  })
})
