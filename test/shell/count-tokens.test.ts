import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts, type TokenCountOptions } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { countContentTokens } from "../../src/endpoints/generate-content.ts"
import { countTokens } from "../../src/endpoints/messages.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import { twoModels } from "./models.ts"

const never = Effect.die(new Error("A count calls no upstream."))

/** A gateway of the counting endpoints, whose upstream must not be called. */
const gatewayOf = (options: TokenCountOptions, vendor?: string) =>
  Gateway.make(
    Gateway.layer(countTokens, countContentTokens).pipe(
      Layer.provide(
        twoModels("http://upstream.invalid", vendor === undefined ? {} : { target: { model: "m", vendor } }).pipe(
          Layer.provide(Layer.succeed(Upstream)({ unary: () => never, stream: () => never }))
        )
      ),
      Layer.provide(TokenCounts.layer(options)),
      Layer.provide(Credentials.keys("k", { key: "k2", name: "team", models: ["chat-*"] }))
    )
  )

/** Every character is a token. */
const exact = gatewayOf({ tokenizer: ({ length }) => length })
const estimating = gatewayOf({})
afterAll(() => Promise.all([exact.dispose(), estimating.dispose()]))

const at = async (
  gateway: typeof exact,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { "x-api-key": "k" }
) => {
  const response = await gateway.fetch(
    new Request(`http://gateway${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  )
  const answer: unknown = await response.json()
  return { status: response.status, notes: response.headers.get("x-isogloss-notes"), answer }
}

const path = "/v1/messages/count_tokens"
const model = "messages-model"
const messages = [{ role: "user", content: "hello" }]
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }
const count = async (body: object): Promise<unknown> => (await at(exact, path, { model, ...body })).answer

describe("POST /v1/messages/count_tokens", () => {
  it("counts messages", async () => expect(await count({ messages })).toEqual({ input_tokens: 9 }))

  it("counts the system's text and tools", async () => {
    const tools = [{ name: "f", description: "does", input_schema: { type: "object" } }]
    expect(await count({ messages, system: "brief", tools })).toEqual({ input_tokens: 9 + 9 + 8 + 1 + 4 + 17 })
  })

  it.each([
    ["an image", [picture], 1004],
    ["an image in a tool's result", [{ type: "tool_result", tool_use_id: "t", content: [picture] }], 1004]
  ])("counts %s as 1000", async (_, content, tokens) => {
    const called = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] }
    const before = content[0]?.type === "tool_result" ? [called] : []
    const rest = before.length === 0 ? 0 : 4 + 1 + 2
    expect(await count({ messages: [...messages, ...before, { role: "user", content }] })).toEqual({
      input_tokens: 9 + rest + tokens
    })
  })

  it("leaves out what is of the answer", async () => {
    const more = { max_tokens: 5, stream: true, metadata: { user_id: "u" }, thinking: { type: "enabled" } }
    expect(await count({ messages, ...more })).toEqual({ input_tokens: 9 })
  })

  it("counts for models of every format", async () => {
    expect((await at(exact, path, { model: "chat-model", messages })).answer).toEqual({ input_tokens: 9 })
  })

  it("says of an estimate that it is one, and of a tokenizer's count nothing", async () => {
    expect(await at(estimating, path, { model, messages })).toEqual({
      status: 200,
      notes: "count=1; approximated / count-tokens/estimate",
      answer: { input_tokens: 5 }
    })
    expect((await at(exact, path, { model, messages })).notes).toBeNull()
  })

  it.each([
    ["an estimate where the tokenizer is another vendor's", "anthropic", "approximated / count-tokens/estimate"],
    ["a count where it is the model's vendor's own", "openai", undefined]
  ])("is %s", async (_, vendor, note) => {
    const gateway = gatewayOf({ tokenizer: ({ length }) => length, tokenizes: ["openai"] }, vendor)
    const { notes, answer } = await at(gateway, path, { model, messages })
    await gateway.dispose()
    expect([notes?.slice("count=1; ".length), answer]).toEqual([note, { input_tokens: 9 }])
  })

  it.each([
    ["messages", { model }, "messages"],
    ["model", { messages }, "model"]
  ])("without %s is a 400 in Anthropic's words", async (_, body, named) => {
    expect(await at(exact, path, body)).toMatchObject({
      status: 400,
      answer: { type: "error", error: { type: "invalid_request_error", message: expect.stringContaining(named) } }
    })
  })

  it.each([
    ["no key", {}],
    ["a wrong key", { "x-api-key": "wrong" }],
    ["two keys", { "x-api-key": "k", authorization: "Bearer k2" }]
  ])("with %s is a 401 without an outer type", async (_, headers: Record<string, string>) => {
    const { status, answer } = await at(exact, path, { model, messages }, headers)
    expect([status, answer]).toEqual([
      401,
      { error: { message: expect.stringMatching(/key/), type: "invalid_request_error" } }
    ])
  })

  it.each([
    ["unknown", "nothing", { "x-api-key": "k" }],
    ["not the key's", model, { "x-api-key": "k2" }]
  ])("with a model that is %s is a 404", async (_, named, headers) => {
    expect(await at(exact, path, { model: named, messages }, headers)).toMatchObject({
      status: 404,
      answer: { type: "error", error: { type: "not_found_error" } }
    })
  })

  it("gives a tokenizer no long run", async () => {
    const lengths: number[] = []
    const gateway = gatewayOf({ tokenizer: ({ length }) => lengths.push(length) })
    await at(gateway, path, { model, messages: [{ role: "user", content: "a".repeat(10_000) }] })
    await gateway.dispose()
    expect(Math.max(...lengths)).toBeLessThanOrEqual(512)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(10_000)
  })

  it("counts a million characters, and each further one as those on average; a message costs four more", async () => {
    const content = "word ".repeat(250_000)
    let given = 0
    const gateway = gatewayOf({
      tokenizer: ({ length }) => {
        given += length
        return length / 5
      }
    })
    const { notes, answer } = await at(gateway, path, { model, messages: [{ role: "user", content }] })
    await gateway.dispose()
    expect(notes).toContain("count-tokens/estimate")
    expect([given, answer]).toEqual([1_000_000, { input_tokens: 250_004 }])
  })
})

describe("the rate of counts", () => {
  const asked = Effect.gen(function* () {
    const { admit } = yield* TokenCounts
    const reasons: string[] = []
    for (const [caller, later] of [["a"], ["a"], ["a"], ["b"], ["a", 1000]] as const) {
      if (later !== undefined) yield* TestClock.adjust(later)
      const told = yield* Effect.match(admit(caller), {
        onSuccess: () => "admitted",
        onFailure: ({ reason }) => reason
      })
      reasons.push(told)
    }
    return reasons
  })

  it("is of each caller, and of each second", async () => {
    const layers = Layer.mergeAll(TokenCounts.layer({ perSecond: 2 }), TestClock.layer())
    const told = await Effect.runPromise(Effect.provide(asked, layers))
    expect(told).toEqual(["admitted", "admitted", "RateLimited", "admitted", "admitted"])
  })
})

describe("POST /v1beta/models/{model}:countTokens", () => {
  const contents = [{ role: "user", parts: [{ text: "hello" }, { inlineData: { mimeType: "image/png", data: "AA" } }] }]
  const native = { "x-goog-api-key": "k" }
  const url = `/v1beta/models/${model}:countTokens`

  it.each([
    ["contents", { contents }, 1009],
    ["a whole request", { generateContentRequest: { contents, systemInstruction: { parts: [{ text: "ab" }] } } }, 1015]
  ])("counts %s", async (_, body, totalTokens) => {
    expect(await at(exact, url, body, native)).toMatchObject({ status: 200, answer: { totalTokens } })
  })

  it("points into the whole request where something is wrong in it", async () => {
    const body = { generateContentRequest: { contents, generationConfig: { temperature: 3 } } }
    expect(await at(exact, url, body, native)).toMatchObject({
      status: 400,
      answer: {
        error: { details: [{ fieldViolations: [{ field: "/generateContentRequest/generationConfig/temperature" }] }] }
      }
    })
  })

  it("tells its errors in Google's words", async () => {
    expect(await at(exact, url, {}, native)).toMatchObject({
      status: 400,
      answer: { error: { code: 400, status: "INVALID_ARGUMENT" } }
    })
  })
})
