import OpenAI from "openai"
import { zodResponsesFunction, zodTextFormat } from "openai/helpers/zod"
import EarlierOpenAI from "openai-previous"
import {
  zodResponsesFunction as earlierFunction,
  zodTextFormat as earlierTextFormat
} from "openai-previous/helpers/zod"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { matrixModels } from "./asked.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const schema = z.object({ city: z.string(), height: z.number(), places: z.array(z.string()) })
const answer = { city: "Dover", height: 7, places: ["Calais"] }
const input = 'From "Dover" to "Calais" at 7 metres'
const models = [...matrixModels, "gemini-2.5-flash"]
const place = z.object({ city: z.string() })

/** What an SDK parses, whole and streamed: an answer, and the arguments of a call. */
interface Parsing {
  readonly answer: (model: string) => Promise<unknown>
  readonly streamed: (model: string) => Promise<unknown>
  readonly call: (model: string) => Promise<unknown>
}

const options = () => ({ baseURL: `${served.url}/v1`, apiKey: clientKey, maxRetries: 0 })

const sdks: Readonly<Record<string, () => Parsing>> = {
  newest: () => {
    const { responses } = new OpenAI(options())
    const text = { format: zodTextFormat(schema, "answer") }
    const tools = [zodResponsesFunction({ name: "look_up", parameters: place })]
    return {
      answer: async (model) => (await responses.parse({ model, input, text })).output_parsed,
      streamed: async (model) => (await responses.stream({ model, input, text }).finalResponse()).output_parsed,
      call: async (model) => (await responses.parse({ model, input: "look_up “Oslo”", tools })).output.at(-1)
    }
  },
  previous: () => {
    const { responses } = new EarlierOpenAI(options())
    const text = { format: earlierTextFormat(schema, "answer") }
    const tools = [earlierFunction({ name: "look_up", parameters: place })]
    return {
      answer: async (model) => (await responses.parse({ model, input, text })).output_parsed,
      streamed: async (model) => (await responses.stream({ model, input, text }).finalResponse()).output_parsed,
      call: async (model) => (await responses.parse({ model, input: "look_up “Oslo”", tools })).output.at(-1)
    }
  }
}

describe.each(Object.entries(sdks))("what the %s SDK parses of the Responses API", (_, make) => {
  it.each(models)("is an answer of %s", async (model) => {
    expect(await make().answer(model)).toEqual(answer)
  })

  it.each(models)("is a streamed answer of %s", async (model) => {
    expect(await make().streamed(model)).toEqual(answer)
  })

  it.each(models)("is a call of %s", async (model) => {
    expect(await make().call(model)).toMatchObject({ type: "function_call", parsed_arguments: { city: "Oslo" } })
  })
})
