import Anthropic from "@anthropic-ai/sdk"
import type { Content, GenerateContentParameters, Part } from "@google/genai"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { folded, majors, partsOf } from "../sandbox/gemini.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of parts that are no text
  served = await serveSandbox()
})
afterAll(() => served.close())

const models = ["gemini-2.5-flash", "gemini-3-pro-preview", "gpt-4o-mini", "claude-haiku-4-5"] as const
const cases = majors.flatMap(([major, at]) =>
  models.map((model) => [`${major}, ${model}`, { at: () => at(served.url, clientKey), model }] as const)
)

const answer = "You wrote: “Hello there”. The sandbox answers the same request with the same words every time."

const weather = {
  name: "get_weather",
  description: "The weather of a city.",
  parametersJsonSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
}

describe("the official SDK of the content-style API", () => {
  it("has 8 cases", () => expect(cases).toHaveLength(8))

  it.each(cases)("reads a whole answer: %s", async (_, { at, model }) => {
    const response = await at().generate({ model, contents: "Hello there" })
    expect(response.text).toBe(answer)
    expect(response.candidates?.[0]).toMatchObject({ index: 0, finishReason: "STOP", safetyRatings: expect.any(Array) })
    expect(response.modelVersion).toBe(model)
    expect(response.usageMetadata?.totalTokenCount).toBeGreaterThan(20)
  })

  it.each(cases)("reads the same of a stream: %s", async (_, { at, model }) => {
    const chunks = await at().stream({ model, contents: "Hello there" })
    expect(folded(chunks).flatMap(({ text }) => text ?? [])).toEqual([answer])
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe("STOP")
  })

  it.each(cases)("keeps the history of a streamed chat: %s", async (_, { at, model }) => {
    const { text, contents } = await at().chat(model, "Hello", "there")
    expect(contents).toBeGreaterThanOrEqual(4)
    expect(text).toContain("there")
  })

  it.each(cases)("calls a tool, and calls again after its answer, whole: %s", async (_, { at, model }) => {
    const client = at()
    const config = { tools: [{ functionDeclarations: [weather] }] }
    const contents: Content[] = [{ role: "user", parts: [{ text: "What is the weather in Paris?" }] }]
    const results: number[] = []
    for (const turn of [1, 2]) {
      const called = partsOf(await client.generate({ model, contents, config }))
      const answers = called.flatMap(answerTo)
      results.push(answers.length)
      const text = partsOf(
        await client.generate({ model, contents: [...contents, ...turns(called, answers)], config })
      ).flatMap((part) => part.text ?? [])
      expect(text.join("")).not.toBe("")
      contents.push(...turns(called, answers), { role: "model", parts: [{ text: text.join("") }] })
      contents.push({ role: "user", parts: [{ text: `What is the weather in city ${turn}?` }] })
    }
    expect(results).toEqual([1, 1])
  })

  it.each(cases)("calls the same tool streamed: %s", async (_, { at, model }) => {
    const params: GenerateContentParameters = {
      model,
      contents: "What is the weather in Paris?",
      config: { tools: [{ functionDeclarations: [weather] }] }
    }
    const streamed = folded(await at().stream(params)).flatMap(({ functionCall }) => functionCall ?? [])
    const whole = partsOf(await at().generate(params)).flatMap(({ functionCall }) => functionCall ?? [])
    expect(streamed.map(({ name, args }) => [name, args])).toEqual(whole.map(({ name, args }) => [name, args]))
    expect(streamed).toHaveLength(1)
  })
})

const answerTo = ({ functionCall }: Part): readonly Part[] => {
  if (functionCall === undefined) return []
  const { id, name } = functionCall
  return [
    { functionResponse: { ...(id === undefined ? {} : { id }), name: name ?? "", response: { output: "sunny" } } }
  ]
}

const turns = (called: readonly Part[], answers: readonly Part[]): readonly Content[] => [
  { role: "model", parts: [...called] },
  { role: "user", parts: [...answers] }
]

describe("the signature of a call, which the newest models demand", () => {
  const model = "gemini-3-pro-preview"
  const config = { tools: [{ functionDeclarations: [weather] }] }
  const first = { role: "user", parts: [{ text: "What is the weather in Paris?" }] }

  it.each(majors)("comes with the call and goes back as it was: %s", async (_, at) => {
    const client = at(served.url, clientKey)
    const called = partsOf(await client.generate({ model, contents: [first], config }))
    expect(called.find(({ functionCall }) => functionCall !== undefined)?.thoughtSignature).toEqual(expect.any(String))
    served.calls()
    await client.generate({ model, contents: [first, ...turns(called, called.flatMap(answerTo))], config })
    expect(served.calls().map(({ status, refusal }) => [status, refusal])).toEqual([[200, null]])
  })

  it.each(majors)("is Google's placeholder where the client drops it: %s", async (_, at) => {
    const client = at(served.url, clientKey)
    const called = partsOf(await client.generate({ model, contents: [first], config }))
    const bare = called.map(({ thoughtSignature: _signature, ...part }) => part)
    served.calls()
    await client.generate({ model, contents: [first, ...turns(bare, called.flatMap(answerTo))], config })
    const [call] = served.calls()
    expect([call?.status, call?.text.split('"skip_thought_signature_validator"').length]).toEqual([200, 2])
  })

  it.each(majors)("is Claude's own for a client of Gemini: %s", async (_, at) => {
    const client = at(served.url, clientKey)
    const thinking = { ...config, thinkingConfig: { thinkingBudget: 2000, includeThoughts: true } }
    const asked = { model: "claude-sonnet-4-5", config: { ...thinking, maxOutputTokens: 4000 } }
    const called = partsOf(await client.generate({ ...asked, contents: [first] }))
    expect(called[0]).toMatchObject({ thought: true, thoughtSignature: expect.stringMatching(/./) })
    served.calls()
    await client.generate({ ...asked, contents: [first, ...turns(called, called.flatMap(answerTo))] })
    const [call] = served.calls()
    expect(call?.status).toBe(200)
    expect(call?.body).toMatchObject({
      messages: [
        {},
        { content: [{ type: "thinking", signature: expect.any(String) }, { type: "text" }, { type: "tool_use" }] },
        {}
      ]
    })
  })
})

describe("counts, as the SDKs ask for them", () => {
  it.each(majors)("Google's, %s", async (_, at) => {
    served.calls()
    expect(await at(served.url, clientKey).count({ model: "gemini-2.5-flash", contents: "Hello there" })).toBe(6)
    expect(served.calls()).toEqual([])
  })

  it("Anthropic's", async () => {
    const client = new Anthropic({ apiKey: clientKey, baseURL: served.url, maxRetries: 0 })
    const messages = [{ role: "user" as const, content: "Hello there" }]
    expect(await client.messages.countTokens({ model: "claude-haiku-4-5", messages })).toMatchObject({
      input_tokens: 6
    })
  })
})

describe("the models, as the SDK lists them", () => {
  it.each(majors)("page by page, and one by one: %s", async (_, at) => {
    const names = await at(served.url, clientKey).list()
    expect(names).toContain("models/gemini-3.1-pro-preview")
    expect(names).toContain("models/claude-haiku-4-5")
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(40)
    expect(await at(served.url, clientKey).get("gemini-2.5-flash")).toMatchObject({ name: "models/gemini-2.5-flash" })
  })
})

describe("errors, as the SDK tells them", () => {
  it.each([
    ["a wrong key", "wrong", "gemini-2.5-flash", 401],
    ["an unknown model", clientKey, "nothing", 404],
    ["a limit of the vendor", clientKey, "gemini-2.5-flash-error-429", 429],
    ["an overloaded vendor of another format", clientKey, "claude-haiku-4-5-overloaded", 503]
  ])("%s", async (_, key, model, status) => {
    for (const [, at] of majors) {
      const asked = at(served.url, key).generate({ model, contents: "Hello" })
      await expect(asked).rejects.toMatchObject({ status })
    }
  })
})
