import { createAnthropic } from "@ai-sdk/anthropic"
import { createGoogleGenerativeAI } from "@ai-sdk/google"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { embedMany, generateImage, generateText, type LanguageModel, Output, stepCountIs, streamText, tool } from "ai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { pixel, tides, tidesAnswer } from "../sdk/asked.ts"
import { clientKey, type Served } from "../sdk/gateway.ts"
import { serveCommand } from "./served.ts"

let served: Served
beforeAll(async () => void (served = await serveCommand()))
afterAll(() => served.close())

const apiKey = clientKey
const openai = () => createOpenAI({ baseURL: `${served.url}/v1`, apiKey })
const google = () => createGoogleGenerativeAI({ baseURL: `${served.url}/v1beta`, apiKey })

/** The providers of the AI SDK, each with the base URL that its users give. */
const providers: Readonly<Record<string, (model: string) => LanguageModel>> = {
  "openai, chat": (model) => openai().chat(model),
  "openai-compatible": (model) =>
    createOpenAICompatible({
      name: "gateway",
      baseURL: `${served.url}/v1`,
      apiKey,
      includeUsage: true,
      supportsStructuredOutputs: true
    })(model),
  anthropic: (model) => createAnthropic({ baseURL: `${served.url}/v1`, apiKey })(model),
  google: (model) => google()(model)
}

/** The sandbox counts a token for every four characters that begin, of a text or of a thought. */
const tokensOf = (text: string): number => Math.ceil(text.length / 4)

/** What the sandbox thinks of the tides, in so many steps. */
const thought = (steps: number): string =>
  [
    `The request is about “${tides}”. A short answer will do.`,
    ...Array.from({ length: steps - 2 }, (_, at) => `Step ${at + 3}: look at it once more.`)
  ].join(" ")

/** A model of each vendor: what its vendor counts of a prompt, and in how many steps it thinks where nobody says. */
const models = {
  "gpt-4o": { counted: `user${tides}`, steps: 0 },
  "claude-sonnet-4-5": { counted: `usertext${tides}`, steps: 0 },
  "gemini-2.5-flash": { counted: tides, steps: 4 },
  "gemini-3-pro-preview": { counted: tides, steps: 8 }
}

const cells = Object.entries(providers).flatMap(([name, make]) =>
  Object.entries(models).map(([id, { counted, steps }]) => {
    const output = tokensOf(tidesAnswer) + (steps === 0 ? 0 : tokensOf(thought(steps)))
    return [`${name}, ${id}`, { model: () => make(id), tokens: { input: tokensOf(counted), output } }] as const
  })
)

const tools = {
  get_weather: tool({
    description: "Current weather of a city",
    inputSchema: z.object({ city: z.string() }),
    execute: ({ city }) => Promise.resolve(`18 degrees in ${city}`)
  })
}

const asked = { maxOutputTokens: 4000, maxRetries: 0 }
const inTwoSteps = { ...asked, prompt: "What is the weather in Paris?", tools, stopWhen: stepCountIs(3) }

describe("the AI SDK", () => {
  it("has 16 pairs of a provider and a model", () => expect(cells).toHaveLength(16))
})

describe.each(cells)("the AI SDK, %s", (_, { model, tokens }) => {
  it("reads a text, why it ended, and what it cost", async () => {
    const { text, finishReason, usage } = await generateText({ ...asked, model: model(), prompt: tides })
    expect([text, finishReason]).toEqual([tidesAnswer, "stop"])
    expect([usage.inputTokens, usage.outputTokens]).toEqual([tokens.input, tokens.output])
  })

  it("reads the same of a stream, in pieces", async () => {
    const result = streamText({ ...asked, model: model(), prompt: tides })
    const pieces: string[] = []
    for await (const piece of result.textStream) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(5)
    expect([pieces.join(""), await result.finishReason]).toEqual([tidesAnswer, "stop"])
    const { inputTokens, outputTokens } = await result.usage
    expect([inputTokens, outputTokens]).toEqual([tokens.input, tokens.output])
  })

  it("answers a call, and gets an answer that rests on it", async () => {
    const { steps, text, finishReason } = await generateText({ ...inTwoSteps, model: model() })
    expect(steps.map((step) => step.finishReason)).toEqual(["tool-calls", "stop"])
    expect(steps[0]?.toolResults.map(({ input, output }) => [input, output])).toEqual([
      [{ city: "Paris" }, "18 degrees in Paris"]
    ])
    expect([text.includes("18 degrees in Paris"), finishReason]).toEqual([true, "stop"])
    expect(served.calls().filter(({ refusal }) => refusal !== null)).toEqual([])
  })

  it("does so in streams, too", async () => {
    const result = streamText({ ...inTwoSteps, model: model() })
    await result.consumeStream()
    const steps = await result.steps
    expect(steps.map((step) => [step.finishReason, step.toolResults.length])).toEqual([
      ["tool-calls", 1],
      ["stop", 0]
    ])
    expect(await result.text).toContain("18 degrees in Paris")
  })

  it("reads an object of a schema", async () => {
    const schema = z.object({ city: z.string(), degrees: z.number() })
    const output = Output.object({ schema })
    const prompt = "The weather in Paris is 18 degrees"
    const result = await generateText({ ...asked, model: model(), prompt, output })
    expect(result.output).toEqual({ city: "Paris", degrees: 18 })
  })

  it("shows a picture", async () => {
    const content = [
      { type: "text" as const, text: "What is this?" },
      { type: "file" as const, data: pixel, mediaType: "image/png" }
    ]
    const { text } = await generateText({ ...asked, model: model(), messages: [{ role: "user", content }] })
    expect(text).toBe(
      "I received 1 image. You wrote: “What is this?”. The sandbox answers the same request with the same words every time."
    )
  })
})

describe.each(Object.entries(providers))("the AI SDK, %s", (_, make) => {
  it.each(Object.keys(models))("hangs up on %s, and so does the gateway", async (id) => {
    served.calls()
    const leaving = new AbortController()
    const model = make(`${id}-slow`)
    const result = streamText({ ...asked, model, prompt: tides, abortSignal: leaving.signal })
    const kinds: string[] = []
    for await (const { type } of result.fullStream) {
      kinds.push(type)
      if (type === "text-delta") leaving.abort()
    }
    expect(kinds.at(-1)).toBe("abort")
    await served.calls()[0]?.left
  })
})

describe("the AI SDK, beside chat", () => {
  it("reads a picture that was drawn", async () => {
    const { images } = await generateImage({ model: openai().imageModel("gpt-image-1.5"), prompt: "a boat" })
    expect(
      images.map(({ mediaType, uint8Array }) => [mediaType, Buffer.from(uint8Array).toString("latin1", 1, 4)])
    ).toEqual([["image/png", "PNG"]])
  })

  it.each([
    ["openai", () => openai().embeddingModel("text-embedding-3-small"), 1536],
    ["google", () => google().embeddingModel("gemini-embedding-001"), 3072]
  ] as const)("reads embeddings: %s", async (_, model, size) => {
    const { embeddings } = await embedMany({ model: model(), values: ["a boat", "the tide"] })
    expect(embeddings.map((vector) => vector.length)).toEqual([size, size])
    expect(embeddings[0]).not.toEqual(embeddings[1])
  })
})
