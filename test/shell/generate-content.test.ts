import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clientKey, type Served, serveSandbox, type UpstreamCall, upstreamKey } from "../sdk/gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const contents = [{ role: "user", parts: [{ text: "Hello" }] }]
const native = { "x-goog-api-key": clientKey }
const bearer = { authorization: `Bearer ${clientKey}` }

const post = async (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = native
): Promise<{ status: number; headers: Headers; text: string }> => {
  const response = await fetch(served.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body)
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** What the upstream was sent by one request. */
const sent = async (
  path: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>
): Promise<UpstreamCall & { readonly answer: string; readonly notes: string | null }> => {
  served.calls()
  const { status, text, headers: answered } = await post(path, body, headers)
  const [call, ...more] = served.calls()
  if (call === undefined || more.length > 0) throw new Error(`${status}: ${text}`)
  return { ...call, answer: text, notes: answered.get("x-isogloss-notes") }
}

const configOf = ({ body }: UpstreamCall): unknown =>
  typeof body === "object" && body !== null && "generationConfig" in body ? body.generationConfig : undefined

describe("the paths of the content-style API", () => {
  it.each([
    ["/v1beta/models/gemini-2.5-flash:generateContent", "/v1beta/models/gemini-2.5-flash:generateContent"],
    ["/v1/models/gemini-2.5-flash:generateContent", "/v1beta/models/gemini-2.5-flash:generateContent"],
    ["/v1beta/models/gemini-2.5-flash%3AgenerateContent", "/v1beta/models/gemini-2.5-flash:generateContent"],
    ["/v1beta/models/gemini-2.5-flash:streamGenerateContent", "/v1beta/models/gemini-2.5-flash:streamGenerateContent"],
    ["/v1beta/models/gpt-4o-mini:generateContent", "/v1/chat/completions"],
    ["/v1beta/models/claude-haiku-4-5:generateContent", "/v1/messages"]
  ])("%s goes to %s", async (path, upstream) => {
    expect((await sent(path, { contents })).path).toBe(upstream)
  })

  it.each([
    ["vendor/name", "vendor/name"],
    ["vendor%2Fname", "vendor/name"],
    ["ft:base:org", "ft:base:org"],
    ["ft%3Abase%3Aorg", "ft:base:org"]
  ])("finds the model id in %s", async (id, model) => {
    const { status, text } = await post(`/v1beta/models/${id}:generateContent`, { contents })
    expect([status, JSON.parse(text)]).toMatchObject([
      404,
      { error: { code: 404, status: "NOT_FOUND", message: expect.stringContaining(`\`${model}\``) } }
    ])
  })

  it("sends its own key, and none of the client's", async () => {
    const { headers } = await sent("/v1beta/models/gemini-2.5-flash:generateContent", { contents })
    expect(headers.filter(([name]) => name === "x-goog-api-key")).toEqual([["x-goog-api-key", upstreamKey]])
    expect(JSON.stringify(headers)).not.toContain(clientKey)
  })

  it.each([
    ["/v1beta/models/gemini-2.5-flash:foo", 404, "NOT_FOUND"],
    ["/v1/models/gemini-2.5-flash:foo", 404, "NOT_FOUND"],
    ["/v1beta/foo", 404, "NOT_FOUND"]
  ])("%s is unknown in Google's words", async (path, code, word) => {
    const { status, text } = await post(path, { contents })
    expect([status, JSON.parse(text)]).toMatchObject([code, { error: { code, status: word } }])
  })

  it("takes POST alone", async () => {
    const response = await fetch(`${served.url}/v1beta/models/gemini-2.5-flash:generateContent`, { headers: native })
    expect([response.status, await response.json()]).toMatchObject([
      405,
      { error: { code: 405, status: "UNIMPLEMENTED" } }
    ])
  })
})

describe("the keys of the content-style API", () => {
  const path = "/v1beta/models/gemini-2.5-flash:generateContent"

  it.each([
    ["a header of its own", "", native],
    ["a Bearer token", "", bearer],
    ["the query", `?key=${clientKey}`, {}],
    ["two carriers of one key", `?key=${clientKey}`, native]
  ])("are taken in %s", async (_, query, headers) => {
    expect((await post(path + query, { contents }, headers)).status).toBe(200)
  })

  it.each([
    ["none", "", {}],
    ["a wrong one", "?key=wrong", {}],
    ["two wrong ones", "?key=wrong", { "x-goog-api-key": "wrong, too" }],
    ["one in a header of another API", "", { "x-api-key": clientKey }]
  ])("are refused: %s", async (_, query, headers) => {
    const { status, text } = await post(path + query, { contents }, headers)
    expect([status, JSON.parse(text)]).toMatchObject([401, { error: { code: 401, status: "UNAUTHENTICATED" } }])
  })
})

describe("bytes of the same format", () => {
  const odd =
    '\n{ "generation_config":{"t\\u0065mperature":0,"topP" : 0,"seed":0},"unknown":{"b":1.0,"a":[ ]},\n' +
    '"contents":[{"role":"user", "parts" : [{"text":"h\\u00e9 \\ud83d\\ude00 \\/"}]}]}\r\n'

  it("pass as they came", async () => {
    expect((await sent("/v1beta/models/gemini-2.5-flash:generateContent", odd)).text).toBe(odd)
  })

  it("pass with nothing changed but what the suffix of the id says", async () => {
    const { text, path } = await sent("/v1beta/models/gemini-2.5-flash-thinking-100:generateContent", odd)
    expect(path).toBe("/v1beta/models/gemini-2.5-flash:generateContent")
    expect(text).toBe(
      odd.replace('"seed":0}', '"seed":0,"thinkingConfig":{"thinkingBudget":100,"includeThoughts":true}}')
    )
  })

  it("pass with the search under its real name", async () => {
    const body = `{"contents":${JSON.stringify(contents)}, "tools":[ {"webSearch":{}} ]}`
    const { text } = await sent("/v1beta/models/gemini-2.5-flash:generateContent", body)
    expect(text).toBe(body.replace("webSearch", "googleSearch"))
  })
})

describe("how streams are framed", () => {
  const path = "/v1beta/models/gemini-2.5-flash:streamGenerateContent"

  it.each(["gemini-2.5-flash", "gpt-4o-mini", "claude-haiku-4-5"])("as events with alt=sse: %s", async (model) => {
    const { headers, text } = await post(`/v1beta/models/${model}:streamGenerateContent?alt=sse`, { contents })
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/)
    const events = text.split(/\r?\n\r?\n/).filter((event) => event !== "")
    expect(events.filter((event) => !event.startsWith("data: {"))).toEqual([])
    expect(text).toMatch(/\n\r?\n$/)
    expect(text).not.toContain("[DONE]")
    expect(JSON.parse(events.at(-1)?.slice(6) ?? "")).toMatchObject({ candidates: [{ finishReason: "STOP" }] })
  })

  it.each(["gemini-2.5-flash", "gpt-4o-mini", "claude-haiku-4-5"])("as a JSON array without it: %s", async (model) => {
    const { headers, text } = await post(`/v1beta/models/${model}:streamGenerateContent`, { contents })
    expect(headers.get("content-type")).toMatch(/^application\/json/)
    const items: unknown = JSON.parse(text)
    expect(items).toBeInstanceOf(Array)
    expect(Array.isArray(items) ? items.at(-1) : undefined).toMatchObject({ candidates: [{ finishReason: "STOP" }] })
  })

  it.each(["gemini-2.5-flash-error-mid", "gpt-4o-mini-error-mid", "claude-haiku-4-5-error-mid"])(
    "an error in the middle is the last that is said: %s",
    async (model) => {
      const { text: events } = await post(`/v1beta/models/${model}:streamGenerateContent?alt=sse`, { contents })
      const last =
        events
          .trimEnd()
          .split(/\r?\n\r?\n/)
          .at(-1) ?? ""
      expect(last).toMatch(/^data: \{\s*"error":/)
      const { text: array } = await post(`/v1beta/models/${model}:streamGenerateContent`, { contents })
      const items: unknown = JSON.parse(array)
      expect(Array.isArray(items) ? items.at(-1) : undefined).toMatchObject({ error: { code: expect.any(Number) } })
    }
  )

  it("has no error in an answer of its own status", async () => {
    const { status, text } = await post(`${path.replace("flash", "flash-error-429")}?alt=sse`, { contents })
    expect([status, JSON.parse(text)]).toMatchObject([429, { error: { code: 429, status: "RESOURCE_EXHAUSTED" } }])
  })
})

describe("bad input, in Google's words", () => {
  const path = "/v1beta/models/gemini-2.5-flash:generateContent"

  it.each([
    ["no contents", {}, "contents"],
    ["empty contents", { contents: [] }, "contents"],
    ["no JSON", "{", "JSON"],
    ["a temperature of 2.1", { contents, generationConfig: { temperature: 2.1 } }, "temperature"]
  ])("%s", async (_, body, said) => {
    served.calls()
    const { status, text } = await post(path, body)
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { error: { code: 400, status: "INVALID_ARGUMENT", message: expect.stringContaining(said) } }
    ])
    expect(served.calls()).toEqual([])
  })
})

describe("chat completions with Gemini models", () => {
  const path = "/v1/chat/completions"
  const messages = [{ role: "user", content: "Hello" }]
  const chat = (body: object) => sent(path, { messages, ...body }, bearer)

  it.each([
    ["gemini-2.5-flash-thinking", { reasoning_effort: "low" }, { thinkingBudget: 4915, includeThoughts: true }],
    ["gemini-2.5-flash-thinking", { reasoning_effort: "medium" }, { thinkingBudget: 12_288, includeThoughts: true }],
    ["gemini-2.5-flash-thinking", { reasoning_effort: "high" }, { thinkingBudget: 19_661, includeThoughts: true }],
    ["gemini-2.5-flash-thinking", {}, { thinkingBudget: -1, includeThoughts: true }],
    [
      "gemini-2.5-flash-thinking-2048",
      { extra_body: { google: { thinking_config: { thinking_budget: 64, include_thoughts: false } } } },
      { thinkingBudget: 64, includeThoughts: false }
    ],
    [
      "gemini-2.5-flash-nothinking",
      { extra_body: { native: { thinking_config: { thinking_budget: 64 } } } },
      { thinkingBudget: 0 }
    ],
    ["gemini-2.5-pro-nothinking", {}, { thinkingBudget: 128 }],
    [
      "gemini-3-pro-preview",
      { generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } } },
      { thinkingLevel: "LOW", includeThoughts: true }
    ],
    ["gemini-3-pro-preview", { reasoning_effort: "medium" }, { thinkingLevel: "HIGH", includeThoughts: true }]
  ])("%s with %j thinks so", async (model, more, thinkingConfig) => {
    const call = await chat({ model, ...more })
    expect([call.path, configOf(call)]).toEqual([
      `/v1beta/models/${model.replace(/-(no)?thinking.*/, "")}:generateContent`,
      { thinkingConfig }
    ])
  })

  it("lets the model decide where the output has a limit, and says that the effort is ignored", async () => {
    const call = await chat({ model: "gemini-2.5-flash-thinking", reasoning_effort: "low", max_tokens: 3000 })
    expect(configOf(call)).toEqual({
      maxOutputTokens: 3000,
      thinkingConfig: { thinkingBudget: -1, includeThoughts: true }
    })
    expect(call.notes).toContain("/reasoning_effort generate-content/thinking")
  })

  it("sends zeros as zeros", async () => {
    const call = await chat({ model: "gemini-2.5-flash", temperature: 0, top_p: 0, seed: 0 })
    expect(configOf(call)).toEqual({ temperature: 0, topP: 0, seed: 0 })
  })

  it("sends nothing for what was not said", async () => {
    expect(configOf(await chat({ model: "gemini-2.5-flash" }))).toBeUndefined()
  })

  it.each(["gpt-4o-mini", "gemini-2.5-flash", "claude-haiku-4-5"])(
    "refuses a temperature of 2.1: %s",
    async (model) => {
      served.calls()
      expect((await post(path, { model, messages, temperature: 2.1 }, bearer)).status).toBe(400)
      expect(served.calls()).toEqual([])
    }
  )

  it("brings a temperature of 1.5 to what Claude takes, with a note", async () => {
    const { body, notes } = await chat({ model: "claude-haiku-4-5", temperature: 1.5 })
    expect(body).toMatchObject({ temperature: 1 })
    expect(notes).toContain("clamped /temperature")
  })

  it.each([
    ["a function", { tools: [{ type: "function", function: { name: "webSearch" } }] }],
    ["a field of its own", { extra_body: { native: { tools: [{ webSearch: {} }] } } }]
  ])("searches by %s", async (_, more) => {
    const { body, answer } = await chat({ model: "gemini-2.5-flash", ...more })
    expect(body).toMatchObject({ tools: [{ googleSearch: {} }] })
    expect(JSON.parse(answer)).toMatchObject({
      choices: [{ message: { annotations: [{ type: "url_citation" }, { type: "url_citation" }] } }]
    })
  })

  it("leaves a function of that name alone elsewhere", async () => {
    const { body } = await chat({
      model: "gpt-4o-mini",
      tools: [{ type: "function", function: { name: "webSearch" } }]
    })
    expect(body).toMatchObject({ tools: [{ type: "function", function: { name: "webSearch" } }] })
  })

  it("names the model that was sent", async () => {
    const { answer } = await chat({ model: "gemini-2.5-flash-thinking" })
    expect(JSON.parse(answer)).toMatchObject({ model: "gemini-2.5-flash" })
  })
})
