import type OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { clients } from "./clients.ts"

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming

const hello: Params = { model: "gpt-4o", messages: [{ role: "user", content: "Tell me about the tides 🌊 at Dover" }] }

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
const tools: OpenAI.ChatCompletionTool[] = [
  { type: "function", function: { name: "get_weather", description: "Current weather of a city", parameters } },
  { type: "custom", custom: { name: "write_note", description: "Keeps a note of anything" } }
]
const withTools: Params = {
  ...hello,
  tools,
  messages: [{ role: "user", content: "What is the weather in Paris? Then write a note about Tokyo." }]
}

const streamed: Record<string, Params> = {
  text: hello,
  "parallel tools": withTools,
  "legacy functions": {
    ...hello,
    functions: [{ name: "get_weather", parameters }],
    messages: [{ role: "user", content: "What is the weather in Paris?" }]
  },
  "three choices": { ...hello, n: 3 },
  refusal: { ...hello, model: "gpt-4o-refuse" },
  "the filter": { ...hello, model: "gpt-4o-filtered" },
  "a token limit": { ...hello, max_tokens: 5 },
  "log probabilities": { ...hello, logprobs: true, top_logprobs: 2 }
}

const first = (completion: OpenAI.ChatCompletion) => completion.choices[0]

/** The helper adds `parsed`, and knows neither annotations nor an absent usage. */
const comparable = (completion: OpenAI.ChatCompletion) =>
  completion.choices.map((choice) => ({
    index: choice.index,
    finish: choice.finish_reason,
    logprobs: choice.logprobs?.content ?? null,
    content: choice.message.content,
    refusal: choice.message.refusal ?? null,
    calls: choice.message.tool_calls?.map((call) =>
      call.type === "custom"
        ? [call.id, call.custom.name, call.custom.input]
        : [call.id, call.function.name, call.function.arguments]
    ),
    legacy: choice.message.function_call
  }))

describe("chat completions", () => {
  it("answers about what the user wrote", async () => {
    const completion = await clients().openai.chat.completions.create(hello)
    expect(first(completion)?.message.content).toContain("Tell me about the tides 🌊 at Dover")
    expect(first(completion)?.finish_reason).toBe("stop")
  })

  it.each(Object.entries(streamed))("folds a stream into the unary answer: %s", async (_, params) => {
    const { openai } = clients()
    const unary = await openai.chat.completions.create(params)
    const folded = await openai.chat.completions
      .stream({ ...params, stream: true, stream_options: { include_usage: true } })
      .finalChatCompletion()
    expect(comparable(folded)).toEqual(comparable(unary))
    expect([folded.id, folded.created, folded.usage]).toEqual([unary.id, unary.created, unary.usage])
  })

  it("sends usage in a stream only where it is asked for", async () => {
    const stream = await clients().openai.chat.completions.create({ ...hello, stream: true })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks.filter((chunk) => "usage" in chunk || chunk.choices.length === 0)).toEqual([])
  })

  it("interleaves choices by index", async () => {
    const stream = await clients().openai.chat.completions.create({ ...hello, n: 2, stream: true })
    const order: (number | undefined)[] = []
    for await (const chunk of stream) order.push(chunk.choices[0]?.index)
    expect(order.slice(0, 6)).toEqual([0, 1, 0, 1, 0, 1])
  })

  it("stops at a stop sequence without naming it", async () => {
    const completion = await clients().openai.chat.completions.create({ ...hello, stop: "Dover" })
    expect([first(completion)?.message.content, first(completion)?.finish_reason]).toEqual([
      "You wrote: “Tell me about the tides 🌊 at ",
      "stop"
    ])
  })

  it("cuts at the token limit", async () => {
    const completion = await clients().openai.chat.completions.create({ ...hello, max_completion_tokens: 5 })
    expect([first(completion)?.message.content, first(completion)?.finish_reason]).toEqual([
      "You wrote: “Tell me ",
      "length"
    ])
    expect(completion.usage?.completion_tokens).toBe(5)
  })

  it("counts reasoning that it does not show", async () => {
    const { openai } = clients()
    const completion = await openai.chat.completions.create({ ...hello, model: "gpt-5.1" })
    const without = await openai.chat.completions.create({ ...hello, model: "gpt-5.1", reasoning_effort: "none" })
    const reasoned = completion.usage?.completion_tokens_details?.reasoning_tokens ?? 0
    expect(reasoned).toBeGreaterThan(0)
    expect(without.usage?.completion_tokens_details?.reasoning_tokens).toBe(0)
    expect((completion.usage?.completion_tokens ?? 0) - (without.usage?.completion_tokens ?? 0)).toBe(reasoned)
  })

  it("mentions images and files", async () => {
    const content: OpenAI.ChatCompletionContentPart[] = [
      { type: "image_url", image_url: { url: "https://example.com/a.png" } },
      { type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0=", filename: "a.pdf" } },
      { type: "text", text: "Look" }
    ]
    const completion = await clients().openai.chat.completions.create({
      ...hello,
      messages: [{ role: "user", content }]
    })
    expect(first(completion)?.message.content).toContain("1 image and 1 document")
  })

  it("cites pages at the offsets of the texts that rest on them", async () => {
    const completion = await clients().openai.chat.completions.create({
      ...hello,
      model: "gpt-4o-search-preview",
      web_search_options: {}
    })
    const { content, annotations = [] } = first(completion)?.message ?? {}
    const cited = annotations.map(({ url_citation: { start_index, end_index } }) =>
      content?.slice(start_index, end_index)
    )
    expect(cited).toEqual([
      "There is a page called “Tell me about the tides 🌊 at Dover: overview”. ",
      "There is a page called “Tell me about the tides 🌊 at Dover: details”. "
    ])
  })

  it("finds a long prefix in its cache, in steps of 128, for five minutes", async () => {
    let now = 0
    const { openai } = clients({ now: () => now })
    const long: Params = { ...hello, messages: [{ role: "system", content: "x".repeat(8000) }, ...hello.messages] }
    const cached = async () => (await openai.chat.completions.create(long)).usage?.prompt_tokens_details?.cached_tokens
    const counts = [await cached(), await cached()]
    now = 300_001
    expect([...counts, await cached()]).toEqual([0, 1920, 0])
  })

  it("writes what the output schema asks for", async () => {
    const schema = {
      type: "object",
      properties: {
        kind: { const: "tide" },
        heights: { type: "array", items: { type: "integer", minimum: 3 }, minItems: 2 }
      },
      required: ["kind", "heights"],
      additionalProperties: false
    }
    const response_format = { type: "json_schema" as const, json_schema: { name: "tide", strict: true, schema } }
    const completion = await clients().openai.chat.completions.create({ ...hello, response_format })
    expect(JSON.parse(first(completion)?.message.content ?? "")).toEqual({ kind: "tide", heights: [3, 3] })
  })

  it("writes an object for json_object", async () => {
    const params: Params = {
      ...hello,
      messages: [{ role: "user", content: "Some JSON please" }],
      response_format: { type: "json_object" }
    }
    const completion = await clients().openai.chat.completions.create(params)
    expect(JSON.parse(first(completion)?.message.content ?? "")).toEqual({ answer: "JSON" })
  })

  it("gives log probabilities whose tokens are the content", async () => {
    const completion = await clients().openai.chat.completions.create({ ...hello, logprobs: true, top_logprobs: 2 })
    const tokens = first(completion)?.logprobs?.content ?? []
    expect(tokens.map(({ token }) => token).join("")).toBe(first(completion)?.message.content)
    expect(tokens.every(({ top_logprobs }) => top_logprobs.length === 2)).toBe(true)
  })
})

describe("tools", () => {
  const names = (completion: OpenAI.ChatCompletion) =>
    first(completion)?.message.tool_calls?.map((call) =>
      call.type === "custom" ? call.custom.name : call.function.name
    ) ?? []

  it("calls a function with JSON and a custom tool with text", async () => {
    const completion = await clients().openai.chat.completions.create(withTools)
    expect(first(completion)?.finish_reason).toBe("tool_calls")
    expect(first(completion)?.message.tool_calls).toMatchObject([
      { type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } },
      { type: "custom", custom: { name: "write_note", input: "Tokyo" } }
    ])
  })

  it("uses the results on the second turn", async () => {
    const { openai } = clients()
    const message = first(await openai.chat.completions.create(withTools))?.message
    if (message === undefined) throw new Error("no choice")
    const results = (message.tool_calls ?? []).map((call) => ({
      role: "tool" as const,
      tool_call_id: call.id,
      content: "18 degrees"
    }))
    const second = await openai.chat.completions.create({
      ...withTools,
      messages: [...withTools.messages, message, ...results]
    })
    expect(first(second)?.message.content).toBe(
      "get_weather answered: 18 degrees. write_note answered: 18 degrees. That is what the tools say."
    )
  })

  it("calls one tool twice when the text says and", async () => {
    const messages = [{ role: "user" as const, content: "How is the weather in Paris and in Tokyo?" }]
    const completion = await clients().openai.chat.completions.create({ ...withTools, messages })
    expect(names(completion)).toEqual(["get_weather", "get_weather"])
  })

  it.each<[Partial<Params>, string[]]>([
    [{ parallel_tool_calls: false }, ["get_weather"]],
    [{ tool_choice: "none" }, []],
    [
      { tool_choice: { type: "function", function: { name: "get_weather" } }, parallel_tool_calls: false },
      ["get_weather"]
    ],
    [{ tool_choice: { type: "custom", custom: { name: "write_note" } }, parallel_tool_calls: false }, ["write_note"]],
    [{ tool_choice: "required", messages: [{ role: "user", content: "Hi" }] }, ["get_weather"]],
    [
      {
        tool_choice: {
          type: "allowed_tools",
          allowed_tools: { mode: "auto", tools: [{ type: "custom", custom: { name: "write_note" } }] }
        }
      },
      ["write_note"]
    ]
  ])("obeys %j", async (params, expected) => {
    expect(names(await clients().openai.chat.completions.create({ ...withTools, ...params }))).toEqual(expected)
  })

  it("answers functions with a function_call", async () => {
    const completion = await clients().openai.chat.completions.create(streamed["legacy functions"] ?? hello)
    expect(first(completion)).toMatchObject({
      finish_reason: "function_call",
      message: { function_call: { name: "get_weather", arguments: '{"city":"Paris"}' } }
    })
  })
})

it("lists its models and finds one", async () => {
  const { openai } = clients()
  const ids: string[] = []
  for await (const model of openai.models.list()) ids.push(model.id)
  expect(ids).toEqual(expect.arrayContaining(["gpt-4o", "gpt-5.1", "gpt-5.1-slow"]))
  expect((await openai.models.retrieve("gpt-4o-cut")).owned_by).toBe("openai")
})
