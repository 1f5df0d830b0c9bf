import { GoogleGenAI } from "@google/genai"
import Anthropic from "@anthropic-ai/sdk"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chatTools, messagesTools } from "./asked.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const question = "Say JSON"

/** What a chat completions body may say beside what an SDK's types know. */
type Wish = Readonly<Record<string, unknown>>

const chat = (model: string, wish: Wish) => {
  const client = new OpenAI({ baseURL: `${served.url}/v1`, apiKey: clientKey, maxRetries: 0 })
  return client.chat.completions.create({ model, messages: [{ role: "user", content: question }], ...wish })
}

const message = (model: string, wish: Wish) => {
  const client = new Anthropic({ baseURL: served.url, apiKey: clientKey, maxRetries: 0 })
  return client.messages.create({ model, max_tokens: 4000, messages: [{ role: "user", content: question }], ...wish })
}

const generate = (model: string, config: Wish) => {
  const client = new GoogleGenAI({ apiKey: clientKey, httpOptions: { baseUrl: served.url } })
  return client.models.generateContent({ model, contents: question, config })
}

/** What the vendor got, after the official SDK had its answer. */
const sentBy = async (answer: Promise<unknown>): Promise<Wish> => {
  await answer
  const { body, status } = served.calls().at(-1) ?? {}
  expect(status).toBe(200)
  return Object.fromEntries(Object.entries(typeof body === "object" && body !== null ? body : {}))
}

/** The notes that a plain client is told. */
const notesOf = async (wish: Wish, path = "/v1/chat/completions"): Promise<readonly string[]> => {
  const response = await fetch(served.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
    body: JSON.stringify({ messages: [{ role: "user", content: question }], ...wish })
  })
  const told = response.headers.get("x-isogloss-notes") ?? ""
  return [...told.matchAll(/[a-z]+ (\/\S*) ([a-z-]+\/[a-z-]+)/g)].map(([, at = "", rule = ""]) => `${at} ${rule}`)
}

describe.each([
  ["deepseek-reasoner", "deepseek"],
  ["kimi-k2-thinking", "kimi"]
])("%s, which always thinks", (model, family) => {
  it.each([
    ["enabled", () => chat(model, { thinking: { type: "enabled" } })],
    ["with a budget", () => chat(model, { thinking: { type: "enabled", budget_tokens: 2000 } })],
    ["disabled", () => chat(model, { thinking: { type: "disabled" } })],
    ["of messages", () => message(model, { thinking: { type: "enabled", budget_tokens: 2000 } })],
    ["of generate-content", () => generate(model, { thinkingConfig: { thinkingBudget: 2000, includeThoughts: true } })]
  ])("gets the whole member or none: %s", async (_, ask) => {
    const { thinking } = await sentBy(ask())
    expect(thinking).toBe(undefined)
  })

  it.each([
    ["enabled", ["thinks-anyway"]],
    ["disabled", ["thinking-always", "control"]]
  ])("says what becomes of it: %s", async (type, rules) => {
    const notes = await notesOf({ model, thinking: { type } })
    expect(notes).toEqual(rules.map((rule) => `/thinking ${family}/${rule}`))
  })
})

describe("sampling of models that reason", () => {
  const sampling = { temperature: 0.7, top_p: 0.5, logprobs: true, top_logprobs: 2 }

  it.each(["gpt-5.1", "gpt-5.2", "gpt-5.4"])("is taken where they rest by default: %s", async (model) => {
    expect(await sentBy(chat(model, sampling))).toMatchObject(sampling)
  })

  it.each(["gpt-5.1", "gpt-5.2", "gpt-5.4", "gpt-5.5", "gpt-5.6-sol"])("is taken at no effort: %s", async (model) => {
    const wish = { ...sampling, reasoning_effort: "none" }
    expect(await sentBy(chat(model, wish))).toMatchObject(wish)
  })

  it.each([
    ["gpt-5.1", { reasoning_effort: "low" }],
    ["gpt-5.4", { reasoning_effort: "high" }],
    ["gpt-5.5", {}],
    ["gpt-5.6-sol", {}],
    ["gpt-5-mini", {}]
  ])("is dropped where they reason: %s", async (model, wish) => {
    const sent = await sentBy(chat(model, { ...sampling, ...wish }))
    expect(Object.keys(sent).filter((key) => key in sampling)).toEqual([])
  })

  it("is dropped in what no reasoning model takes", async () => {
    const sent = await sentBy(chat("gpt-5.1", { temperature: 0, presence_penalty: 1, logit_bias: { 1: 1 } }))
    expect(sent).toMatchObject({ temperature: 0 })
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(["presence_penalty"]))
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(["logit_bias"]))
  })

  it("goes on from a messages client", async () => {
    expect(await sentBy(message("gpt-5.1", { temperature: 0.7 }))).toMatchObject({ temperature: 0.7 })
  })
})

describe("functions of models that take none beside reasoning", () => {
  it.each([
    ["gpt-5.4", { reasoning_effort: "low" }],
    ["gpt-5.5", { reasoning_effort: "high" }],
    ["gpt-5.5", {}],
    ["gpt-5.6-sol", {}]
  ])("turn it off: %s %j", async (model, wish) => {
    expect(await sentBy(chat(model, { tools: chatTools, ...wish }))).toMatchObject({
      tools: chatTools,
      reasoning_effort: "none"
    })
  })

  it("turn it off for a messages client that wants it", async () => {
    const wish = { thinking: { type: "enabled", budget_tokens: 2000 }, tools: messagesTools }
    expect(await sentBy(message("gpt-5.5", wish))).toMatchObject({ reasoning_effort: "none" })
  })

  it("change nothing where it is off already", async () => {
    expect(await sentBy(chat("gpt-5.4", { tools: chatTools }))).not.toHaveProperty("reasoning_effort")
    expect(await notesOf({ model: "gpt-5.6-sol", tools: chatTools, reasoning_effort: "none" })).toEqual([])
  })

  it("turn it off with a note at what asked for it, or at the functions", async () => {
    expect(await notesOf({ model: "gpt-5.4", tools: chatTools, reasoning_effort: "low" })).toEqual([
      "/reasoning_effort openai/functions-thinking"
    ])
    expect(await notesOf({ model: "gpt-5.6-sol", tools: chatTools })).toEqual(["/tools openai/functions-thinking"])
  })

  it("stay beside reasoning elsewhere", async () => {
    const wish = { tools: chatTools, reasoning_effort: "low" }
    expect(await sentBy(chat("gpt-5.2", wish))).toMatchObject(wish)
  })
})

describe("Kimi's fixed sampling", () => {
  it.each(["enabled", "disabled"])("drops another temperature once: thinking %s", async (type) => {
    const wish = { model: "kimi-k2.6", temperature: 1.5, thinking: { type } }
    expect(await notesOf(wish)).toEqual(["/temperature kimi/sampling"])
    expect(served.calls().at(-1)).toMatchObject({ status: 200, body: expect.not.objectContaining({ temperature: 1 }) })
  })
})

describe("an answer in JSON", () => {
  it("is asked for by that word where the client's format does not want it", async () => {
    const client = new GoogleGenAI({ apiKey: clientKey, httpOptions: { baseUrl: served.url } })
    const config = { responseMimeType: "application/json" }
    const sent = await sentBy(client.models.generateContent({ model: "gpt-4o", contents: "Name a colour", config }))
    expect(sent).toMatchObject({
      response_format: { type: "json_object" },
      messages: [{ role: "user", content: "Name a colour\n\nAnswer with one JSON object." }]
    })
  })
})

describe("a client that hides thoughts and says no more", () => {
  const google = { extra_body: { google: { thinking_config: { include_thoughts: false } } }, temperature: 0.5 }
  const hidden = { thinkingConfig: { includeThoughts: false }, temperature: 0.5 }

  it.each([
    ["claude-sonnet-4-5", 0.5],
    ["claude-opus-4-6", 0.5],
    ["claude-opus-4-7", undefined],
    ["claude-opus-4-8", undefined],
    ["qwen-plus", 0.5],
    ["deepseek-chat", 0.5],
    ["gpt-5.1", 0.5]
  ])("switches nothing on: %s", async (model, temperature) => {
    for (const ask of [() => chat(model, google), () => generate(model, hidden)]) {
      const sent = await sentBy(ask())
      const controls = ["thinking", "enable_thinking", "thinking_budget", "reasoning", "reasoning_effort"]
      expect(Object.keys(sent).filter((key) => controls.includes(key))).toEqual([])
      expect(sent["temperature"]).toBe(temperature)
    }
  })

  it.each(["gemini-2.5-flash", "gemini-2.5-flash-lite"])("does not set a budget of Gemini's: %s", async (model) => {
    const { generationConfig } = await sentBy(chat(model, google))
    expect(generationConfig).toMatchObject({ thinkingConfig: { includeThoughts: false } })
    expect(JSON.stringify(generationConfig)).not.toContain("thinkingBudget")
  })

  it("is not streamed what a model thinks unasked", async () => {
    const messages = [{ role: "user" as const, content: question }]
    const wish = { model: "qwen3.5-plus", messages, stream: true as const, extra_body: google.extra_body }
    const stream = await new OpenAI({ baseURL: `${served.url}/v1`, apiKey: clientKey }).chat.completions.create(wish)
    const deltas: object[] = []
    for await (const { choices } of stream) deltas.push(...choices.map(({ delta }) => delta))
    expect(deltas.length).toBeGreaterThan(2)
    expect(deltas.filter((delta) => "reasoning_content" in delta)).toEqual([])
  })
})

describe("a hidden budget", () => {
  const thinkingConfig = { thinkingBudget: 4096, includeThoughts: false }

  it("stays what the client said: Qwen", async () => {
    expect(await sentBy(generate("qwen-plus", { thinkingConfig }))).toMatchObject({
      enable_thinking: true,
      thinking_budget: 4096
    })
  })

  it("stays hidden where the vendor hides: OpenRouter", async () => {
    expect(await sentBy(generate("anthropic/claude-sonnet-4.5", { thinkingConfig }))).toMatchObject({
      reasoning: { max_tokens: 4096, exclude: true }
    })
  })
})

describe("what a model does not have", () => {
  const refusal = async (path: string, body: Wish) => {
    const response = await fetch(served.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
      body: JSON.stringify(body)
    })
    return { status: response.status, body: JSON.stringify(await response.json()), calls: served.calls().length }
  }

  it.each(["gpt-4o", "qwen-plus", "deepseek-v4-pro"])("images in an answer are refused: %s", async (model) => {
    served.calls()
    const wish = {
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      generationConfig: { responseModalities: ["IMAGE"] }
    }
    const told = await refusal(`/v1beta/models/${model}:generateContent`, wish)
    expect(told).toMatchObject({ status: 400, calls: 0 })
    expect(told.body).toContain("responseModalities")
  })

  it("a budget below -1 is refused at its place", async () => {
    served.calls()
    const extra_body = { google: { thinking_config: { thinking_budget: -2 } } }
    const body = { model: "gemini-2.5-flash", messages: [{ role: "user", content: "hi" }], extra_body }
    const told = await refusal("/v1/chat/completions", body)
    expect(told).toMatchObject({ status: 400, calls: 0 })
    expect(told.body).toMatch(/extra_body\Wgoogle\Wthinking_config\Wthinking_budget/)
  })

  it("thinking is dropped with a note where a Claude model has none", async () => {
    const wish = { thinking: { type: "enabled", budget_tokens: 2000 } }
    const sent = await sentBy(message("claude-3-haiku", wish))
    expect(sent).not.toHaveProperty("thinking")
    expect(await notesOf({ model: "claude-3-haiku", max_tokens: 4000, ...wish }, "/v1/messages")).toEqual([
      "/thinking claude/thinking-missing"
    ])
  })
})
