import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { tides, tidesAnswer } from "../../sdk/asked.ts"
import { load } from "./packages.ts"
import { key, none, type Serving, serving } from "./served-clients.ts"

interface Counts {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
}

interface ToolCall {
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

/** An answer, whole or a piece of one. */
interface Message {
  readonly text: string
  readonly usage_metadata?: Counts
  readonly tool_calls: readonly ToolCall[]
  readonly concat: (more: Message) => Message
}

/** The part of a model of LangChain's that is used here. */
interface Chat {
  readonly invoke: (input: unknown) => Promise<Message>
  readonly stream: (input: unknown) => Promise<AsyncIterable<Message>>
  readonly bindTools: (tools: readonly unknown[]) => Chat
}

type Make<Options> = new (options: Options) => Chat
type Plain = Readonly<Record<string, unknown>>

interface Packages {
  readonly ChatOpenAI: Make<Plain>
  readonly ChatAnthropic: Make<Plain>
  readonly ChatGoogleGenerativeAI: Make<Plain>
  readonly ToolMessage: new (fields: Plain) => object
  readonly HumanMessage: new (text: string) => object
}

let at: Serving
let langchain: Packages
beforeAll(async () => {
  const names = ["@langchain/openai", "@langchain/anthropic", "@langchain/google-genai", "@langchain/core/messages"]
  langchain = Object.assign({}, ...(await Promise.all(names.map((name) => load<Partial<Packages>>(name)))))
  at = await serving()
})
afterAll(() => at.close())
beforeEach(() => void at.refused())

const shared = { apiKey: key, maxRetries: 0 }

/** LangChain's three clients, each with the base URL that its users give. */
const clients: Readonly<Record<string, (model: string) => Chat>> = {
  ChatOpenAI: (model) =>
    new langchain.ChatOpenAI({ ...shared, model, configuration: { baseURL: `${at.door.url}/v1` } }),
  ChatAnthropic: (model) =>
    new langchain.ChatAnthropic({ ...shared, model, anthropicApiUrl: at.door.url, maxTokens: 4000 }),
  ChatGoogleGenerativeAI: (model) => new langchain.ChatGoogleGenerativeAI({ ...shared, model, baseUrl: at.door.url })
}

const models = ["gpt-5.1", "claude-sonnet-4-5", "gemini-3-pro-preview", "deepseek-reasoner"] as const

const cells = Object.entries(clients).flatMap(([name, make]) =>
  models.map((model) => [`${name}, ${model}`, { name, model, make: () => make(model) }] as const)
)

const weather = {
  type: "function",
  function: {
    name: "get_weather",
    description: "Current weather of a city",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
  }
}

const streamed = async (chat: Chat, input: unknown): Promise<Message> => {
  let sum: Message | undefined
  for await (const piece of await chat.stream(input)) sum = sum === undefined ? piece : sum.concat(piece)
  if (sum === undefined) throw new Error("The stream was empty.")
  return sum
}

const counts = ({ usage_metadata: usage }: Message) =>
  usage && [usage.input_tokens, usage.output_tokens, usage.total_tokens]

/**
 * What ChatAnthropic makes of a stream's beginning, from which alone it takes the input: of vendors that count at the end
 * that is an estimate, 4 tokens for the message and one for each of its seven words. Where Anthropic's own bytes pass, it
 * adds the output's first token to the count of all.
 */
const atStart: Readonly<Record<string, { readonly begun?: number; readonly again?: number }>> = {
  "gpt-5.1": { begun: 11 },
  "deepseek-reasoner": { begun: 11 },
  "claude-sonnet-4-5": { again: 1 }
}

it("has 12 pairs of a client and a model", () => expect(cells).toHaveLength(12))

describe.each(cells)("LangChain's %s", (_, { name, model, make }) => {
  it("reads a stream as it reads the whole answer", async () => {
    const whole = await make().invoke(tides)
    const stream = await streamed(make(), tides)
    expect([whole.text, stream.text]).toEqual([tidesAnswer, tidesAnswer])
    const [input = 0, output = 0, total = 0] = counts(whole) ?? []
    const { begun = input, again = 0 } = name === "ChatAnthropic" ? (atStart[model] ?? {}) : {}
    expect(counts(stream)).toEqual([begun, output + again, total - input + begun + again])
    expect(input).toBeGreaterThan(0)
    expect(at.refused()).toEqual(none)
  })

  it.each(["whole", "streamed"])("answers a call, and gets an answer that rests on it: %s", async (how) => {
    const chat = make().bindTools([weather])
    const question = new langchain.HumanMessage("What is the weather in Paris?")
    const ask = (input: unknown) => (how === "whole" ? chat.invoke(input) : streamed(chat, input))
    const asked = await ask([question])
    expect(asked.tool_calls.map(({ name: called, args }) => [called, args])).toEqual([
      ["get_weather", { city: "Paris" }]
    ])
    const results = asked.tool_calls.map(
      ({ id, name: called }) => new langchain.ToolMessage({ tool_call_id: id, name: called, content: "18 degrees" })
    )
    const { text } = await ask([question, asked, ...results])
    expect(text).toMatch(/^get_weather answered: .*18 degrees.*That is what the tools say\.$/)
    expect(at.refused()).toEqual(none)
  })
})
