import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Served, serveSandbox } from "../sdk/gateway.ts"
import { clients, type Json, list } from "./client.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const thought = "The request is about"

/** What a family's upstream is told of the reasoning that led to a call, as texts. */
type Carried = (message: Json) => readonly unknown[]

const inText: Carried = (message) => [message["reasoning_content"]]
const inDetails: Carried = (message) => list(message, "reasoning_details").map((detail) => detail["signature"])
const inBlocks: Carried = (message) => list(message, "content").flatMap((block) => block["signature"] ?? [])
const inParts: Carried = (message) => list(message, "parts").flatMap((part) => part["thoughtSignature"] ?? [])

/** A thinking model of each family; what it must get back; whether it can be told not to think. */
const models: readonly (readonly [model: string, carried: Carried, stops: boolean])[] = [
  ["claude-sonnet-4-5", inBlocks, true],
  ["gemini-3-pro-preview", inParts, false],
  ["qwen-plus", inText, true],
  ["qwen3.5-plus", inText, true],
  ["deepseek-v4-pro", inText, true],
  ["kimi-k2.6", inText, true],
  ["kimi-k2-thinking", inText, false],
  ["anthropic/claude-sonnet-4.5", inDetails, true]
]

const ways = [true, false] as const
const cells = models.flatMap(([model, carried, stops]) =>
  clients.flatMap((client) =>
    ways.map((stream) => ({
      model,
      carried,
      stops,
      client,
      stream,
      said: `${client.name}, ${stream ? "stream" : "whole"}`
    }))
  )
)

const weather = "What is the weather in Paris?"

describe("a conversation with thoughts and calls goes on", () => {
  it("is tried in every cell", () => expect(cells).toHaveLength(8 * 3 * 2))

  it.each(cells)("$model by $said", async ({ model, carried, client, stream }) => {
    const wish = { model, stream, text: weather, thinks: true, tools: true }
    const first = await client.ask(served, wish)
    expect([first.status, first.calls], first.raw).toEqual([200, 1])
    served.calls()
    const second = await client.ask(served, wish, first.next)
    expect(second.status, second.raw).toBe(200)
    expect(second.text).toContain("18 degrees")
    const [call] = served.calls()
    expect(call?.refusal).toBeNull()
    const sent = [...list(call?.body, "messages"), ...list(call?.body, "contents")]
    const bytes = sent.filter(({ role }) => role === "assistant" || role === "model").flatMap(carried)
    if (carried !== inText) expect(bytes.filter((it) => typeof it === "string" && it.length > 20)).not.toEqual([])
    else expect(String(bytes[0])).toContain(thought)
  })
})

describe("thoughts are shown where they were asked for", () => {
  it.each(cells.filter(({ model }) => !model.startsWith("gemini")))("$model by $said", async (cell) => {
    const { model, client, stream } = cell
    const told = await client.ask(served, { model, stream, text: "Why are there tides?", thinks: true })
    expect(told.status, told.raw).toBe(200)
    expect(told.text).not.toContain(thought)
    if (client.name === "chat completions" && !stream) expect(told.thought).toBe("")
    else expect(told.thought).toContain(thought)
  })

  it.each(cells.filter(({ stops }) => stops))("and not where they were forbidden: $model by $said", async (cell) => {
    const { model, client, stream } = cell
    const told = await client.ask(served, { model, stream, text: "Why are there tides?", thinks: false })
    expect(told.status, told.raw).toBe(200)
    expect(told.thought).toBe("")
  })
})

describe("thoughts come in the content where a client wants them there", () => {
  const [chat] = clients
  const inContent = { gateway_thinking_to_content: true }

  it.each(cells.filter(({ client, model }) => client === chat && !model.startsWith("gemini")))(
    "$model by $said",
    async ({ model, client, stream }) => {
      const told = await client.ask(served, { model, stream, text: "Why?", thinks: true, more: inContent })
      expect(told.text, told.raw).toMatch(/^<think>\nThe request is about/)
      expect(told.text).toContain("\n</think>\n")
      expect(told.thought).toBe("")
      expect(served.calls().at(-1)?.body).not.toHaveProperty("gateway_thinking_to_content")
    }
  )
})
