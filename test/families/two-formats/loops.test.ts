import { createServer } from "node:http"
import Anthropic from "@anthropic-ai/sdk"
import { type Content, type GenerateContentResponse, GoogleGenAI, type Part } from "@google/genai"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Credentials } from "../../../src/credentials/credentials.ts"
import { chatCompletions, generateContent, messages, responses, streamGenerateContent } from "../../../src/endpoints.ts"
import { responsesApi } from "../../../src/families/openai-compatible/responses.ts"
import * as Families from "../../../src/families/families.ts"
import * as OpenAIFamily from "../../../src/families/openai.ts"
import { Gateway } from "../../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../../src/hosts/node.ts"
import { layerUndici } from "../../../src/upstream/undici.ts"
import { closed, listen } from "../../faults/loopback.ts"
import { itemsOf, vendor } from "./vendor.ts"

const { server: vendorServer, asked } = vendor()
const closing: (() => Promise<unknown>)[] = [() => closed(vendorServer)]
let url = ""

beforeAll(async () => {
  const vendorUrl = `http://127.0.0.1:${await listen(vendorServer)}/v1`
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, generateContent, streamGenerateContent, responses).pipe(
      Layer.provide(
        Families.of(OpenAIFamily.chat({ key: "k", url: vendorUrl, also: responsesApi })).pipe(
          Layer.provide(layerUndici())
        )
      ),
      Layer.provide(Credentials.keys({ key: "one", name: "one" }))
    )
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  url = `http://127.0.0.1:${await listen(server)}`
  closing.unshift(
    () => closed(server),
    () => gateway.dispose({ grace: 0 })
  )
})

afterAll(async () => {
  for (const close of closing) await close()
})

beforeEach(() => void asked.splice(0))

const schema = { type: "object", properties: { at: { type: "integer" } }, required: ["at"] }
const paths = (): readonly string[] => asked.map(({ path }) => path)

/** The kinds and bytes of what the third turn was told of the model's own, in order. */
const history = (): readonly unknown[] =>
  asked
    .slice(2)
    .flatMap(({ body }) => itemsOf(body))
    .filter(({ type }) => type === "reasoning" || type === "function_call")
    .map(({ type, encrypted_content: bytes, call_id: call }) => [type, bytes ?? call])

const bothThoughts = [
  ["reasoning", "sealed-1"],
  ["function_call", "call_1"],
  ["reasoning", "sealed-2"],
  ["function_call", "call_2"]
]

const openai = () => new OpenAI({ apiKey: "one", baseURL: `${url}/v1`, maxRetries: 0 })

const chatLoop = async (stream: boolean): Promise<string | null | undefined> => {
  const said: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Look." }]
  const tools: OpenAI.ChatCompletionTool[] = [{ type: "function", function: { name: "look", parameters: schema } }]
  for (let turn = 0; turn < 5; turn++) {
    const asking = { model: "gpt-5.5", messages: said, tools, reasoning_effort: "high" as const }
    const completions = openai().chat.completions
    const answer = stream ? await completions.stream(asking).finalChatCompletion() : await completions.create(asking)
    const message = answer.choices[0]?.message
    if (message?.tool_calls === undefined || message.tool_calls.length === 0) return message?.content
    said.push(
      message,
      ...message.tool_calls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: "seen" }))
    )
  }
  return undefined
}

const messagesLoop = async (stream: boolean): Promise<string | undefined> => {
  const client = new Anthropic({ apiKey: "one", baseURL: url, maxRetries: 0 })
  const said: Anthropic.MessageParam[] = [{ role: "user", content: "Look." }]
  for (let turn = 0; turn < 5; turn++) {
    const asking = {
      model: "gpt-5.5",
      max_tokens: 9000,
      messages: said,
      thinking: { type: "enabled" as const, budget_tokens: 4000 },
      tools: [{ name: "look", input_schema: { ...schema, type: "object" as const } }]
    }
    const answer = stream ? await client.messages.stream(asking).finalMessage() : await client.messages.create(asking)
    const calls = answer.content.filter((block) => block.type === "tool_use")
    if (calls.length === 0) return answer.content.map((block) => (block.type === "text" ? block.text : "")).join("")
    said.push(
      { role: "assistant", content: answer.content },
      {
        role: "user",
        content: calls.map(({ id }) => ({ type: "tool_result" as const, tool_use_id: id, content: "seen" }))
      }
    )
  }
  return undefined
}

/** A content of a stream: what its pieces say, one behind the other. */
const contentOf = async (pieces: AsyncIterable<GenerateContentResponse>): Promise<Content> => {
  const parts: Part[] = []
  for await (const piece of pieces) parts.push(...(piece.candidates?.[0]?.content?.parts ?? []))
  return { role: "model", parts }
}

const contentsLoop = async (stream: boolean): Promise<string | undefined> => {
  const client = new GoogleGenAI({ apiKey: "one", httpOptions: { baseUrl: url } })
  const contents: Content[] = [{ role: "user", parts: [{ text: "Look." }] }]
  for (let turn = 0; turn < 5; turn++) {
    const asking = {
      model: "gpt-5.5",
      contents,
      config: {
        thinkingConfig: { includeThoughts: true },
        tools: [{ functionDeclarations: [{ name: "look", parametersJsonSchema: schema }] }]
      }
    }
    const { models } = client
    const content = stream
      ? await contentOf(await models.generateContentStream(asking))
      : (await models.generateContent(asking)).candidates?.[0]?.content
    const parts = content?.parts ?? []
    const call = parts.find(({ functionCall }) => functionCall !== undefined)?.functionCall
    if (call === undefined || content === undefined)
      return parts.map(({ text = "", thought = false }) => (thought ? "" : text)).join("")
    const response = { output: "seen" }
    contents.push(content, {
      role: "user",
      parts: [{ functionResponse: { id: call.id ?? "", name: "look", response } }]
    })
  }
  return undefined
}

describe("a model that takes functions beside thinking in the Responses format alone", () => {
  const loops = [
    ["a chat completions client", () => chatLoop(false)],
    ["a chat completions client's streams", () => chatLoop(true)],
    ["a messages client", () => messagesLoop(false)],
    ["a messages client's streams", () => messagesLoop(true)],
    ["a generateContent client", () => contentsLoop(false)],
    ["a generateContent client's streams", () => contentsLoop(true)]
  ] as const
  it.each(loops)("is called in it for %s, who comes to the end of three turns", async (_, loop) => {
    expect(await loop()).toBe("Fine.")
    expect(paths()).toEqual(["/v1/responses", "/v1/responses", "/v1/responses"])
  })

  it.each(loops)("gets the thoughts of both earlier turns back before their calls from %s", async (_, loop) => {
    await loop()
    expect(history()).toEqual(bothThoughts)
  })
})

describe("a request that a model takes in both formats", () => {
  it("passes as it came where its client speaks chat completions", async () => {
    const body = '{ "model": "gpt-5.5",  "messages": [ { "role": "user", "content": "Hi" } ] }'
    await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: "Bearer one", "content-type": "application/json" },
      body
    })
    expect(asked.map(({ path, text }) => [path, text])).toEqual([["/v1/chat/completions", body]])
  })

  it("passes as it came where its client speaks the Responses API", async () => {
    const body = '{ "model": "gpt-4o",  "input": "Hi", "store": false }'
    await fetch(`${url}/v1/responses`, {
      method: "POST",
      headers: { authorization: "Bearer one", "content-type": "application/json" },
      body
    })
    expect(asked.map(({ path, text }) => [path, text])).toEqual([["/v1/responses", body]])
  })

  it("goes out in chat completions for the clients of other formats", async () => {
    const client = new Anthropic({ apiKey: "one", baseURL: url, maxRetries: 0 })
    await client.messages.create({ model: "gpt-5.5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] })
    expect(paths()).toEqual(["/v1/chat/completions"])
  })

  it.each([
    ["functions beside no effort", { model: "gpt-5.5", reasoning_effort: "none" }],
    ["functions of a model that does not think unasked", { model: "gpt-5.4" }],
    ["functions of a model that takes both", { model: "gpt-5.2", reasoning_effort: "high" }]
  ] as const)("passes: %s", async (_, said) => {
    await openai().chat.completions.create({
      messages: [{ role: "user", content: "Hi" }],
      tools: [{ type: "function", function: { name: "look", parameters: schema } }],
      ...said
    })
    expect(paths()).toEqual(["/v1/chat/completions"])
  })
})

describe("a request that a model takes in no format", () => {
  const tools = [{ type: "function" as const, function: { name: "look", parameters: schema } }]
  const messages = [{ role: "user" as const, content: "Hi" }]
  it.each([
    ["of several answers", { n: 2 }],
    [
      "of speech",
      { modalities: ["text" as const, "audio" as const], audio: { voice: "alloy", format: "wav" as const } }
    ]
  ])("%s goes out in chat completions, where its model is told not to think", async (_, said) => {
    await openai().chat.completions.create({ model: "gpt-5.5", messages, tools, ...said })
    expect(asked.map(({ path, body }) => [path, body.reasoning_effort])).toEqual([["/v1/chat/completions", "none"]])
  })
})

describe("a request that a model takes in no format, whatever is changed of it", () => {
  const functions = [{ type: "function" as const, function: { name: "look", parameters: schema } }]
  const audio = { modalities: ["text" as const, "audio" as const], audio: { voice: "alloy", format: "wav" as const } }
  it.each([
    ["several answers beside functions of a model that always thinks", "gpt-6-astra", { n: 2, tools: functions }, "n"],
    ["speech beside functions of a model that always thinks", "gpt-6-astra", { ...audio, tools: functions }, "audio"],
    ["several answers of a model of the Responses API alone", "gpt-5-pro", { n: 2 }, "n"],
    ["speech of a model of the Responses API alone", "gpt-5.1-codex-max", audio, "audio"]
  ])("is refused by the member's name, with what to do: %s", async (_, model, said, param) => {
    const messages = [{ role: "user" as const, content: "Hi" }]
    await expect(openai().chat.completions.create({ model, messages, ...said })).rejects.toMatchObject({
      status: 400,
      param,
      message: expect.stringContaining("Ask for one answer, in text, or choose another model.")
    })
    expect(asked).toEqual([])
  })

  it("is refused by the name that its own client's format has for the member", async () => {
    const { models } = new GoogleGenAI({ apiKey: "one", httpOptions: { baseUrl: url } })
    const tools = [{ functionDeclarations: [{ name: "look", parametersJsonSchema: schema }] }]
    const config = { candidateCount: 2, tools }
    await expect(models.generateContent({ model: "gpt-6-astra", contents: "Hi", config })).rejects.toThrow(
      /candidateCount/
    )
    expect(asked).toEqual([])
  })
})

describe("a model that is not listed", () => {
  const [chat, responses] = ["/v1/chat/completions", "/v1/responses"]
  it.each([
    ["ft:gpt-5.4-2026-03-05:org::abc", { reasoning_effort: "high" }, responses],
    ["ft:gpt-5.4-2026-03-05:org::abc", {}, chat],
    ["ft:gpt-5.5:org:name:abc:ckpt-step-90", {}, responses],
    ["ft:gpt-5.5:org:name:abc", { reasoning_effort: "none" }, chat],
    ["ft:gpt-4.1-mini-2025-04-14:org::abc", { reasoning_effort: "high" }, chat],
    ["gpt-5.4-nova", { reasoning_effort: "low" }, responses],
    ["gpt-5.4-nova", {}, chat],
    ["gpt-5.7", {}, responses],
    ["gpt-6.1-sol", {}, responses],
    ["gpt-7-2027-01-01", { reasoning_effort: "high" }, responses],
    ["gpt-7", { reasoning_effort: "none" }, chat],
    ["gpt-5.3-chat-latest", { reasoning_effort: "high" }, chat],
    ["gpt-4.5-preview", {}, chat],
    ["gpt-oss-120b", {}, chat]
  ] as const)("is called as its base or its generation: functions of %s, %j", async (model, said, path) => {
    await openai().chat.completions.create({
      model,
      messages: [{ role: "user", content: "Hi" }],
      tools: [{ type: "function", function: { name: "look", parameters: schema } }],
      ...said
    })
    expect(paths()).toEqual([path])
  })

  it.each([
    "gpt-5-codex",
    "gpt-5.1-codex-max",
    "gpt-5.3-codex",
    "gpt-5-pro",
    "gpt-5.5-pro-2026-04-23",
    "o1-pro",
    "o3-pro-2025-06-10",
    "o3-deep-research",
    "o4-mini-deep-research-2025-06-26"
  ])("is called in the Responses format where its vendor has it in that alone: %s", async (model) => {
    await openai().chat.completions.create({ model, messages: [{ role: "user", content: "Hi" }] })
    expect(paths()).toEqual([responses])
  })

  it("passes as it came where it is called in its client's format, whatever it is", async () => {
    const body = '{ "model": "gpt-7",  "messages": [ { "role": "user", "content": "Hi" } ] }'
    const headers = { authorization: "Bearer one", "content-type": "application/json" }
    await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body })
    expect(asked.map(({ path, text }) => [path, text])).toEqual([[chat, body]])
  })
})

describe("functions of a model that thinks", () => {
  it.each([
    ["unasked", { model: "gpt-5.5" }],
    ["whatever it is told", { model: "gpt-6-astra", reasoning_effort: "none" }]
  ] as const)("%s go out in the Responses format", async (_, said) => {
    await openai().chat.completions.create({
      messages: [{ role: "user", content: "Hi" }],
      tools: [{ type: "function", function: { name: "look", parameters: schema } }],
      ...said
    })
    expect(paths()).toEqual(["/v1/responses"])
  })
})

describe("what goes wrong where a model is called in another format than its client's", () => {
  const asking = (text: string) => ({
    chat: {
      model: "gpt-5.5",
      messages: [{ role: "user" as const, content: text }],
      tools: [{ type: "function" as const, function: { name: "look", parameters: schema } }]
    },
    messages: {
      model: "gpt-5.5",
      max_tokens: 9000,
      messages: [{ role: "user" as const, content: text }],
      thinking: { type: "enabled" as const, budget_tokens: 4000 },
      tools: [{ name: "look", input_schema: { ...schema, type: "object" as const } }]
    },
    contents: {
      model: "gpt-5.5",
      contents: text,
      config: {
        thinkingConfig: { includeThoughts: true },
        tools: [{ functionDeclarations: [{ name: "look", parametersJsonSchema: schema }] }]
      }
    }
  })
  const anthropic = () => new Anthropic({ apiKey: "one", baseURL: url, maxRetries: 0 })
  const google = () => new GoogleGenAI({ apiKey: "one", httpOptions: { baseUrl: url } })

  it.each([
    ["chat completions", () => openai().chat.completions.create(asking("[long]").chat)],
    ["messages", () => anthropic().messages.create(asking("[long]").messages)],
    ["generateContent", () => google().models.generateContent(asking("[long]").contents)]
  ])("is told %s clients in the vendor's words", async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ status: 400, message: expect.stringContaining("Too long.") })
    expect(paths()).toEqual(["/v1/responses"])
  })

  it.each([
    ["chat completions", () => openai().chat.completions.stream(asking("[cut]").chat).finalChatCompletion()],
    ["messages", () => anthropic().messages.stream(asking("[cut]").messages).finalMessage()],
    ["generateContent", async () => contentOf(await google().models.generateContentStream(asking("[cut]").contents))]
  ])("is told the streams of %s clients, which end with an error", async (_, ask) => {
    await expect(ask()).rejects.toThrow()
    expect(paths()).toEqual(["/v1/responses"])
  })
})
