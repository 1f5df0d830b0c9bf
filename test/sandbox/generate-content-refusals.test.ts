import { describe, expect, it } from "vitest"
import { make } from "../../src/sandbox.ts"
import { geminiRefusals } from "../../src/sandbox/google/refusals/index.ts"
import { post } from "./clients.ts"

interface Row {
  /** Members that replace those of the valid request; undefined takes one out. */
  readonly body?: Record<string, unknown>
  readonly raw?: string
  readonly model?: string
  readonly action?: string
  readonly headers?: Record<string, string>
  /** Status and code, where they are not 400 INVALID_ARGUMENT. */
  readonly answer?: readonly [status: number, code: string]
}

const pro = "gemini-2.5-pro"
const newest = "gemini-3-pro-preview"
const flashImage = "gemini-2.5-flash-image"
const proImage = "gemini-3-pro-image-preview"

const text = { text: "hi" }
const user = (...parts: unknown[]) => ({ role: "user", parts })
const model = (...parts: unknown[]) => ({ role: "model", parts })
const call = (more: Record<string, unknown> = {}) => ({ functionCall: { name: "f", args: {}, ...more } })
const result = (more: Record<string, unknown> = {}) => ({ functionResponse: { name: "f", response: {}, ...more } })
const contents = (...list: unknown[]) => ({ body: { contents: list } })
const part = (value: unknown) => contents(user(value))
const config = (generationConfig: Record<string, unknown>, at?: string): Row => ({
  body: { generationConfig },
  ...(at === undefined ? {} : { model: at })
})
const thinking = (thinkingConfig: Record<string, unknown>, at?: string) => config({ thinkingConfig }, at)
const declare = (...functionDeclarations: unknown[]) => ({ tools: [{ functionDeclarations }] })
const parameters = (schema: Record<string, unknown>) => ({ body: declare({ name: "f", parameters: schema }) })
const answer = (responseSchema: unknown) => config({ responseMimeType: "application/json", responseSchema })
const calling = (functionCallingConfig: Record<string, unknown>) => ({ toolConfig: { functionCallingConfig } })
const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }
const search = { googleSearch: {} }
const functions = { functionDeclarations: [{ name: "f" }] }
const cache = "cachedContents/sandbox"

const rows: Record<string, readonly Row[]> = {
  "missing-key": [{ headers: {}, answer: [403, "PERMISSION_DENIED"] }],
  "wrong-key": [{ headers: { "x-goog-api-key": "other" } }],
  "wrong-token": [{ headers: { authorization: "Bearer other" }, answer: [401, "UNAUTHENTICATED"] }],
  "malformed-json": [{ raw: "{" }, { raw: "[]" }],
  "unknown-model": [
    { model: "gemini-unknown", answer: [404, "NOT_FOUND"] },
    { model: "gpt-4o", answer: [404, "NOT_FOUND"] }
  ],
  "unknown-name": [
    { body: { messages: [] } },
    { body: { service: {} } },
    part({ text: "hi", cache_control: {} }),
    config({ max_tokens: 1 }),
    parameters({ type: "OBJECT", properties: { a: { type: "STRING" } }, additionalProperties: false }),
    parameters({ $ref: "#/$defs/a" }),
    { action: "countTokens", body: { generationConfig: {} } }
  ],
  "wrong-type": [
    config({ temperature: "hot" }),
    config({ topK: 1.5 }),
    part({ text: 1 }),
    part({ inlineData: { mimeType: "image/png", data: "!" } }),
    part({ functionCall: { name: "f", args: "{}" } }),
    config({ seed: true })
  ],
  "unknown-value": [
    thinking({ thinkingLevel: "HUGE" }, newest),
    { body: { safetySettings: [{ category: "HARM_CATEGORY_NONE", threshold: "OFF" }] } },
    { body: { ...declare({ name: "f" }), ...calling({ mode: "REQUIRED" }) } },
    parameters({ type: ["STRING", "NULL"] })
  ],
  "counted-twice": [
    {
      action: "countTokens",
      body: { generateContentRequest: { model: "models/gemini-2.5-flash", contents: [user(text)] } }
    }
  ],
  "model-mismatch": [{ body: { model: "models/gemini-2.5-pro" } }],
  "temperature-range": [config({ temperature: 2.1 }), config({ temperature: -0.1 })],
  "top-p-range": [config({ topP: 1.1 })],
  "top-k-range": [config({ topK: 0 })],
  "penalty-range": [config({ presencePenalty: 3 }), config({ frequencyPenalty: -2.5 })],
  "token-limit": [config({ maxOutputTokens: 0 }), config({ max_output_tokens: 65_537 })],
  "penalty-unsupported": [config({ presencePenalty: 1 }), config({ frequency_penalty: -1 })],
  "candidate-count": [config({ candidateCount: 0 }), config({ candidateCount: 9 })],
  "one-candidate": [
    config({ candidateCount: 2 }, flashImage),
    config({ candidateCount: 2 }, proImage),
    config({ candidateCount: 2 }, newest)
  ],
  "logprobs-range": [config({ responseLogprobs: true, logprobs: 21 })],
  "logprobs-alone": [config({ logprobs: 2 })],
  "logprobs-unsupported": [config({ responseLogprobs: true }), config({ response_logprobs: true }, newest)],
  "too-many-stops": [config({ stopSequences: ["a", "b", "c", "d", "e", "f"] })],
  "budget-and-level": [thinking({ thinkingBudget: 1000, thinkingLevel: "LOW" }, newest)],
  "unsupported-level": [thinking({ thinkingLevel: "LOW" }), thinking({ thinkingLevel: "MEDIUM" }, newest)],
  "thinking-required": [thinking({ thinkingBudget: 0 }, pro), thinking({ thinkingBudget: 0 }, newest)],
  "budget-range": [
    thinking({ thinkingBudget: 24_577 }),
    thinking({ thinkingBudget: 127 }, pro),
    thinking({ thinking_budget: 32_769 }, pro),
    thinking({ thinkingBudget: -2 })
  ],
  "mime-type": [config({ responseMimeType: "audio/wav" })],
  "two-schemas": [
    config({ responseMimeType: "application/json", responseSchema: { type: "STRING" }, responseJsonSchema: {} })
  ],
  "schema-without-json": [config({ responseSchema: { type: "STRING" } }), config({ responseJsonSchema: {} })],
  "schema-shape": [config({ responseMimeType: "application/json", responseJsonSchema: "object" })],
  modality: [config({ responseModalities: ["TEXT", "IMAGE"] })],
  "image-config": [config({ imageConfig: {} }), config({ imageConfig: { aspectRatio: "1:1" } }, newest)],
  "aspect-ratio": [
    config({ imageConfig: { aspectRatio: "2:1" } }, flashImage),
    config({ imageConfig: { aspectRatio: "1:4" } }, proImage)
  ],
  "image-size": [
    config({ imageConfig: { imageSize: "1K" } }, flashImage),
    config({ imageConfig: { imageSize: "3K" } }, proImage),
    config({ imageConfig: { imageSize: "2k" } }, proImage)
  ],
  "image-functions": [{ model: flashImage, body: { tools: [functions] } }],
  "image-form": [config({ responseMimeType: "application/json" }, proImage)],
  "image-modality": [config({ responseModalities: ["IMAGE", "AUDIO"] }, flashImage)],
  "image-count": [{ model: proImage, ...contents(user(text, ...Array.from({ length: 15 }, () => picture))) }],
  "duplicate-category": [
    {
      body: {
        safetySettings: ["BLOCK_NONE", "OFF"].map((threshold) => ({ category: "HARM_CATEGORY_HARASSMENT", threshold }))
      }
    }
  ],
  "function-name": [
    { body: declare({ name: "1f" }) },
    { body: declare({ name: "a b" }) },
    { body: declare({ name: "f".repeat(129) }) },
    { body: declare({ description: "nameless" }) }
  ],
  "duplicate-function": [{ body: { tools: [functions, functions] } }],
  "two-parameters": [
    {
      body: declare({
        name: "f",
        parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } },
        parametersJsonSchema: {}
      })
    }
  ],
  "empty-object": [parameters({ type: "object" }), answer({ type: "ARRAY", items: { type: "OBJECT" } })],
  "array-without-items": [answer({ type: "ARRAY" }), parameters({ anyOf: [{ type: "ARRAY" }] })],
  "enum-of-no-strings": [answer({ type: "INTEGER", enum: ["1"] })],
  "unknown-required": [parameters({ type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["b"] })],
  "schema-format": [answer({ type: "STRING", format: "uuid" }), answer({ type: "INTEGER", format: "double" })],
  "search-retrieval": [{ body: { tools: [{ googleSearchRetrieval: {} }] } }],
  "search-with-functions": [{ body: { tools: [search, functions] } }],
  "mixed-tools-unsaid": [{ model: newest, body: { tools: [search, functions] } }],
  "json-with-functions": [{ body: { tools: [functions], generationConfig: { responseMimeType: "application/json" } } }],
  "json-with-tools": [search, { codeExecution: {} }, { urlContext: {} }].map((tool) => ({
    body: { tools: [tool], generationConfig: { responseMimeType: "application/json" } }
  })),
  "calling-without-functions": [{ body: calling({ mode: "ANY" }) }, { body: calling({ mode: "AUTO" }) }],
  "allowed-names-mode": [{ body: { tools: [functions], ...calling({ mode: "AUTO", allowedFunctionNames: ["f"] }) } }],
  "unknown-allowed-name": [{ body: { tools: [functions], ...calling({ mode: "ANY", allowedFunctionNames: ["g"] }) } }],
  "empty-contents": [contents(), { body: { contents: undefined } }],
  "bad-role": [contents({ role: "assistant", parts: [text] }), contents({ role: "system", parts: [text] })],
  "empty-parts": [contents({ role: "user", parts: [] }), contents({ role: "user" })],
  "empty-part": [part({}), part({ thought: true })],
  "two-kinds": [part({ text: "hi", inlineData: { mimeType: "image/png", data: "aGk=" } })],
  "system-part": [{ body: { systemInstruction: user({ inlineData: { mimeType: "image/png", data: "aGk=" } }) } }],
  "media-type": [part({ inlineData: { mimeType: "image/bmp", data: "aGk=" } }), part({ inlineData: { data: "aGk=" } })],
  "empty-data": [part({ inlineData: { mimeType: "image/png", data: "" } })],
  "part-resolution": [part({ ...picture, mediaResolution: { level: "MEDIA_RESOLUTION_LOW" } })],
  "file-uri": [part({ fileData: { fileUri: "data:image/png;base64,aGk=" } }), part({ fileData: {} })],
  "call-first": [contents(model(call()), user(result()))],
  "user-call": [contents(user(call())), contents(user(text), model(text), user(text, call()))],
  "unnamed-call": [
    contents(user(text), model({ functionCall: { args: {} } }), user(result())),
    contents(user(text), model(call()), user({ functionResponse: { response: {} } }))
  ],
  "orphan-response": [contents(user(result())), contents(user(text), model(text), user(result()))],
  "response-count": [
    contents(user(text), model(call(), call()), user(result())),
    contents(user(text), model(call(), result(), call()), user(text)),
    contents(user(text), model(call()), user(text)),
    contents(user(text), model(call()), user(result(), result()))
  ],
  "response-parts": [
    contents(user(text), model(call()), user({ functionResponse: { name: "f", response: {}, parts: [picture] } }))
  ],
  "response-id": [contents(user(text), model(call({ id: "a" })), user(result({ id: "b" })))],
  "missing-signature": [
    { model: newest, ...contents(user(text), model(call()), user(result())) },
    {
      model: newest,
      ...contents(
        user(text),
        model({ ...call(), thoughtSignature: "skip_thought_signature_validator" }),
        user(result()),
        model(text, call()),
        user(result())
      )
    }
  ],
  "corrupted-signature": [
    { model: newest, ...contents(user(text), model({ ...call(), thoughtSignature: "c2ln" }), user(result())) },
    contents(user(text), model({ text: "so", thoughtSignature: "c2ln" }), user(text))
  ],
  "mixed-results": [
    { model: "gemini-3.7-flash", ...contents(user(text), model(call()), user(result(), text)) },
    { model: "gemini-3.8-flash", ...contents(user(text), model(call()), user(result(), picture)) }
  ],
  "prefill-unsupported": [{ model: "gemini-3.7-flash", ...contents(user(text), model(text)) }],
  "unknown-cache": [{ body: { cachedContent: "cachedContents/other" }, answer: [403, "PERMISSION_DENIED"] }],
  "cache-with-tools": [
    { body: { cachedContent: cache, tools: [functions] } },
    { body: { cachedContent: cache, systemInstruction: user(text) } }
  ]
}

const sandbox = make({ pace: 0, key: "sandbox" })

const send = ({ body, raw, headers, action = "generateContent", ...row }: Row): Promise<Response> =>
  post(
    sandbox,
    `/v1beta/models/${row.model ?? "gemini-2.5-flash"}:${action}`,
    raw ?? { contents: [user(text)], ...body },
    headers ?? { "x-goog-api-key": "sandbox" }
  )

describe("what the Gemini API refuses", () => {
  it("has a row for each of its names", () => {
    expect(Object.keys(rows).toSorted()).toEqual(geminiRefusals.map(({ name }) => name).toSorted())
    expect(geminiRefusals.length).toBe(78)
  })

  it.each(["gemini-2.5-flash", pro, newest, flashImage, proImage])(
    "takes the request that the rows change: %s",
    async (id) => {
      expect((await send({ model: id })).status).toBe(200)
    }
  )

  const cases = Object.entries(rows).flatMap(([name, list]) => list.map((row, index) => [name, index, row] as const))

  it.each(cases)("%s (%i)", async (name, _, row) => {
    const response = await send(row)
    const [status, code] = row.answer ?? [400, "INVALID_ARGUMENT"]
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([name, status])
    expect(await response.json()).toMatchObject({ error: { code: status, status: code, message: expect.any(String) } })
  })

  it("says which member is at fault, in its own spelling", async () => {
    const response = await send(config({ topP: 2 }))
    expect(await response.json()).toMatchObject({
      error: {
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [{ field: "generation_config.top_p" }]
          }
        ]
      }
    })
  })

  it("says why a key is not taken", async () => {
    const response = await send({ headers: { "x-goog-api-key": "other" } })
    expect(await response.json()).toMatchObject({
      error: { details: [{ reason: "API_KEY_INVALID", domain: "googleapis.com" }] }
    })
  })
})

describe("what it takes", () => {
  const taken: Record<string, Row> = {
    "functions beside search on 3, when said": {
      model: newest,
      body: { tools: [search, functions], toolConfig: { includeServerSideToolInvocations: true } }
    },
    "functions beside JSON on 3": {
      model: newest,
      body: { tools: [functions], generationConfig: { responseMimeType: "application/json" } }
    },
    "a budget on 3": thinking({ thinkingBudget: 500 }, newest),
    "a budget that is left to the model": thinking({ thinkingBudget: -1 }, pro),
    "fourteen images": { model: proImage, ...contents(user(text, ...Array.from({ length: 14 }, () => picture))) },
    "text alone of a model that draws": config({ responseModalities: ["TEXT"] }, flashImage),
    "no thinking on flash": thinking({ thinkingBudget: 0 }),
    "functions without parameters on 3": {
      model: newest,
      body: declare({ name: "f", parameters: { type: "object", properties: {}, required: [] } })
    },
    "calls that the model answered itself": contents(
      user(text),
      model(call(), result(), call(), result(), text),
      user(text)
    ),
    "explicit nulls": { body: { systemInstruction: null, generationConfig: { temperature: null, seed: null } } },
    zeros: config({ temperature: 0, topP: 0, seed: 0 }),
    "one item for a list of one": { body: { contents: { parts: text }, tools: functions } },
    "calls with ids, and results without": contents(user(text), model(call({ id: "a" })), user(result())),
    "a history of text, files and calls": contents(
      user(text, { fileData: { fileUri: "https://example.com/a.pdf", mimeType: "application/pdf" } }),
      model({ text: "so", thought: true }, text),
      model(call()),
      model(call()),
      user(result()),
      { role: "function", parts: [result()] },
      user(text)
    ),
    "every schema keyword of its own": parameters({
      type: "OBJECT",
      title: "t",
      description: "d",
      nullable: true,
      properties: {
        a: { type: "STRING", enum: ["x"], format: "enum", default: "x", example: "x" },
        b: { type: "ARRAY", items: { type: "NUMBER", minimum: 1, maximum: 2 }, minItems: "1", maxItems: 3 },
        c: { anyOf: [{ type: "BOOLEAN" }, { type: "NULL" }] },
        d: { type: "STRING", minLength: 1, maxLength: "2", pattern: "a" }
      },
      required: ["a"],
      propertyOrdering: ["b", "a"],
      minProperties: 1,
      maxProperties: 4
    })
  }

  it.each(Object.entries(taken))("%s", async (_, row) => {
    const response = await send(row)
    expect([response.headers.get("x-sandbox-refusal"), response.status]).toEqual([null, 200])
  })
})
