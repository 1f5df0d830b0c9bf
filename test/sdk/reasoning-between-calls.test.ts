import { createAnthropic } from "@ai-sdk/anthropic"
import Anthropic from "@anthropic-ai/sdk"
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod"
import { GoogleGenAI } from "@google/genai"
import { generateText, type ModelMessage, stepCountIs, streamText, tool } from "ai"
import OpenAI from "openai"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { z } from "zod"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())
beforeEach(() => void served.calls())

const model = "deepseek-v4-pro"
const city = { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] }
const questions = ["What is the weather in Paris?", "What is the weather in Rome?"]

/** What the vendor was told of its own reasoning, with each turn that called. */
const toldBack = (): readonly unknown[] => {
  const calls = served.calls()
  expect(calls.map(({ status, refusal }) => [status, refusal])).toEqual(calls.map(() => [200, null]))
  const { messages } = (calls.at(-1)?.body ?? { messages: [] }) as { messages: readonly Record<string, unknown>[] }
  return messages.flatMap((message) => (message["tool_calls"] === undefined ? [] : [message["reasoning_content"]]))
}

const thoughtOf = (question: string) => expect.stringMatching(`^The request is about “${question.slice(0, 20)}.+`)

const whole = questions.map(thoughtOf)

describe("DeepSeek's reasoning comes back with its calls, two questions long", () => {
  it.each([false, true])("from the tool runner of messages that shows no thoughts, streamed: %s", async (stream) => {
    const { beta } = new Anthropic({ apiKey: clientKey, baseURL: served.url, maxRetries: 0, logLevel: "off" })
    const run = () => "18 degrees"
    const tools = [
      betaZodTool({ name: "get_weather", description: "w", inputSchema: z.object({ city: z.string() }), run })
    ]
    const thinking = { type: "adaptive" as const, display: "omitted" as const }
    let messages: Anthropic.Beta.BetaMessageParam[] = []
    for (const content of questions) {
      messages = [...messages, { role: "user", content }]
      const asked = { model, max_tokens: 4000, messages, tools, thinking }
      const runner = stream ? beta.messages.toolRunner({ ...asked, stream: true }) : beta.messages.toolRunner(asked)
      await runner.runUntilDone()
      messages = runner.params.messages
    }
    expect(toldBack()).toEqual(whole)
  })

  it.each([false, true])("from the AI SDK as a client of Claude's, streamed: %s", async (stream) => {
    const claude = createAnthropic({ apiKey: clientKey, baseURL: `${served.url}/v1` })
    const get_weather = tool({
      description: "w",
      inputSchema: z.object({ city: z.string() }),
      execute: () => Promise.resolve("18 degrees")
    })
    const messages: ModelMessage[] = []
    for (const content of questions) {
      messages.push({ role: "user", content })
      const asked = {
        model: claude(model),
        maxOutputTokens: 4000,
        messages,
        tools: { get_weather },
        stopWhen: stepCountIs(3),
        maxRetries: 0
      }
      const { responseMessages } = stream ? streamText(asked) : await generateText(asked)
      messages.push(...(await responseMessages))
    }
    expect(toldBack()).toEqual(whole)
  })

  it("from a client of chat completions that sends back the messages that it got", async () => {
    const { chat } = new OpenAI({ apiKey: clientKey, baseURL: `${served.url}/v1`, maxRetries: 0 })
    const tools = [{ type: "function" as const, function: { name: "get_weather", description: "w", parameters: city } }]
    const messages: OpenAI.ChatCompletionMessageParam[] = []
    for (const content of questions) {
      messages.push({ role: "user", content })
      const { message } = (await chat.completions.create({ model, messages, tools })).choices[0] ?? {}
      if (message === undefined) throw new Error("no message")
      expect(Object.keys(message)).not.toContain("reasoning_content")
      messages.push(message)
      for (const { id } of message.tool_calls ?? []) messages.push({ role: "tool", tool_call_id: id, content: "18" })
      const last = (await chat.completions.create({ model, messages, tools })).choices[0]?.message
      expect(Object.keys(last ?? {})).not.toContain("reasoning_details")
      messages.push({ role: "assistant", content: last?.content ?? "" })
    }
    expect(toldBack()).toEqual(whole)
  })

  it("is told to no other vendor where a client of chat completions changes its model", async () => {
    const { chat } = new OpenAI({ apiKey: clientKey, baseURL: `${served.url}/v1`, maxRetries: 0 })
    const tools = [{ type: "function" as const, function: { name: "get_weather", description: "w", parameters: city } }]
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: questions[0] ?? "" }]
    const { message } = (await chat.completions.create({ model, messages, tools })).choices[0] ?? {}
    if (message?.tool_calls?.[0] === undefined) throw new Error("no call")
    messages.push(message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: "18" })
    served.calls()
    await chat.completions.create({ model: "gpt-4o", messages, tools })
    const [call] = served.calls()
    expect([call?.status, call?.text.includes("reasoning")]).toEqual([200, false])
  })

  it.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true]
  ])("from a chat of Gemini's client, streamed: %s, thoughts shown: %s", async (stream, includeThoughts) => {
    const client = new GoogleGenAI({ apiKey: clientKey, httpOptions: { baseUrl: served.url } })
    const tools = [{ functionDeclarations: [{ name: "get_weather", description: "w", parametersJsonSchema: city }] }]
    const chat = client.chats.create({ model, config: { tools, thinkingConfig: { includeThoughts } } })
    const say = async (message: Parameters<typeof chat.sendMessage>[0]["message"]) => {
      if (!stream) return (await chat.sendMessage({ message })).functionCalls ?? []
      const calls = []
      for await (const chunk of await chat.sendMessageStream({ message })) calls.push(...(chunk.functionCalls ?? []))
      return calls
    }
    for (const question of questions) {
      const calls = await say(question)
      expect(calls).toHaveLength(1)
      await say(calls.map(({ id = "", name = "" }) => ({ functionResponse: { id, name, response: { output: "18" } } })))
    }
    expect(toldBack()).toEqual(whole)
  })
})
