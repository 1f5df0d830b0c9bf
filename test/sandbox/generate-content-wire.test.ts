import {
  BlockedReason,
  FunctionCallingConfigMode,
  HarmBlockThreshold,
  HarmCategory,
  Modality,
  ThinkingLevel,
  Type
} from "@google/genai"
import { describe, expect, it } from "vitest"
import { make } from "../../src/sandbox.ts"
import { messages } from "../../src/sandbox/google/wire.ts"
import type { Kind, Members, MessageName } from "../../src/sandbox/google/wire.ts"
import { post } from "./clients.ts"

const sandbox = make({ pace: 0, key: "sandbox" })
const key = { "x-goog-api-key": "sandbox" }
const hello = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] }
const flash = "/v1beta/models/gemini-2.5-flash"

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  sandbox.fetch(new Request(`http://sandbox.test${path}`, { headers }))

describe("a stream on the wire", () => {
  it("is events without names and without an end mark, each with its usage", async () => {
    const response = await post(sandbox, `${flash}:streamGenerateContent?alt=sse`, hello, key)
    const text = await response.text()
    const events = text.split("\r\n\r\n")
    expect(response.headers.get("content-type")).toBe("text/event-stream")
    expect(events.pop()).toBe("")
    expect(events.filter((event) => !event.startsWith('data: {"candidates":[{"content":'))).toEqual([])
    expect(events.filter((event) => !event.includes('"usageMetadata":{"promptTokenCount":2,'))).toEqual([])
  })

  it("is one JSON array without alt=sse", async () => {
    const response = await post(sandbox, `${flash}:streamGenerateContent`, hello, key)
    const list: unknown = await response.json()
    expect(response.headers.get("content-type")).toBe("application/json; charset=UTF-8")
    expect(Array.isArray(list) && list.length).toBeGreaterThan(3)
    expect(list).toMatchObject([
      { candidates: [{ index: 0 }] },
      ...Array.from({ length: Number(Array.isArray(list) && list.length) - 1 }, () => ({}))
    ])
  })

  it("ends an array with its error", async () => {
    const response = await post(sandbox, `${flash}-error-mid:streamGenerateContent`, hello, key)
    const list: unknown = await response.json()
    expect(Array.isArray(list) && list.at(-1)).toMatchObject({ error: { code: 503, status: "UNAVAILABLE" } })
  })

  it("leaves a cut array open", async () => {
    const response = await post(sandbox, `${flash}-cut:streamGenerateContent`, hello, key)
    expect(await response.text()).toMatch(/^\[\{.*\}$/s)
  })
})

describe("a request on the wire", () => {
  it("is read in snake case", async () => {
    const body = {
      contents: hello.contents,
      system_instruction: { parts: [{ text: "Be brief" }] },
      generation_config: { thinking_config: { include_thoughts: true, thinking_budget: "512" }, max_output_tokens: 5 }
    }
    const response = await post(sandbox, `${flash}:generateContent`, body, key)
    expect(await response.json()).toMatchObject({
      candidates: [{ content: { parts: [{ thought: true }] }, finishReason: "MAX_TOKENS" }]
    })
  })

  it("keeps the names in arguments and schemas as they are", async () => {
    const parameters = { type: "OBJECT", properties: { city_name: { type: "STRING" } }, required: ["city_name"] }
    const body = {
      contents: [{ parts: [{ text: "get_weather in Paris" }] }],
      tools: [{ function_declarations: [{ name: "get_weather", parameters }] }]
    }
    const response = await post(sandbox, `${flash}:generateContent`, body, key)
    expect(await response.text()).toContain('"args":{"city_name":"Paris"}')
  })

  it("counts a whole request to generate, tools and system instruction too", async () => {
    const count = async (body: unknown): Promise<unknown> =>
      (await post(sandbox, `${flash}:countTokens`, body, key)).json()
    const request = { model: "models/gemini-2.5-flash", ...hello, systemInstruction: { parts: [{ text: "12345678" }] } }
    expect(await count(hello)).toEqual({ totalTokens: 2, promptTokensDetails: [{ modality: "TEXT", tokenCount: 2 }] })
    expect(await count({ generateContentRequest: request })).toMatchObject({ totalTokens: 4 })
  })

  it.each([
    ["a header", `${flash}:generateContent`, key],
    ["the query", `${flash}:generateContent?key=sandbox`, {}],
    ["a bearer token", `${flash}:generateContent`, { authorization: "Bearer sandbox" }],
    ["an encoded colon", `${flash}%3AgenerateContent`, key],
    ["the other version", "/v1/models/gemini-2.5-flash:generateContent", key]
  ])("is taken with %s", async (_, path, headers) => {
    expect((await post(sandbox, path, hello, headers)).status).toBe(200)
  })
})

describe("models", () => {
  it.each([
    ["/v1beta/models", key],
    ["/v1beta/models?key=sandbox", {}],
    ["/v1beta/models", { authorization: "Bearer sandbox", "anthropic-version": "2023-06-01" }],
    ["/v1/models", key],
    ["/v1/models?key=sandbox", {}]
  ])("are listed in the vendor's words at %s with %j", async (path, headers) => {
    expect(await (await get(path, headers)).json()).toMatchObject({ models: expect.any(Array) })
  })

  it("are listed in OpenAI's words for a bearer token, in Anthropic's for its version", async () => {
    const bearer = { authorization: "Bearer sandbox" }
    const version = { "anthropic-version": "2023-06-01" }
    expect(await (await get("/v1/models", bearer)).json()).toMatchObject({ object: "list" })
    expect(await (await get("/v1/models", { ...bearer, ...version })).json()).toMatchObject({ has_more: true })
    expect(await (await get("/v1/models", { ...key, "x-api-key": "sandbox", ...version })).json()).toHaveProperty(
      "has_more"
    )
  })

  it("come in pages", async () => {
    const page = async (size: number, from: number): Promise<{ readonly models: readonly unknown[] }> =>
      JSON.parse(await (await get(`/v1beta/models?pageSize=${size}&pageToken=${from}`, key)).text())
    const { models: all } = await page(1000, 0)
    const most = all.length - 3
    const [first, second] = [await page(most, 0), await page(most, most)]
    expect(first).toEqual({ models: all.slice(0, most), nextPageToken: String(most) })
    expect(second).toEqual({ models: all.slice(most) })
  })

  it("are not given to strangers, and not invented", async () => {
    expect((await get("/v1beta/models")).status).toBe(403)
    expect((await get("/v1beta/models/gpt-4o", key)).status).toBe(404)
    expect((await get("/v1beta/models/%zz", key)).status).toBe(404)
  })
})

it.each([
  ["GET", `${flash}:generateContent`, 405, "UNIMPLEMENTED"],
  ["POST", `${flash}:tuneModel`, 404, "NOT_FOUND"],
  ["GET", "/v1beta/nothing", 404, "NOT_FOUND"]
])("answers %s %s with %i in the vendor's words", async (method, path, code, status) => {
  const response = await sandbox.fetch(new Request(`http://sandbox.test${path}`, { method, headers: key }))
  expect(response.status).toBe(code)
  expect(await response.json()).toMatchObject({ error: { code, status } })
})

describe("the SDK's words", () => {
  const wordsOf = (message: MessageName, member: string): readonly string[] => {
    const members: Members = messages[message]
    const kind: Kind | undefined = members[member]
    const held = kind?.kind === "list" ? kind.of : kind
    return held?.kind === "enum" ? [...held.values] : []
  }

  it.each([
    ["SafetySetting", "category", HarmCategory],
    ["SafetySetting", "threshold", HarmBlockThreshold],
    ["ThinkingConfig", "thinkingLevel", ThinkingLevel],
    ["FunctionCallingConfig", "mode", FunctionCallingConfigMode],
    ["GenerationConfig", "responseModalities", Modality],
    ["Schema", "type", Type]
  ] as const)("are those of %s.%s", (message, member, words) => {
    expect(new Set(wordsOf(message, member))).toEqual(new Set<string>(Object.values(words)))
  })

  it.each(Object.values(BlockedReason).filter((reason) => !reason.endsWith("UNSPECIFIED")))(
    "hold the block reason %s",
    async (reason) => {
      const body = { contents: [{ parts: [{ text: `[block ${reason}]` }] }] }
      const response = await post(sandbox, `${flash}:generateContent`, body, key)
      expect(await response.json()).toMatchObject({ promptFeedback: { blockReason: reason } })
    }
  )
})
