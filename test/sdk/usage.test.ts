import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { chatOf, matrixModels, messagesOf, tides } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { type MessagesSdk, messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterEach(() => served.close())

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    matrixModels.map((model) => [`${name}, ${model}`, { make, model }] as const)
  )

const chat = casesOf(chatSdks)
const messages = casesOf(messagesSdks)

it("has 16 cases", () => expect([...chat, ...messages]).toHaveLength(16))

describe("a chat completions stream", () => {
  it.each(chat)("tells no usage to a client that did not ask: %s", async (_, { make, model }) => {
    const told: unknown[] = []
    for await (const { usage, choices } of await make({ url: served.url }).stream(chatOf(model))) {
      expect(choices).toHaveLength(1)
      told.push(usage ?? null)
    }
    expect(told.filter((usage) => usage !== null)).toEqual([])
  })

  it.each(chat)("tells it once, last, and as the whole answer does: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const whole = await sdk.create(chatOf(model))
    const told: unknown[] = []
    const lengths: number[] = []
    const body = chatOf(model, { stream_options: { include_usage: true } })
    for await (const { usage, choices } of await sdk.stream(body)) {
      lengths.push(choices.length)
      if (usage) told.push(usage)
    }
    expect(told).toEqual([whole.usage])
    expect(lengths.at(-1)).toBe(0)
    expect(lengths.indexOf(0)).toBe(lengths.length - 1)
  })

  it.each(chat)("counts a total of its two parts: %s", async (_, { make, model }) => {
    const { usage } = await make({ url: served.url }).create(chatOf(model))
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
    expect(usage?.prompt_tokens).toBeGreaterThan(0)
  })
})

describe("a messages stream", () => {
  it.each(messages)("tells what the whole answer tells: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const { usage } = await sdk.create(messagesOf(model))
    const { usage: streamed } = await sdk.helper(messagesOf(model))
    expect([streamed.input_tokens, streamed.output_tokens]).toEqual([usage.input_tokens, usage.output_tokens])
    expect(usage.input_tokens).toBeGreaterThan(0)
  })
})

/** Four tokens for a message, and one for each word of the tides, of seven letters at most. */
const estimate = 4 + tides.split(" ").length

describe("a messages stream begins with what the prompt counts", () => {
  it.each(Object.entries(messagesSdks))("%s, as Gemini tells it", async (_, make) => {
    expect(await begun(make({ url: served.url }), "gemini-2.5-flash")).toBe(Math.ceil(tides.length / 4))
  })

  it.each(Object.entries(messagesSdks))("%s, estimated, where a vendor tells it in the end", async (_, make) => {
    expect(await begun(make({ url: served.url }), "gpt-4o")).toBe(estimate)
  })
})

/** The input tokens that a stream begins with. */
const begun = async (sdk: MessagesSdk, model: string): Promise<number | undefined> => {
  let input: number | undefined
  for await (const event of await sdk.stream(messagesOf(model))) {
    if (event.type === "message_start") input = event.message.usage.input_tokens
  }
  return input
}

/** Eight thousand letters: 2000 tokens of the sandbox's, and one for the system prompt around them. */
const long = "x".repeat(8000)

describe("cache marks", () => {
  it.each(Object.entries(chatSdks))("of %s reach Claude, and the counts come back", async (_, make) => {
    const sdk = make({ url: served.url })
    const mark = { mode: "explicit" as const }
    const marked = { type: "text" as const, text: long, prompt_cache_breakpoint: mark }
    const body = chatOf("claude-sonnet-4-5", {
      messages: [
        { role: "system", content: [marked] },
        { role: "user", content: "Hello" }
      ]
    })
    const { usage: first } = await sdk.create(body)
    const { usage: second } = await sdk.create(body)
    expect(served.calls()[0]?.body).toMatchObject({ system: [{ cache_control: { type: "ephemeral" } }] })
    expect(first?.prompt_tokens_details).toMatchObject({ cached_tokens: 0, cache_write_tokens: 2001 })
    expect(second?.prompt_tokens_details).toMatchObject({ cached_tokens: 2001, cache_write_tokens: 0 })
    expect(second?.prompt_tokens).toBe(first?.prompt_tokens)
  })

  it.each(Object.entries(messagesSdks))("of %s reach Claude, and the counts come back", async (_, make) => {
    const sdk = make({ url: served.url })
    const cache_control = { type: "ephemeral" as const, ttl: "1h" as const }
    const body = messagesOf("claude-sonnet-4-5", { system: [{ type: "text", text: long, cache_control }] })
    const { usage: first } = await sdk.create(body)
    const { usage: second } = await sdk.create(body)
    expect(first).toMatchObject({
      cache_creation_input_tokens: 2001,
      cache_creation: { ephemeral_1h_input_tokens: 2001 },
      cache_read_input_tokens: 0
    })
    expect(second).toMatchObject({ cache_creation_input_tokens: 0, cache_read_input_tokens: 2001 })
  })

  it.each(Object.entries(messagesSdks))("are not needed by OpenAI, whose counts %s reads apart", async (_, make) => {
    const sdk = make({ url: served.url })
    const cache_control = { type: "ephemeral" as const }
    const body = messagesOf("gpt-4o", { system: [{ type: "text", text: long, cache_control }] })
    const { usage: first } = await sdk.create(body)
    const { usage: second } = await sdk.create(body)
    expect(served.calls().map(({ text }) => text.includes("cache_control"))).toEqual([false, false])
    expect([first.cache_read_input_tokens, second.cache_read_input_tokens]).toEqual([0, 1920])
    expect(second.input_tokens).toBe(first.input_tokens - 1920)
  })
})
