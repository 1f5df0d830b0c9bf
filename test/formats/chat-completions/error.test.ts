import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { GatewayError, type ErrorReason } from "../../../src/core/errors/error.ts"

const read = (status: number, body: string, headers: Record<string, string> = {}) =>
  chatCompletions.decodeError(status, headers, body)
const vendor = (error: object): string => JSON.stringify({ error })

describe("reading an error", () => {
  const cases: readonly (readonly [status: number, body: string, reason: ErrorReason, answered: number])[] = [
    [400, vendor({ message: "m", type: "invalid_request_error", param: null, code: null }), "InvalidRequest", 400],
    [401, vendor({ message: "m", type: "invalid_request_error", code: "invalid_api_key" }), "UpstreamFailed", 502],
    [403, vendor({ message: "m", type: "permission_error" }), "UpstreamFailed", 502],
    [402, vendor({ message: "m" }), "QuotaExceeded", 402],
    [404, vendor({ message: "m", code: "model_not_found" }), "NotFound", 404],
    [409, vendor({ message: "m" }), "Conflict", 409],
    [413, vendor({ message: "m" }), "PayloadTooLarge", 413],
    [422, vendor({ message: "m" }), "InvalidRequest", 422],
    [429, vendor({ message: "m", code: "rate_limit_exceeded" }), "RateLimited", 429],
    [429, vendor({ message: "m", code: "insufficient_quota" }), "QuotaExceeded", 429],
    [400, vendor({ message: "m", code: "content_policy_violation" }), "ContentBlocked", 400],
    [500, vendor({ message: "m", type: "server_error" }), "UpstreamFailed", 500],
    [503, vendor({ message: "m" }), "Overloaded", 503],
    [504, "<html>gateway timeout</html>", "UpstreamTimeout", 504],
    [502, "", "UpstreamFailed", 502],
    [418, "short and stout", "InvalidRequest", 418],
    [529, vendor({ message: "m" }), "Overloaded", 503],
    [400, vendor({ message: "m", code: "Arrearage" }), "QuotaExceeded", 402],
    [429, vendor({ message: "m", code: "billing_hard_limit_reached" }), "QuotaExceeded", 429],
    [400, vendor({ message: "m", code: "content_filter" }), "ContentBlocked", 400],
    [400, vendor({ message: "m", code: "data_inspection_failed" }), "ContentBlocked", 400],
    [400, vendor({ message: "m", code: "DataInspectionFailed" }), "ContentBlocked", 400],
    [500, vendor({ message: "m", type: "overloaded_error" }), "Overloaded", 500]
  ]
  it.each(cases)("%i %s", (status, body, reason, answered) => {
    const error = read(status, body)
    expect([error.reason, error.status]).toEqual([reason, answered])
  })

  it.each([
    ["Model.AccessDenied", undefined],
    ["AccessDenied", "m"]
  ])("of a 403 the gateway's key is refused, but not where it is about a model: %s", (code, refusal) => {
    expect(read(403, vendor({ message: "m", code })).details.refusal).toBe(refusal)
  })

  /** @see https://github.com/BuilderIO/micro-agent/issues/86 how OpenAI says whose limit it was (2025) */
  it.each(["org-Ab0Cd1Ef2Gh3", "proj_Ab0Cd1Ef2Gh3.limit", "limits[org-Ab0Cd1Ef2Gh3]"])(
    "tells the account that it was called with in no member: %s",
    (account) => {
      const error = read(400, vendor({ message: account, type: account, code: account, param: account }))
      const { text } = chatCompletions.encodeError(error).body
      expect(text).not.toContain("Ab0Cd1Ef2Gh3")
      expect(JSON.parse(text).error.param).toBeNull()
    }
  )

  it("takes message, code, type and place", () => {
    const error = read(400, vendor({ message: "bad", type: "t", code: "c", param: "messages[1].content" }))
    expect(error.message).toBe("bad")
    expect(error.details).toMatchObject({
      code: "c",
      type: { format: "chat-completions", value: "t" },
      pointer: "/messages/1/content"
    })
  })

  it.each([
    [
      "an item, as OpenAI words it",
      {
        message: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
        param: "input"
      },
      null
    ],
    ["a response, as OpenAI words it", { message: "Response with id 'resp_1' not found.", param: null }, null],
    ["a model, as Ollama words it", { message: 'model "m" not found, try pulling it first' }, "model_not_found"],
    ["a model, by its place", { message: "It is not there.", param: "model" }, "model_not_found"]
  ])("of a 404 without a code, what is not there is %s", (_, said, code) => {
    const { body } = chatCompletions.encodeError(read(404, vendor({ ...said, code: null })))
    expect(JSON.parse(body.text)).toMatchObject({ error: { code } })
  })

  it("takes plain JSON and texts", () => {
    expect(read(400, '{"message":"flat"}').message).toBe("flat")
    expect(read(400, '{"error":"short"}').message).toBe("short")
    expect(read(400, '{"detail":"fast"}').message).toBe("fast")
    expect(read(502, "<html>secret page</html>").message).toBe("The upstream answered with status 502.")
  })

  it("takes how long to wait", () => {
    expect(read(429, "", { "retry-after": "7" }).details.retryAfter).toBe(7)
    expect(read(429, "", { "retry-after": "7", "retry-after-ms": "1500" }).details.retryAfter).toBe(1.5)
  })

  it("shows no key", () => {
    expect(read(400, vendor({ message: "Incorrect API key provided: sk-abcdef0123456789." })).message).toBe(
      "Incorrect API key provided: ***."
    )
  })
})

describe("writing an error", () => {
  const cases: readonly (readonly [reason: ErrorReason, status: number, type: string, code: string | null])[] = [
    ["InvalidRequest", 400, "invalid_request_error", null],
    ["Unauthenticated", 401, "invalid_request_error", "invalid_api_key"],
    ["PermissionDenied", 403, "permission_error", null],
    ["NotFound", 404, "invalid_request_error", "model_not_found"],
    ["MethodNotAllowed", 405, "invalid_request_error", "method_not_allowed"],
    ["Conflict", 409, "conflict_error", null],
    ["Gone", 410, "invalid_request_error", "gone"],
    ["PayloadTooLarge", 413, "invalid_request_error", "request_too_large"],
    ["UnsupportedMediaType", 415, "invalid_request_error", "unsupported_media_type"],
    ["UnsupportedOperation", 501, "server_error", "unsupported_operation"],
    ["RateLimited", 429, "rate_limit_error", "rate_limit_exceeded"],
    ["QuotaExceeded", 402, "insufficient_quota", "insufficient_quota"],
    ["ContentBlocked", 400, "invalid_request_error", "content_policy_violation"],
    ["Cancelled", 499, "invalid_request_error", "cancelled"],
    ["Internal", 500, "server_error", null],
    ["UpstreamFailed", 502, "server_error", "bad_gateway"],
    ["UpstreamTimeout", 504, "server_error", "timeout"],
    ["Overloaded", 503, "server_error", "overloaded"]
  ]
  it.each(cases)("%s", (reason, status, type, code) => {
    const wire = chatCompletions.encodeError(new GatewayError(reason, "m"))
    expect([wire.status, JSON.parse(wire.body.text)]).toEqual([
      status,
      { error: { message: "m", type, param: null, code } }
    ])
  })

  it("says the place as the vendor does, and when to try again", () => {
    const wire = chatCompletions.encodeError(
      new GatewayError("InvalidRequest", "m", { pointer: "/messages/1/content/0/text", retryAfter: 1.2 })
    )
    expect(JSON.parse(wire.body.text).error.param).toBe("messages[1].content[0].text")
    expect(wire.headers).toEqual({ "content-type": "application/json", "retry-after": "2" })
  })
})
