import { GoogleGenAI, Type } from "@google/genai"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { chatOf, matrixModels, messagesOf } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

const schema = z.object({ city: z.string(), height: z.number(), places: z.array(z.string()) })
const answer = { city: "Dover", height: 7, places: ["Calais"] }
const asked = { messages: [{ role: "user" as const, content: 'From "Dover" to "Calais" at 7 metres' }] }

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    matrixModels.flatMap((model) =>
      (["parse", "parseStream"] as const).map((way) => [`${name}, ${model}, ${way}`, { make, model, way }] as const)
    )
  )

describe("an answer that chat completions SDKs parse", () => {
  const cases = casesOf(chatSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("%s", async (_, { make, model, way }) => {
    expect(await make({ url: served.url })[way](chatOf(model, asked), schema)).toEqual(answer)
  })
})

describe("an answer that messages SDKs parse", () => {
  const cases = casesOf(messagesSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("%s", async (_, { make, model, way }) => {
    expect(await make({ url: served.url })[way](messagesOf(model, asked), schema)).toEqual(answer)
  })
})

/** A map, as `z.record` and genkit write it: Claude's schemas of answers know closed objects alone. */
describe("an answer whose objects are open", () => {
  const heights = {
    type: "object",
    properties: { heights: { type: "object", additionalProperties: { type: "number" } } },
    required: ["heights"],
    additionalProperties: false
  }
  const format = { type: "json_schema", json_schema: { name: "heights", schema: heights } } as const
  const client = () => new OpenAI({ baseURL: `${served.url}/v1`, apiKey: clientKey, maxRetries: 0 })
  const ask = async (more: object) => {
    served.calls()
    const { data, response } = await client()
      .chat.completions.create({ ...asked, model: "claude-sonnet-4-6", response_format: format, ...more })
      .withResponse()
    return {
      text: data.choices[0]?.message.content,
      sent: served.calls()[0]?.body,
      notes: response.headers.get("x-isogloss-notes")
    }
  }

  it("is the input of a forced tool that has the schema as it is, read as an answer", async () => {
    const { text, sent, notes } = await ask({})
    expect(sent).toMatchObject({ tools: [{ input_schema: heights }], tool_choice: { type: "tool" } })
    expect(sent).not.toHaveProperty("output_config")
    expect(JSON.parse(text ?? "")).toHaveProperty("heights")
    expect(notes).toContain("messages/output-format")
  })

  it("is that tool's where thinking was asked for, too, which is turned off", async () => {
    const { text, sent, notes } = await ask({ reasoning_effort: "low", max_tokens: 8000 })
    expect(sent).toMatchObject({ tools: [{ input_schema: heights }], thinking: { type: "disabled" } })
    expect(JSON.parse(text ?? "")).toHaveProperty("heights")
    expect(notes).toContain("approximated /response_format messages/output-format")
    expect(notes).toContain("approximated /reasoning_effort messages/thinking")
  })

  it("is asked for in words where a model always thinks", async () => {
    const { sent, notes } = await ask({ model: "claude-opus-5-5" })
    expect(sent).not.toHaveProperty("output_config")
    expect(JSON.stringify(sent)).toContain(JSON.stringify(JSON.stringify(heights)).slice(1, -1))
    expect(notes).toContain("approximated /response_format messages/output-format")
  })
})

/** Bounds, as zod and pydantic write them: Claude's answers and strict calls are held to none. */
describe("an answer or a call whose values are bounded", () => {
  const bounded = {
    type: "object",
    properties: {
      age: { type: "integer", minimum: 1, maximum: 9, description: "Years." },
      names: { type: "array", items: { type: "string", maxLength: 5 }, minItems: 2 }
    },
    required: ["age", "names"],
    additionalProperties: false
  }
  const described = {
    age: { type: "integer", description: "Years.\n\nMust have minimum: 1, maximum: 9." },
    names: {
      type: "array",
      items: { type: "string", description: "Must have maxLength: 5." },
      description: "Must have minItems: 2."
    }
  }
  const model = "claude-sonnet-4-6"
  const chat = async (more: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>) => {
    served.calls()
    const client = new OpenAI({ baseURL: `${served.url}/v1`, apiKey: clientKey, maxRetries: 0 })
    const { response } = await client.chat.completions.create({ ...asked, model, ...more }).withResponse()
    return { sent: served.calls()[0]?.body, notes: response.headers.get("x-isogloss-notes") }
  }
  const toolOf = (strict: boolean) => ({
    tools: [{ type: "function" as const, function: { name: "f", strict, parameters: bounded } }]
  })

  it("is told its bounds as a chat's answer, which one note says", async () => {
    const { sent, notes } = await chat({
      response_format: { type: "json_schema", json_schema: { name: "a", schema: bounded } }
    })
    expect(sent).toMatchObject({ output_config: { format: { schema: { ...bounded, properties: described } } } })
    expect(notes?.match(/messages\/schema/g)).toHaveLength(1)
    expect(notes).toContain("approximated /response_format messages/schema")
  })

  it("is told its bounds as a strict tool's call", async () => {
    const { sent, notes } = await chat(toolOf(true))
    expect(sent).toMatchObject({ tools: [{ strict: true, input_schema: { ...bounded, properties: described } }] })
    expect(notes).toContain("messages/schema")
  })

  it("keeps its bounds as the call of a tool that is not strict", async () => {
    const { sent, notes } = await chat(toolOf(false))
    expect(sent).toMatchObject({ tools: [{ input_schema: bounded }] })
    expect(notes ?? "").not.toContain("messages/schema")
  })

  it("is told its bounds as a Gemini client's answer", async () => {
    served.calls()
    const client = new GoogleGenAI({ apiKey: clientKey, httpOptions: { baseUrl: served.url } })
    await client.models.generateContent({
      model,
      contents: "How old?",
      config: {
        responseMimeType: "application/json",
        responseSchema: {
          type: Type.OBJECT,
          properties: { age: { type: Type.INTEGER, minimum: 1 }, names: { type: Type.STRING, maxLength: "5" } }
        }
      }
    })
    const sent = JSON.stringify(served.calls()[0]?.body)
    expect(sent).toContain('"age":{"type":"integer","description":"Must have minimum: 1."}')
    expect(sent).toContain('"names":{"type":"string","description":"Must have maxLength: 5."}')
  })
})
