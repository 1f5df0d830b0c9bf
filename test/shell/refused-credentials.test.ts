import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
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
    Gateway.layer(chatCompletions, messages, generateContent).pipe(
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
    expect(text).toContain("The upstream refused the credentials that this service calls it with.")
    expect(text).not.toMatch(/fragment|ment\.|invalid_api_key|authentication_error|API_KEY/)
  }
)
