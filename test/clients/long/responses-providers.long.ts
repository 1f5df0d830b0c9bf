import { createOpenAI, type OpenAILanguageModelResponsesOptions } from "@ai-sdk/openai"
import { generateText, type LanguageModel, stepCountIs, streamText, tool } from "ai"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { z } from "zod"
import { load } from "./packages.ts"
import { key, none, type Serving, serving } from "./served-clients.ts"

/** The name of Open Responses that is used here. */
interface OpenResponses {
  readonly createOpenResponses: (options: {
    readonly name: string
    readonly url: string
    readonly apiKey: string
  }) => (model: string) => LanguageModel
}

let at: Serving
let open: OpenResponses
beforeAll(async () => {
  open = await load<OpenResponses>("@ai-sdk/open-responses")
  at = await serving()
})
afterAll(() => at.close())
beforeEach(() => void at.refused())

const openai = (model: string): LanguageModel => createOpenAI({ baseURL: `${at.door.url}/v1`, apiKey: key })(model)

const stateless = { openai: { store: false } satisfies OpenAILanguageModelResponsesOptions }

/** Those of the AI SDK that speak the Responses API: what they refer to is kept, or they send it again. */
const providers = {
  "openai, which refers to what was said": { make: openai, providerOptions: {} },
  "openai, which keeps nothing": { make: openai, providerOptions: stateless },
  "open-responses": {
    make: (model: string): LanguageModel =>
      open.createOpenResponses({ name: "gateway", url: `${at.door.url}/v1/responses`, apiKey: key })(model),
    providerOptions: {}
  }
}

const models = ["gpt-5.1", "claude-sonnet-4-5", "gemini-3-pro-preview", "deepseek-reasoner"]

const cells = Object.entries(providers).flatMap(([name, provider]) =>
  models.map((model) => [`${name}, ${model}`, { ...provider, model }] as const)
)

const tools = {
  get_weather: tool({
    description: "Current weather of a city",
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => Promise.resolve(`18 degrees in ${city}`)
  })
}

const answer = "get_weather answered: 18 degrees in Paris. That is what the tools say."

const asked = { maxRetries: 0, tools, stopWhen: stepCountIs(2) }

it("has 12 pairs of a provider and a model", () => expect(cells).toHaveLength(12))

describe.each(cells)("the AI SDK, %s", (_, { make, model, providerOptions }) => {
  it("goes through three turns of a call and its answer each", async () => {
    const question = { role: "user" as const, content: "What is the weather in Paris?" }
    let messages: NonNullable<Parameters<typeof generateText>[0]["messages"]> = []
    for (let turn = 0; turn < 3; turn++) {
      messages = [...messages, question]
      const { text, steps, response } = await generateText({ ...asked, model: make(model), messages, providerOptions })
      expect([text, steps.length]).toEqual([answer, 2])
      messages = [...messages, ...response.messages]
    }
    expect(at.refused()).toEqual(none)
  })

  it("does so in a stream", async () => {
    const prompt = "What is the weather in Paris?"
    const result = streamText({ ...asked, model: make(model), prompt, providerOptions })
    await result.consumeStream()
    expect([await result.text, (await result.steps).length]).toEqual([answer, 2])
    expect(at.refused()).toEqual(none)
  })
})
