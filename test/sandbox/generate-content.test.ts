import { Type } from "@google/genai"
import type { GenerateContentParameters, Part } from "@google/genai"
import { describe, expect, it } from "vitest"
import { folded, majors, onSocket, partsOf } from "./gemini.ts"

type Params = GenerateContentParameters

const hello: Params = { model: "gemini-2.5-flash", contents: "Tell me about the tides 🌊 at Dover" }
const newest: Params = { ...hello, model: "gemini-3-pro-preview" }
const said =
  "You wrote: “Tell me about the tides 🌊 at Dover”. The sandbox answers the same request with the same words every time."

const city = { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ["city"] }
const tools = [
  {
    functionDeclarations: [
      { name: "get_weather", description: "Current weather of a city", parameters: city },
      { name: "get_time", description: "Local time of a city", parametersJsonSchema: { type: "object" } }
    ]
  }
]
const asks = "What is the weather in Paris and the time in Tokyo?"
const withTools: Params = { ...hello, contents: asks, config: { tools } }
const newestTools: Params = { ...newest, contents: asks, config: { tools } }

const config = (more: Params["config"], params = hello): Params => ({
  ...params,
  config: { ...params.config, ...more }
})

const streamed: Record<string, Params> = {
  text: hello,
  thoughts: config({ thinkingConfig: { includeThoughts: true } }),
  "parallel calls without ids": withTools,
  "parallel calls with ids": config({ thinkingConfig: { includeThoughts: true } }, newestTools),
  "a signed text": newest,
  "a signed text before 3": { ...withTools, contents: "Hello" },
  search: config({ tools: [{ googleSearch: {} }] }),
  code: config({ tools: [{ codeExecution: {} }] }),
  "a stop sequence": config({ stopSequences: ["Dover"] }),
  "a token limit": config({ maxOutputTokens: 40 }),
  "the filter": { ...hello, model: "gemini-2.5-flash-filtered" }
}

const sandbox = onSocket()

describe.each(majors)("generateContent through the SDK, major %s", (_, at) => {
  const client = () => at(sandbox.url())

  it("answers about what the user wrote", async () => {
    const response = await client().generate(hello)
    expect([response.text, response.candidates?.[0]?.finishReason]).toEqual([said, "STOP"])
  })

  it.each(Object.entries(streamed))("streams what it answers whole: %s", async (_name, params) => {
    const whole = await client().generate(params)
    const chunks = await client().stream(params)
    const last = chunks.at(-1)
    expect(folded(chunks)).toEqual(partsOf(whole))
    expect(last?.usageMetadata).toEqual(whole.usageMetadata)
    expect({ ...last?.candidates?.[0], content: null }).toEqual({ ...whole.candidates?.[0], content: null })
    expect([last?.responseId, last?.modelVersion]).toEqual([whole.responseId, whole.modelVersion])
  })

  it("streams candidates in turn, each with its index and its end", async () => {
    const chunks = await client().stream(config({ candidateCount: 2 }))
    const seen = chunks.map(({ candidates }) => candidates?.[0]?.index)
    const ended = chunks.filter(({ candidates }) => candidates?.[0]?.finishReason !== undefined)
    expect(seen.slice(0, 4)).toEqual([0, 1, 0, 1])
    expect(ended.map(({ candidates }) => candidates?.[0]?.index)).toEqual([0, 1])
  })

  it.each(["gemini-2.5-flash", "gemini-3-pro-preview"])("takes a streamed chat's history back: %s", async (model) => {
    const { text, contents } = await client().chat(model, "Hello there", "Tell me about the tides")
    expect(text).toContain("Tell me about the tides")
    expect(contents).toBeGreaterThan(3)
  })

  it("takes streamed calls back as the SDK keeps them, a content a chunk", async () => {
    const chunks = await client().stream(newestTools)
    const said = chunks.flatMap(({ candidates }) => candidates?.[0]?.content ?? [])
    const responses = said
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionCall: { id = "", name = "" } = {} }) =>
        name === "" ? [] : [{ functionResponse: { id, name, response: { result: "18 degrees" } } }]
      )
    const contents = [{ role: "user", parts: [{ text: asks }] }, ...said, { role: "user", parts: responses }]
    const response = await client().generate({ ...newestTools, contents })
    expect(response.text).toContain("get_weather answered: 18 degrees. get_time answered: 18 degrees.")
  })

  it("counts before as it charges after", async () => {
    const { usageMetadata } = await client().generate(hello)
    expect(await client().count(hello)).toBe(usageMetadata?.promptTokenCount)
  })

  it("lists its models page by page", async () => {
    const names = await client().list()
    expect(names).toEqual(expect.arrayContaining(["models/gemini-2.5-flash", "models/gemini-3-pro-preview-slow"]))
    expect(new Set(names).size).toBe(204)
  })

  it("finds one model", async () => {
    expect(await client().get("gemini-2.5-pro")).toMatchObject({
      name: "models/gemini-2.5-pro",
      outputTokenLimit: 65_536
    })
  })

  it.each([
    ["gemini-2.5-flash-error-429", 429, "RESOURCE_EXHAUSTED"],
    ["gemini-2.5-flash-error-500", 500, "INTERNAL"],
    ["gemini-2.5-flash-error-529", 503, "UNAVAILABLE"],
    ["gemini-2.5-flash-overloaded", 503, "UNAVAILABLE"],
    ["gemini-2.5-flash-error-mid", 503, "UNAVAILABLE"],
    ["gemini-1.0", 404, "NOT_FOUND"]
  ])("fails as %s", async (model, status, code) => {
    const failed = client().generate({ ...hello, model })
    await expect(failed).rejects.toMatchObject({ name: "ApiError", status, message: expect.stringContaining(code) })
  })

  it("fails in the middle of a stream", async () => {
    const failed = client().stream({ ...hello, model: "gemini-2.5-flash-error-mid" })
    await expect(failed).rejects.toMatchObject({ name: "ApiError", status: 503 })
  })

  it("ends a stream that is cut without a finish reason", async () => {
    const chunks = await client().stream({ ...hello, model: "gemini-2.5-flash-cut" })
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.map(({ candidates }) => candidates?.[0]?.finishReason).filter((reason) => reason)).toEqual([])
  })

  it("keeps a slow answer back until the client leaves", async () => {
    const abortSignal = AbortSignal.timeout(20)
    const failed = client().generate({ ...hello, model: "gemini-2.5-flash-slow", config: { abortSignal } })
    await expect(failed).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) })
    expect(abortSignal.aborted).toBe(true)
  })

  it("breaks off a whole answer", async () => {
    await expect(client().generate({ ...hello, model: "gemini-2.5-flash-cut" })).rejects.toThrow(/JSON/)
  })

  it("is the SDK's error for another key", async () => {
    const failed = at(sandbox.url(), "other").generate(hello)
    await expect(failed).rejects.toMatchObject({ status: 400, message: expect.stringContaining("API_KEY_INVALID") })
  })
})

const [, at] = majors[0] ?? []
const client = () => {
  if (at === undefined) throw new Error("no SDK")
  return at(sandbox.url())
}

describe("thinking", () => {
  const thoughts = async (params: Params): Promise<number | undefined> =>
    (await client().generate(params)).usageMetadata?.thoughtsTokenCount

  it("is counted, and shown only where the client asks for it", async () => {
    const hidden = await client().generate(hello)
    const shown = await client().generate(config({ thinkingConfig: { includeThoughts: true } }))
    expect(partsOf(hidden)).toEqual([{ text: said }])
    expect(partsOf(shown)[0]).toMatchObject({ thought: true, text: expect.stringContaining("the tides") })
    expect(hidden.usageMetadata?.thoughtsTokenCount).toBe(shown.usageMetadata?.thoughtsTokenCount)
  })

  it("is kept back where the model's id says so, and counted", async () => {
    const thinkingConfig = { includeThoughts: true }
    const response = await client().generate({ ...config({ thinkingConfig }), model: "gemini-2.5-flash-redacted" })
    expect(partsOf(response)).toEqual([{ text: said }])
    expect(response.usageMetadata?.thoughtsTokenCount).toBeGreaterThan(0)
  })

  it("is longer for a larger budget", async () => {
    const [low = 0, free = 0, high = 0] = await Promise.all(
      [512, -1, 20_000].map((thinkingBudget) => thoughts(config({ thinkingConfig: { thinkingBudget } })))
    )
    expect(low).toBeLessThan(free)
    expect(free).toBeLessThan(high)
  })

  it("is off for a budget of 0 on flash", async () => {
    expect(await thoughts(config({ thinkingConfig: { thinkingBudget: 0 } }))).toBeUndefined()
  })

  it("takes levels on 3, in either case", async () => {
    const at3 = (thinkingLevel: string) =>
      thoughts(config({ thinkingConfig: { thinkingLevel: thinkingLevel as never } }, newest))
    const [low = 0, high = 0, own] = await Promise.all([at3("low"), at3("HIGH"), thoughts(newest)])
    expect(low).toBeLessThan(high)
    expect(own).toBe(high)
  })

  it("takes part in the token limit", async () => {
    const response = await client().generate(config({ maxOutputTokens: 10 }))
    expect(response.candidates?.[0]).toMatchObject({ finishReason: "MAX_TOKENS", content: { role: "model" } })
    expect(response.usageMetadata).toMatchObject({ thoughtsTokenCount: 10 })
    expect(response.text).toBeUndefined()
  })
})

describe("calls", () => {
  const calls = async (params: Params) =>
    partsOf(await client().generate(params)).filter(({ functionCall }) => functionCall)

  it("have no ids before 3", async () => {
    expect((await calls(withTools)).map(({ functionCall }) => functionCall)).toEqual([
      { name: "get_weather", args: { city: "Paris" } },
      { name: "get_time", args: {} }
    ])
  })

  it("have ids from 3 on, and only the first is signed", async () => {
    const [first, second] = await calls(newestTools)
    expect(first?.functionCall?.id).toMatch(/^\w{8}$/)
    expect(second?.functionCall?.id).not.toBe(first?.functionCall?.id)
    expect([typeof first?.thoughtSignature, typeof second?.thoughtSignature]).toEqual(["string", "undefined"])
  })

  it("sign the first part of an answer before 3", async () => {
    const parts = partsOf(await client().generate(withTools))
    expect(parts.map(({ thoughtSignature }) => thoughtSignature === undefined)).toEqual([false, true, true])
  })

  it.each([
    [{ mode: "NONE" }, []],
    [{ mode: "ANY", allowedFunctionNames: ["get_time"] }, ["get_time", "get_time"]],
    [{ mode: "AUTO" }, ["get_weather", "get_time"]]
  ])("obey %j", async (functionCallingConfig, names) => {
    const params = config({ toolConfig: { functionCallingConfig: functionCallingConfig as never } }, withTools)
    expect((await calls(params)).map(({ functionCall }) => functionCall?.name)).toEqual(names)
  })

  const second = (params: Params, parts: readonly Part[], answers: readonly Part[]): Params => ({
    ...params,
    contents: [
      { role: "user", parts: [{ text: asks }] },
      { role: "model", parts: [...parts] },
      { role: "user", parts: [...answers] }
    ]
  })
  const answersTo = (parts: readonly Part[]): readonly Part[] =>
    parts.flatMap(({ functionCall }) =>
      functionCall === undefined
        ? []
        : [{ functionResponse: { ...functionCall, args: undefined, response: { output: "18 degrees" } } }].map(
            ({ functionResponse: { id, name, response } }) => ({
              functionResponse: { ...(id === undefined ? {} : { id }), name: name ?? "", response }
            })
          )
    )

  it.each([
    ["2.5", withTools],
    ["3", newestTools]
  ])("are answered on the second turn, with their signatures, on %s", async (_name, params) => {
    const parts = partsOf(await client().generate(params))
    const response = await client().generate(second(params, parts, answersTo(parts)))
    expect(response.text).toBe(
      "get_weather answered: 18 degrees. get_time answered: 18 degrees. That is what the tools say."
    )
  })

  it("are taken from elsewhere with the vendor's bypass for a signature", async () => {
    const parts = [
      { functionCall: { name: "get_weather", args: {} }, thoughtSignature: "skip_thought_signature_validator" }
    ]
    const response = await client().generate(second(newestTools, parts, answersTo(parts)))
    expect(response.text).toContain("get_weather answered")
  })

  it("need no signature in turns that are over", async () => {
    const parts = [{ functionCall: { name: "get_weather", args: {} } }]
    const { contents, ...rest } = second(newestTools, parts, answersTo(parts))
    const over = [...(Array.isArray(contents) ? contents : []), { role: "model", parts: [{ text: "So." }] }]
    const response = await client().generate({
      ...rest,
      contents: [...over, { role: "user", parts: [{ text: "Hi" }] }] as Params["contents"]
    })
    expect(response.text).toContain("“Hi”")
  })
})

describe("search and code", () => {
  it("grounds its text in pages, at UTF-8 offsets", async () => {
    const response = await client().generate(config({ tools: [{ googleSearch: {} }] }))
    const grounding = response.candidates?.[0]?.groundingMetadata
    const bytes = new TextEncoder().encode(response.text)
    const cut = (from = 0, to = 0): string => new TextDecoder().decode(bytes.slice(from, to))
    const supports = grounding?.groundingSupports ?? []
    expect(supports.map(({ segment }) => cut(segment?.startIndex, segment?.endIndex))).toEqual([
      "There is a page called “Tell me about the tides 🌊 at Dover: overview”. ",
      "There is a page called “Tell me about the tides 🌊 at Dover: details”. "
    ])
    expect(supports.map(({ groundingChunkIndices }) => groundingChunkIndices)).toEqual([[0], [1]])
    expect(grounding?.groundingChunks?.map(({ web }) => web?.uri)).toEqual([
      expect.stringMatching(/^https:\/\/example\.com\/.*\/overview$/),
      expect.stringMatching(/^https:\/\/example\.com\/.*\/details$/)
    ])
    expect(response.usageMetadata?.toolUsePromptTokenCount).toBeGreaterThan(0)
  })

  it("names the part that it grounds", async () => {
    const thinkingConfig = { includeThoughts: true }
    const response = await client().generate(config({ tools: [{ googleSearch: {} }], thinkingConfig }))
    const supports = response.candidates?.[0]?.groundingMetadata?.groundingSupports ?? []
    expect(supports.map(({ segment }) => segment?.partIndex)).toEqual([1, 1])
  })

  it("shows the code that it ran", async () => {
    const response = await client().generate(config({ tools: [{ codeExecution: {} }] }))
    expect([response.executableCode, response.codeExecutionResult]).toEqual(["print(6 * 7)\n", "42\n"])
  })
})

describe("structured output", () => {
  const written = async (more: Params["config"]) => (await client().generate(config(more))).text ?? ""
  const json = { responseMimeType: "application/json" }

  it("obeys the vendor's schema and its ordering", async () => {
    const responseSchema = {
      type: Type.OBJECT,
      properties: {
        kind: { type: Type.STRING, enum: ["tide", "wave"] },
        heights: { type: Type.ARRAY, items: { type: Type.INTEGER, minimum: 3 }, minItems: "2" }
      },
      required: ["kind", "heights"],
      propertyOrdering: ["heights", "kind"]
    }
    expect(await written({ ...json, responseSchema })).toBe('{"heights":[3,3],"kind":"tide"}')
  })

  it("obeys a JSON schema with references", async () => {
    const responseJsonSchema = {
      type: "object",
      properties: { next: { $ref: "#/$defs/day" }, kind: { const: "tide" } },
      required: ["next", "kind"],
      $defs: { day: { type: "string", format: "date" } }
    }
    expect(JSON.parse(await written({ ...json, responseJsonSchema }))).toEqual({ next: "2026-01-02", kind: "tide" })
  })

  it("writes an object without a schema", async () => {
    expect(JSON.parse(await written(json))).toEqual({ answer: "Dover" })
  })

  it("writes one word of an enumeration, without quotes", async () => {
    const responseSchema = { type: Type.STRING, enum: ["ebb", "flow"] }
    expect(await written({ responseMimeType: "text/x.enum", responseSchema })).toBe("ebb")
  })
})

describe("blocks and endings", () => {
  it("blocks a prompt with no candidates", async () => {
    const response = await client().generate({ ...hello, model: "gemini-2.5-flash-refuse" })
    expect([response.candidates, response.promptFeedback?.blockReason]).toEqual([undefined, "SAFETY"])
    expect(response.usageMetadata?.totalTokenCount).toBe(response.usageMetadata?.promptTokenCount)
  })

  it("blocks a prompt for the reason that it names, in a stream too", async () => {
    const [chunk, ...more] = await client().stream({ ...hello, contents: "[block PROHIBITED_CONTENT]" })
    expect([chunk?.promptFeedback?.blockReason, more.length]).toEqual(["PROHIBITED_CONTENT", 0])
  })

  it("stops an unsafe answer half way", async () => {
    const response = await client().generate({ ...hello, model: "gemini-2.5-flash-filtered" })
    const [candidate] = response.candidates ?? []
    expect(candidate?.finishReason).toBe("SAFETY")
    expect(candidate?.safetyRatings?.filter(({ blocked }) => blocked)).toMatchObject([{ probability: "HIGH" }])
    expect(said.startsWith(response.text ?? "?")).toBe(true)
  })

  it.each([
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "OTHER",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MALFORMED_RESPONSE"
  ])("ends with %s and no content where the text asks for it", async (reason) => {
    const params = { ...hello, contents: `Please [finish ${reason}]` }
    const whole = await client().generate(params)
    expect(whole.candidates).toEqual([{ index: 0, finishReason: reason }])
    expect(whole.usageMetadata?.candidatesTokenCount).toBeUndefined()
    expect((await client().stream(params)).map(({ candidates }) => candidates)).toEqual([whole.candidates])
  })
})

describe("usage", () => {
  it("adds up", async () => {
    const { usageMetadata: usage } = await client().generate(config({ tools: [{ googleSearch: {} }] }))
    const { promptTokenCount = 0, candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage ?? {}
    const { toolUsePromptTokenCount = 0, totalTokenCount } = usage ?? {}
    expect(totalTokenCount).toBe(promptTokenCount + candidatesTokenCount + thoughtsTokenCount + toolUsePromptTokenCount)
  })

  it("grows from chunk to chunk", async () => {
    const chunks = await client().stream(hello)
    const counts = chunks.map(({ usageMetadata }) => usageMetadata?.candidatesTokenCount ?? 0)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    expect(counts[0]).toBeLessThan(counts.at(-1) ?? 0)
  })

  it("counts files by their kind", async () => {
    const data = "iVBORw0KGgo="
    const parts = [
      { inlineData: { mimeType: "image/png", data } },
      { fileData: { mimeType: "application/pdf", fileUri: "https://example.com/a.pdf" } },
      { text: "Look" }
    ]
    const response = await client().generate({ ...hello, contents: { role: "user", parts } })
    expect(response.text).toContain("1 image and 1 document")
    expect(response.usageMetadata?.promptTokensDetails).toEqual([
      { modality: "TEXT", tokenCount: expect.any(Number) },
      { modality: "IMAGE", tokenCount: 1000 },
      { modality: "DOCUMENT", tokenCount: 1000 }
    ])
  })

  it("counts what is cached: a long prefix by itself, and what the request names", async () => {
    const long = config({ systemInstruction: "x".repeat(8000) })
    const cached = async (params: Params) => (await client().generate(params)).usageMetadata?.cachedContentTokenCount
    expect([await cached(long), await cached(long)]).toEqual([undefined, 1920])
    expect(await cached(config({ cachedContent: "cachedContents/sandbox" }))).toBe(4096)
  })
})
