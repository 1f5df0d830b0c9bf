import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { chatOf, messagesOf } from "./asked.ts"
import { chatSdks, type ErrorName } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"
import { failure } from "./told.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox({ retries: 0 })
})
afterAll(() => served.close())

/** What goes wrong, and what the SDK's error says of it. */
interface Row {
  /** What the model's id ends in. */
  readonly suffix?: string
  readonly key?: string
  /** Values for members with a range. */
  readonly topP?: number
  readonly maxTokens?: number
  readonly kind: ErrorName
  readonly error: { readonly [member: string]: unknown }
}

const both = ["claude-sonnet-4-5", "gpt-4o"]

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>, rows: Readonly<Record<string, Row>>) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    both.flatMap((model) =>
      Object.entries(rows).flatMap(([what, row]) =>
        (["create", "stream"] as const).map(
          (way) => [`${name}, ${model}, ${way}: ${what}`, { make, model, way, row }] as const
        )
      )
    )
  )

const chatRows: Readonly<Record<string, Row>> = {
  "too many requests": {
    suffix: "-error-429",
    kind: "RateLimitError",
    error: { status: 429, code: "rate_limit_exceeded", param: null }
  },
  "a broken server": {
    suffix: "-error-500",
    kind: "InternalServerError",
    error: { type: "server_error", param: null }
  },
  "an overloaded server": {
    suffix: "-error-529",
    kind: "InternalServerError",
    error: { status: 503, type: "server_error", code: "overloaded", param: null }
  },
  "a wrong key": {
    key: "another-key",
    kind: "AuthenticationError",
    error: { status: 401, type: "invalid_request_error", code: "invalid_api_key", param: null }
  },
  "an unknown model": {
    suffix: "-which-nobody-has/x",
    kind: "NotFoundError",
    error: { status: 404, type: "invalid_request_error", code: "model_not_found", param: "model" }
  },
  "a value out of its range": {
    topP: 1.5,
    kind: "BadRequestError",
    error: { status: 400, type: "invalid_request_error", code: null, param: "top_p" }
  }
}

describe("errors of chat completions", () => {
  const cases = casesOf(chatSdks, chatRows)

  it("has 48 cases", () => expect(cases).toHaveLength(48))

  it.each(cases)("%s", async (_, { make, model, way, row: { suffix = "", key, topP, kind, error } }) => {
    const sdk = make({ url: served.url, ...(key === undefined ? {} : { key }) })
    const known = suffix.includes("/") ? "nobody" : model
    const thrown = await failure(sdk[way](chatOf(known + suffix, topP === undefined ? {} : { top_p: topP })))
    expect(thrown).toBeInstanceOf(sdk.errors[kind])
    expect(thrown).toMatchObject({ ...error, requestID: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })
})

const messagesRows: Readonly<Record<string, Row>> = {
  "too many requests": {
    suffix: "-error-429",
    kind: "RateLimitError",
    error: { status: 429, error: { type: "error", error: { type: "rate_limit_error" } } }
  },
  "a broken server": {
    suffix: "-error-500",
    kind: "InternalServerError",
    error: { error: { type: "error", error: { type: "api_error" } } }
  },
  "an overloaded server": {
    suffix: "-error-529",
    kind: "InternalServerError",
    error: { status: 529, error: { type: "error", error: { type: "overloaded_error" } } }
  },
  "a wrong key": {
    key: "another-key",
    kind: "AuthenticationError",
    error: { status: 401, error: { type: "error", error: { type: "authentication_error" } } }
  },
  "an unknown model": {
    suffix: "-which-nobody-has/x",
    kind: "NotFoundError",
    error: { status: 404, error: { type: "error", error: { type: "not_found_error" } } }
  },
  "a value out of its range": {
    maxTokens: 0,
    kind: "BadRequestError",
    error: {
      status: 400,
      error: {
        type: "error",
        error: { type: "invalid_request_error", message: "/max_tokens: `max_tokens` must be greater than 0." }
      }
    }
  }
}

describe("errors of messages", () => {
  const cases = casesOf(messagesSdks, messagesRows)

  it("has 48 cases", () => expect(cases).toHaveLength(48))

  it.each(cases)("%s", async (_, { make, model, way, row: { suffix = "", key, maxTokens = 100, kind, error } }) => {
    const sdk = make({ url: served.url, ...(key === undefined ? {} : { key }) })
    const known = suffix.includes("/") ? "nobody" : model
    const thrown = await failure(sdk[way](messagesOf(known + suffix, { max_tokens: maxTokens })))
    expect(thrown).toBeInstanceOf(sdk.errors[kind])
    expect(thrown).toMatchObject({ ...error, requestID: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })
})

describe("when to come back", () => {
  it.each(both)("is told by chat completions: %s", async (model) => {
    const thrown = await failure(chatSdks.openai({ url: served.url }).create(chatOf(`${model}-error-429`)))
    expect(
      thrown instanceof Error && "headers" in thrown && new Headers(thrown.headers as Headers).get("retry-after")
    ).toBe("1")
  })

  it.each(both)("is told by messages: %s", async (model) => {
    const thrown = await failure(messagesSdks.anthropic({ url: served.url }).create(messagesOf(`${model}-error-429`)))
    expect(
      thrown instanceof Error && "headers" in thrown && new Headers(thrown.headers as Headers).get("retry-after")
    ).toBe("1")
  })
})

describe("a content filter", () => {
  it("that stops a whole answer of Claude is a 400 in chat completions", async () => {
    const sdk = chatSdks.openai({ url: served.url })
    const thrown = await failure(sdk.create(chatOf("claude-sonnet-4-5-filtered")))
    expect(thrown).toBeInstanceOf(sdk.errors.BadRequestError)
    expect(thrown).toMatchObject({
      type: "invalid_request_error",
      error: { message: "Output blocked by content filtering policy" }
    })
  })

  it("that stops an answer of OpenAI is a refusal in messages", async () => {
    const sdk = messagesSdks.anthropic({ url: served.url })
    expect(await sdk.create(messagesOf("gpt-4o-filtered"))).toMatchObject({ stop_reason: "refusal" })
  })
})

it("a refusal of OpenAI explains itself in messages", async () => {
  const sdk = messagesSdks.anthropic({ url: served.url })
  expect(await sdk.create(messagesOf("gpt-4o-refuse"))).toMatchObject({
    stop_reason: "refusal",
    stop_details: { type: "refusal", explanation: "I cannot help with that request." }
  })
})
