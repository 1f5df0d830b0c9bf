import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent, streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import {
  Claude,
  Credentials,
  DeepSeek,
  Families,
  type FetchFunction,
  Gateway,
  Gemini,
  layerFetch,
  OpenAI
} from "../../src/index.ts"

const key = "a-vendors-key-that-none-may-see"

/** What each vendor answers where the key of its caller is refused, with a fragment of the key as it quotes it. */
const refusals: readonly (readonly [vendor: string, model: string, status: number, body: object])[] = [
  [
    // https://github.com/openai/openai-python/issues/1110
    "OpenAI",
    "gpt-4o",
    401,
    {
      error: {
        message: "Incorrect API key provided: sk-fr**************ment. You can find your API key at https://…",
        type: "invalid_request_error",
        param: null,
        code: "invalid_api_key"
      }
    }
  ],
  [
    // https://docs.claude.com/en/api/errors
    "Anthropic",
    "claude-sonnet-4-5",
    401,
    { type: "error", error: { type: "authentication_error", message: "invalid x-api-key fragment" } }
  ],
  [
    "Anthropic, not allowed",
    "claude-sonnet-4-5",
    403,
    { type: "error", error: { type: "permission_error", message: "Your API key fragment may not use this." } }
  ],
  [
    // https://cloud.google.com/apis/docs/reference/rest/googleapis.com/ErrorReason
    "Google",
    "gemini-2.5-flash",
    400,
    {
      error: {
        code: 400,
        message: "API key fragment not valid. Please pass a valid API key.",
        status: "INVALID_ARGUMENT",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            reason: "API_KEY_INVALID",
            domain: "googleapis.com",
            metadata: { service: "generativelanguage.googleapis.com" }
          }
        ]
      }
    }
  ],
  [
    // https://github.com/continuedev/continue/issues/12781
    "Google, a key for other APIs",
    "gemini-2.5-flash",
    403,
    {
      error: {
        code: 403,
        message: "Requests of fragment to this API are blocked.",
        status: "PERMISSION_DENIED",
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_SERVICE_BLOCKED" }]
      }
    }
  ],
  [
    // https://api-docs.deepseek.com/quick_start/error_codes
    "DeepSeek",
    "deepseek-chat",
    401,
    {
      error: {
        message: "Authentication Fails, Your api key: ****fragment is invalid",
        type: "authentication_error",
        param: null,
        code: "invalid_request_error"
      }
    }
  ]
]

const gatewayOver = (answer: () => Response) => {
  const fetch: FetchFunction = () => Promise.resolve(answer())
  const families = Families.of(
    OpenAI.chat({ key }),
    Claude.layer({ key }),
    Gemini.chat({ key }),
    DeepSeek.layer({ key })
  )
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, generateContent, streamGenerateContent).pipe(
      Layer.provide(families),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(Credentials.keys("client"))
    )
  )
  onTestFinished(() => gateway.dispose())
  return gateway
}

const user = { role: "user", content: "Hi" }

const asks: readonly (readonly [format: string, path: (model: string) => string, body: (model: string) => object])[] = [
  ["chat completions", () => "/v1/chat/completions", (model) => ({ model, messages: [user] })],
  ["messages", () => "/v1/messages", (model) => ({ model, max_tokens: 9, messages: [user] })],
  [
    "generateContent",
    (model) => `/v1beta/models/${model}:generateContent`,
    () => ({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] })
  ]
]

const cases = refusals.flatMap((refusal) => asks.map((asking) => [...refusal, ...asking] as const))

it.each(cases)(
  "clients are told nothing of what %s (%s, %i) says of the operator's key %o, in %s",
  async (_vendor, model, status, body, _format, path, ask) => {
    const gateway = gatewayOver(() => Response.json(body, { status }))
    const answer = await gateway.fetch(
      new Request(`http://gateway.test${path(model)}`, {
        method: "POST",
        headers: { authorization: "Bearer client", "content-type": "application/json" },
        body: JSON.stringify(ask(model))
      })
    )
    const text = await answer.text()
    expect(answer.status).toBe(502)
    expect(text).toContain("The upstream refused the credentials of this service.")
    expect(text).not.toMatch(/fragment|ment\.|invalid_api_key|authentication_error|API_KEY/)
  }
)

/** A model that answers with one event and then with an error, by the path at which its own vendor's clients stream. */
const streams: readonly (readonly [format: string, path: string, body: object, first: object])[] = [
  [
    "chat completions",
    "/v1/chat/completions",
    { model: "gpt-4o", messages: [user], stream: true },
    {
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "gpt-4o",
      choices: [{ index: 0, delta: { content: "Well" } }]
    }
  ],
  [
    "messages",
    "/v1/messages",
    { model: "claude-sonnet-4-5", max_tokens: 9, messages: [user], stream: true },
    {
      type: "message_start",
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 }
      }
    }
  ],
  [
    "generateContent",
    "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
    { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Well" }] } }] }
  ]
]

const told = async (path: string, body: object, events: readonly object[]): Promise<string> => {
  const name = (event: object): string => ("type" in event ? `event: ${String(event.type)}\n` : "")
  const text = events.map((event) => `${name(event)}data: ${JSON.stringify(event)}\n\n`).join("")
  const gateway = gatewayOver(() => new Response(text, { headers: { "content-type": "text/event-stream" } }))
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const answer = await gateway.fetch(
    new Request(`http://gateway.test${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  )
  expect(answer.status).toBe(200)
  return answer.text()
}

const errorOf = (format: string, type: string, message: string): object =>
  format === "messages"
    ? { type: "error", error: { type, message } }
    : { error: format === "generateContent" ? { status: type, message } : { code: type, type, message } }

const refusedTypes = new Map([
  ["chat completions", "invalid_api_key"],
  ["messages", "authentication_error"],
  ["generateContent", "UNAUTHENTICATED"]
])

it.each(streams)("clients of a stream that passes are told as little, in %s", async (format, path, body, first) => {
  const refusal = errorOf(format, refusedTypes.get(format) ?? "", "Incorrect API key provided: fragment.")
  const text = await told(path, body, [first, refusal])
  expect(text).toContain(JSON.stringify(first))
  expect(text).toContain("The upstream refused the credentials of this service.")
  expect(text).not.toMatch(/fragment|invalid_api_key|authentication_error|UNAUTHENTICATED/)
})

it.each(streams)(
  "an error in a stream names no account of the operator's, in %s",
  async (format, path, body, first) => {
    const limit = errorOf(format, "rate_limit_error", "Rate limit reached in organization org-Ab0Cd1Ef2Gh3 on tokens.")
    const text = await told(path, body, [first, limit])
    expect(text).toContain("Rate limit reached in organization *** on tokens.")
  }
)

it.each(streams)(
  "an error in a stream passes as it is where it is the client's, in %s",
  async (format, path, body, first) => {
    const error = errorOf(format, "rate_limit_error", "Rate limit reached on tokens.")
    const text = await told(path, body, [first, error])
    expect(text).toContain(JSON.stringify(error))
  }
)
