import type Anthropic from "@anthropic-ai/sdk"
import { describe, expect, it } from "vitest"
import { clients } from "./clients.ts"

type Params = Anthropic.MessageCreateParamsNonStreaming

const hello: Params = {
  model: "claude-sonnet-4-5",
  max_tokens: 2048,
  messages: [{ role: "user", content: "Tell me about the tides 🌊 at Dover" }]
}

const city: Anthropic.Tool.InputSchema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"]
}
const weather: Anthropic.Tool = { name: "get_weather", description: "Current weather of a city", input_schema: city }
const time: Anthropic.Tool = { name: "get_time", description: "Local time of a city", input_schema: city }

const textOf = (message: Anthropic.Message): string =>
  message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("")

const withTools: Params = {
  ...hello,
  tools: [weather, time],
  messages: [{ role: "user", content: "What is the weather in Paris and the time in Tokyo?" }]
}

const streamed: Record<string, Params> = {
  text: hello,
  thinking: { ...hello, thinking: { type: "enabled", budget_tokens: 1024 } },
  "omitted thinking": { ...hello, model: "claude-opus-4-6", thinking: { type: "adaptive", display: "omitted" } },
  "redacted thinking": {
    ...hello,
    model: "claude-sonnet-4-5-redacted",
    thinking: { type: "enabled", budget_tokens: 1024 }
  },
  "parallel tools": withTools,
  search: { ...hello, tools: [{ type: "web_search_20250305", name: "web_search" }] },
  refusal: { ...hello, model: "claude-sonnet-4-5-refuse" },
  "a stop sequence": { ...hello, stop_sequences: ["Dover"] },
  "a token limit": { ...hello, max_tokens: 5 }
}

describe("messages", () => {
  it("answers about what the user wrote", async () => {
    const message = await clients().anthropic.messages.create(hello)
    expect(textOf(message)).toContain("Tell me about the tides 🌊 at Dover")
    expect(message.stop_reason).toBe("end_turn")
  })

  it.each(Object.entries(streamed))("folds a stream into the unary answer: %s", async (_, params) => {
    const unary = await clients().anthropic.messages.create(params)
    const folded = await clients().anthropic.messages.stream(params).finalMessage()
    expect(JSON.parse(JSON.stringify(folded))).toEqual({ ...JSON.parse(JSON.stringify(unary)), parsed_output: null })
  })

  it("stops at a stop sequence and names it", async () => {
    const message = await clients().anthropic.messages.create({ ...hello, stop_sequences: ["never", "Dover"] })
    expect([message.stop_reason, message.stop_sequence]).toEqual(["stop_sequence", "Dover"])
    expect(textOf(message)).toBe("You wrote: “Tell me about the tides 🌊 at ")
  })

  it("cuts at the token limit", async () => {
    const message = await clients().anthropic.messages.create({ ...hello, max_tokens: 5 })
    expect([message.stop_reason, message.usage.output_tokens]).toEqual(["max_tokens", 5])
    expect(textOf(message)).toBe("You wrote: “Tell me ")
  })

  it("continues a prefill without repeating it", async () => {
    const messages = [...hello.messages, { role: "assistant" as const, content: "Well," }]
    expect(textOf(await clients().anthropic.messages.create({ ...hello, messages }))).toMatch(/^ You wrote/)
  })

  it("mentions images and documents", async () => {
    const content: Anthropic.ContentBlockParam[] = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "Paper" } },
      { type: "text", text: "Look" }
    ]
    const message = await clients().anthropic.messages.create({ ...hello, messages: [{ role: "user", content }] })
    expect(textOf(message)).toContain("1 image and 1 document")
  })
})

describe("thinking", () => {
  const thinking: Params = { ...withTools, thinking: { type: "enabled", budget_tokens: 1024 } }
  const second = (
    first: Anthropic.Message,
    change: (block: Anthropic.ContentBlock) => Anthropic.ContentBlock
  ): Params => ({
    ...thinking,
    messages: [
      ...thinking.messages,
      { role: "assistant", content: first.content.map(change) },
      {
        role: "user",
        content: first.content.flatMap((block) =>
          block.type === "tool_use"
            ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "18 degrees" }]
            : []
        )
      }
    ]
  })

  it("takes its own signature back on the next turn and uses the results", async () => {
    const { anthropic } = clients()
    const first = await anthropic.messages.create(thinking)
    expect(first.content.map((block) => block.type)).toEqual(["thinking", "text", "tool_use", "tool_use"])
    const answer = await anthropic.messages.create(second(first, (block) => block))
    expect(textOf(answer)).toBe(
      "get_weather answered: 18 degrees. get_time answered: 18 degrees. That is what the tools say."
    )
  })

  it("refuses a thought whose text was changed", async () => {
    const { anthropic } = clients()
    const first = await anthropic.messages.create(thinking)
    const changed = second(first, (block) =>
      block.type === "thinking" ? { ...block, thinking: `${block.thinking}!` } : block
    )
    await expect(anthropic.messages.create(changed)).rejects.toThrow("Invalid `signature` in `thinking` block")
  })

  it("omits the text and signs it where it is asked to", async () => {
    const params: Params = { ...hello, model: "claude-opus-4-6", thinking: { type: "adaptive", display: "omitted" } }
    const [thought] = (await clients().anthropic.messages.create(params)).content
    expect(thought).toMatchObject({
      type: "thinking",
      thinking: "",
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{40,}=*$/)
    })
  })

  it("thinks between tools only", async () => {
    const { anthropic } = clients()
    const params: Params = { ...withTools, model: "claude-sonnet-5-5", thinking: { type: "between_tools" } }
    const first = await anthropic.messages.create(params)
    expect(first.content[0]?.type).toBe("text")
    const then = await anthropic.messages.create({
      ...second(first, (block) => block),
      model: params.model,
      thinking: { type: "between_tools" }
    })
    expect(then.content[0]?.type).toBe("thinking")
  })
})

describe("tools", () => {
  const calls = (message: Anthropic.Message) =>
    message.content.flatMap((block) => (block.type === "tool_use" ? [[block.name, block.input]] : []))

  it("calls the tools that the text names, with values from it", async () => {
    const message = await clients().anthropic.messages.create(withTools)
    expect(calls(message)).toEqual([
      ["get_weather", { city: "Paris" }],
      ["get_time", { city: "Tokyo" }]
    ])
    expect(message.stop_reason).toBe("tool_use")
  })

  it.each<[Anthropic.ToolChoice, string[]]>([
    [{ type: "auto", disable_parallel_tool_use: true }, ["get_weather"]],
    [{ type: "tool", name: "get_time", disable_parallel_tool_use: true }, ["get_time"]],
    [{ type: "any", disable_parallel_tool_use: true }, ["get_weather"]],
    [{ type: "none" }, []]
  ])("obeys the choice %j", async (tool_choice, names) => {
    const message = await clients().anthropic.messages.create({ ...withTools, tool_choice })
    expect(calls(message).map(([name]) => name)).toEqual(names)
  })

  it("searches and cites", async () => {
    const message = await clients().anthropic.messages.create({
      ...hello,
      tools: [{ type: "web_search_20250305", name: "web_search" }]
    })
    expect(message.content.map((block) => block.type)).toEqual([
      "server_tool_use",
      "web_search_tool_result",
      "text",
      "text",
      "text"
    ])
    expect(message.content[3]).toMatchObject({
      citations: [
        { type: "web_search_result_location", url: "https://example.com/tell-me-about-the-tides-at-dover/overview" }
      ]
    })
    expect(message.usage.server_tool_use?.web_search_requests).toBe(1)
  })

  it("writes what the output schema asks for", async () => {
    const schema = {
      type: "object",
      properties: {
        kind: { enum: ["tide", "wave"] },
        height: { type: "number" },
        next: { anyOf: [{ type: "null" }, { $ref: "#/$defs/when" }] }
      },
      required: ["kind", "height", "next"],
      additionalProperties: false,
      $defs: { when: { type: "string", format: "date" } }
    }
    const message = await clients().anthropic.messages.create({
      ...hello,
      output_config: { format: { type: "json_schema", schema } }
    })
    expect(JSON.parse(textOf(message))).toEqual({ kind: "tide", height: 1, next: "2026-01-02" })
  })
})

describe("counts", () => {
  const long = (ttl: "5m" | "1h"): Params => ({
    ...hello,
    system: [{ type: "text", text: "x".repeat(8000), cache_control: { type: "ephemeral", ttl } }]
  })
  const cached = (message: Anthropic.Message) => [
    message.usage.input_tokens,
    message.usage.cache_creation_input_tokens,
    message.usage.cache_read_input_tokens
  ]

  it("counts before as it charges after", async () => {
    const { anthropic } = clients()
    const { input_tokens } = await anthropic.messages.countTokens({ model: hello.model, messages: hello.messages })
    expect(input_tokens).toBe((await anthropic.messages.create(hello)).usage.input_tokens)
  })

  it("counts an image as 1000 tokens", async () => {
    const { anthropic } = clients()
    const text = { type: "text" as const, text: "Look" }
    const image = { type: "image" as const, source: { type: "url" as const, url: "https://example.com/a.png" } }
    const count = async (content: Anthropic.ContentBlockParam[]) =>
      (await anthropic.messages.countTokens({ model: hello.model, messages: [{ role: "user", content }] })).input_tokens
    expect((await count([text, image])) - (await count([text]))).toBe(1000)
  })

  it("writes a marked prefix, reads it, and forgets it after five minutes", async () => {
    let now = 0
    const { anthropic } = clients({ now: () => now })
    const [plain = 0, written] = cached(await anthropic.messages.create(long("5m")))
    now = 299_999
    const again = cached(await anthropic.messages.create(long("5m")))
    now = 299_999 + 300_000
    const late = cached(await anthropic.messages.create(long("5m")))
    expect([written, again, late]).toEqual([2001, [plain, 0, 2001], [plain, 2001, 0]])
  })

  it("keeps an hour's prefix for an hour", async () => {
    let now = 0
    const { anthropic } = clients({ now: () => now })
    const first = await anthropic.messages.create(long("1h"))
    now = 3_599_999
    const second = await anthropic.messages.create(long("1h"))
    expect(first.usage.cache_creation).toEqual({ ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 2001 })
    expect(second.usage.cache_read_input_tokens).toBe(2001)
  })

  it("keeps nothing below 2048 tokens on claude-3-haiku", async () => {
    const message = await clients().anthropic.messages.create({ ...long("5m"), model: "claude-3-haiku-20240307" })
    expect(message.usage.cache_creation_input_tokens).toBe(0)
  })
})

it("lists its models page by page", async () => {
  const ids: string[] = []
  for await (const model of clients().anthropic.models.list()) ids.push(model.id)
  expect(ids).toEqual(
    expect.arrayContaining(["claude-sonnet-4-5", "claude-opus-4-6", "claude-3-haiku", "claude-opus-4-6-error-429"])
  )
  expect(new Set(ids).size).toBe(228)
})
