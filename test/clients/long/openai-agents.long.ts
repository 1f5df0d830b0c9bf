import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { load } from "./packages.ts"
import { key, none, type Serving, serving } from "./served-clients.ts"

interface Result {
  readonly finalOutput?: string
  readonly rawResponses: readonly { readonly usage: { readonly inputTokens: number; readonly outputTokens: number } }[]
}

interface Streamed extends Result {
  readonly completed: Promise<void>
  readonly toTextStream: () => AsyncIterable<string>
}

/** The names of OpenAI Agents that are used here. */
interface Agents {
  readonly Agent: new (options: object) => object
  readonly OpenAIChatCompletionsModel: new (client: object, model: string) => object
  readonly OpenAIResponsesModel: new (client: object, model: string) => object
  readonly run: ((agent: object, input: string) => Promise<Result>) &
    ((agent: object, input: string, options: { readonly stream: true }) => Promise<Streamed>)
  readonly tool: (options: object) => object
  readonly setTracingDisabled: (disabled: boolean) => void
}

let at: Serving
let agents: Agents
let OpenAI: new (options: object) => object
beforeAll(async () => {
  agents = await load<Agents>("@openai/agents")
  ;({ OpenAI } = await load<{ readonly OpenAI: typeof OpenAI }>("openai"))
  agents.setTracingDisabled(true)
  at = await serving()
})
afterAll(() => at.close())
beforeEach(() => void at.refused())

const answer = "get_weather answered: 18 degrees in Paris. That is what the tools say."

/** What an agent speaks to its model. */
type Mode = "OpenAIChatCompletionsModel" | "OpenAIResponsesModel"

/** An agent with one tool. */
const agentOf = (model: string, mode: Mode): object => {
  const client = new OpenAI({ apiKey: key, baseURL: `${at.door.url}/v1`, maxRetries: 0 })
  const weather = agents.tool({
    name: "get_weather",
    description: "Current weather of a city",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false
    },
    execute: ({ city }: { readonly city: string }) => `18 degrees in ${city}`
  })
  return new agents.Agent({
    name: "Forecaster",
    instructions: "Answer shortly.",
    model: new agents[mode](client, model),
    tools: [weather]
  })
}

const modes: readonly Mode[] = ["OpenAIChatCompletionsModel", "OpenAIResponsesModel"]

const cells = ["gpt-4o", "gpt-5.1", "claude-sonnet-4-5", "gemini-3-pro-preview", "deepseek-reasoner"].flatMap((model) =>
  modes.map((mode) => [model, mode] as const)
)

describe.each(cells)("OpenAI Agents, %s, %s", (model, mode) => {
  it("answers a call, and gets an answer that rests on it", async () => {
    const { finalOutput, rawResponses } = await agents.run(agentOf(model, mode), "What is the weather in Paris?")
    expect([finalOutput, rawResponses.length]).toEqual([answer, 2])
    expect(at.refused()).toEqual(none)
  })

  it("does so in streams, too", async () => {
    const result = await agents.run(agentOf(model, mode), "What is the weather in Paris?", { stream: true })
    let text = ""
    for await (const piece of result.toTextStream()) text += piece
    await result.completed
    expect(text.endsWith(answer)).toBe(true)
    expect(result.finalOutput).toBe(answer)
    for (const { usage } of result.rawResponses)
      expect(Math.min(usage.inputTokens, usage.outputTokens)).toBeGreaterThan(0)
    expect(at.refused()).toEqual(none)
  })
})
