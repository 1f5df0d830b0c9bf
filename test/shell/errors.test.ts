import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import { GatewayError, type ErrorReason } from "../../src/core/errors/error.ts"
import { twoModels } from "./models.ts"

/** By reason: status, OpenAI's type and code, then Anthropic's status and type. From the vendors' tables; codes that OpenAI has not are the reasons' own names. */
const table: Readonly<Record<ErrorReason, readonly [number, string, string | null, number, string]>> = {
  InvalidRequest: [400, "invalid_request_error", null, 400, "invalid_request_error"],
  Unauthenticated: [401, "invalid_request_error", "invalid_api_key", 401, "authentication_error"],
  PermissionDenied: [403, "permission_error", null, 403, "permission_error"],
  NotFound: [404, "invalid_request_error", "model_not_found", 404, "not_found_error"],
  MethodNotAllowed: [405, "invalid_request_error", "method_not_allowed", 405, "invalid_request_error"],
  Conflict: [409, "conflict_error", null, 409, "conflict_error"],
  Gone: [410, "invalid_request_error", "gone", 410, "not_found_error"],
  PayloadTooLarge: [413, "invalid_request_error", "request_too_large", 413, "request_too_large"],
  UnsupportedMediaType: [415, "invalid_request_error", "unsupported_media_type", 415, "invalid_request_error"],
  UnsupportedOperation: [501, "server_error", "unsupported_operation", 501, "invalid_request_error"],
  RateLimited: [429, "rate_limit_error", "rate_limit_exceeded", 429, "rate_limit_error"],
  QuotaExceeded: [402, "insufficient_quota", "insufficient_quota", 402, "billing_error"],
  ContentBlocked: [400, "invalid_request_error", "content_policy_violation", 400, "invalid_request_error"],
  Cancelled: [499, "invalid_request_error", "cancelled", 499, "api_error"],
  Internal: [500, "server_error", null, 500, "api_error"],
  UpstreamFailed: [502, "server_error", "bad_gateway", 502, "api_error"],
  UpstreamTimeout: [504, "server_error", "timeout", 504, "timeout_error"],
  Overloaded: [503, "server_error", "overloaded", 529, "overloaded_error"]
}

const failing = (answer: Effect.Effect<never, GatewayError>) =>
  Gateway.make(
    Gateway.layer(chatCompletions, messages).pipe(
      Layer.provide(
        twoModels("http://upstream.invalid").pipe(
          Layer.provide(Layer.succeed(Upstream)({ unary: () => answer, stream: () => answer }))
        )
      ),
      Layer.provide(Credentials.keys("k"))
    )
  )

const ask = async (gateway: ReturnType<typeof failing>, path: string, stream: boolean) => {
  const body = {
    model: path.endsWith("messages") ? "messages-model" : "chat-model",
    max_tokens: 5,
    stream,
    messages: [{ role: "user", content: "a" }]
  }
  const init = {
    method: "POST",
    headers: { authorization: "Bearer k", "content-type": "application/json", "x-request-id": "r1" },
    body: JSON.stringify(body)
  }
  const response = await gateway.fetch(new Request(`http://gateway${path}`, init))
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown }
}

const reasons = Object.entries(table) as readonly (readonly [ErrorReason, (typeof table)[ErrorReason]])[]

describe.each([false, true])("every reason, streamed: %s", (stream) => {
  it.each(reasons)("%s", async (reason, [status, type, code, messagesStatus, messagesType]) => {
    const gateway = failing(Effect.fail(new GatewayError(reason, "Why.")))
    const chat = await ask(gateway, "/v1/chat/completions", stream)
    expect([chat.status, chat.body]).toEqual([status, { error: { message: "Why.", type, param: null, code } }])
    const said = await ask(gateway, "/v1/messages", stream)
    expect([said.status, said.body]).toEqual([
      messagesStatus,
      { type: "error", error: { type: messagesType, message: "Why." }, request_id: "r1" }
    ])
    await gateway.dispose()
  })
})

describe("what an error says", () => {
  it("has ids, the time to wait and whether to try again in its headers", async () => {
    const gateway = failing(Effect.fail(new GatewayError("RateLimited", "Why.", { retryAfter: 3, shouldRetry: false })))
    const { headers } = await ask(gateway, "/v1/chat/completions", false)
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/json",
      "request-id": "r1",
      "retry-after": "3",
      "x-request-id": "r1",
      "x-should-retry": "false"
    })
    await gateway.dispose()
  })

  it("reveals nothing of a defect", async () => {
    const gateway = failing(Effect.die(new Error("secret of the body")))
    const { status, text } = await ask(gateway, "/v1/messages", true)
    expect([status, text.includes("secret")]).toEqual([500, false])
    await gateway.dispose()
  })
})

describe("paths and methods", () => {
  const gateway = failing(Effect.fail(new GatewayError("Internal", "Never asked.")))
  afterAll(() => gateway.dispose())

  it.each([
    [
      "GET",
      "/v1/nothing",
      404,
      {
        error: {
          message: "There is no endpoint GET at this path.",
          type: "invalid_request_error",
          param: null,
          code: "unknown_url"
        }
      }
    ],
    [
      "POST",
      "/v1/messages/x",
      404,
      {
        type: "error",
        error: { type: "not_found_error", message: "There is no endpoint POST at this path." },
        request_id: "r1"
      }
    ],
    [
      "POST",
      "/v1beta/models/m:generateContent",
      404,
      { error: { code: 404, message: "There is no endpoint POST at this path.", status: "NOT_FOUND" } }
    ],
    [
      "POST",
      "/v1/models/m:generateContent",
      404,
      { error: { code: 404, message: "There is no endpoint POST at this path.", status: "NOT_FOUND" } }
    ],
    [
      "GET",
      "/v1/messages",
      405,
      { type: "error", error: { type: "invalid_request_error", message: "This path takes POST." }, request_id: "r1" }
    ],
    [
      "DELETE",
      "/v1/chat/completions",
      405,
      {
        error: {
          message: "This path takes POST.",
          type: "invalid_request_error",
          param: null,
          code: "method_not_allowed"
        }
      }
    ]
  ] as const)("%s %s is a %i", async (method, path, status, body) => {
    const response = await gateway.fetch(
      new Request(`http://gateway${path}`, { method, headers: { "x-request-id": "r1" } })
    )
    expect([response.status, await response.json()]).toEqual([status, body])
    if (status === 405) expect(response.headers.get("allow")).toBe("POST")
  })
})
