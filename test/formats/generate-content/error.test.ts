import { describe, expect, it } from "vitest"
import { frameError } from "../../../src/formats/generate-content/response-end.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { type Format, translateError } from "../../../src/translate.ts"
import { GatewayError, type ErrorReason } from "../../../src/core/errors/error.ts"

const body = (error: object): string => JSON.stringify({ error: { message: "It went wrong.", ...error } })

describe("an error in Google's body", () => {
  it.each<[ErrorReason, number, string]>([
    ["InvalidRequest", 400, "INVALID_ARGUMENT"],
    ["Unauthenticated", 401, "UNAUTHENTICATED"],
    ["PermissionDenied", 403, "PERMISSION_DENIED"],
    ["NotFound", 404, "NOT_FOUND"],
    ["MethodNotAllowed", 405, "UNIMPLEMENTED"],
    ["Conflict", 409, "ABORTED"],
    ["Gone", 410, "NOT_FOUND"],
    ["PayloadTooLarge", 413, "INVALID_ARGUMENT"],
    ["UnsupportedMediaType", 415, "INVALID_ARGUMENT"],
    ["RateLimited", 429, "RESOURCE_EXHAUSTED"],
    ["QuotaExceeded", 429, "RESOURCE_EXHAUSTED"],
    ["ContentBlocked", 400, "INVALID_ARGUMENT"],
    ["Cancelled", 499, "CANCELLED"],
    ["Internal", 500, "INTERNAL"],
    ["UnsupportedOperation", 501, "UNIMPLEMENTED"],
    ["UpstreamFailed", 502, "INTERNAL"],
    ["Overloaded", 503, "UNAVAILABLE"],
    ["UpstreamTimeout", 504, "DEADLINE_EXCEEDED"]
  ])("of reason %s is a %d %s", (reason, code, status) => {
    const written = generateContent.encodeError(new GatewayError(reason, "It went wrong."))
    expect(written.status).toBe(code)
    expect(JSON.parse(written.body.text)).toEqual({ error: { code, message: "It went wrong.", status } })
  })

  it("names the member that is meant, and when to try again", () => {
    const error = new GatewayError("RateLimited", "Slow down.", { pointer: "/contents/0", retryAfter: 1.5 })
    const written = generateContent.encodeError(error)
    expect(written.headers["retry-after"]).toBe("2")
    expect(JSON.parse(written.body.text)).toMatchObject({
      error: {
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [{ field: "/contents/0", description: "Slow down." }]
          },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" }
        ]
      }
    })
  })

  it.each<[number, object, ErrorReason]>([
    [400, { code: 400, status: "INVALID_ARGUMENT" }, "InvalidRequest"],
    [400, { code: 400, status: "FAILED_PRECONDITION" }, "InvalidRequest"],
    [401, { code: 401, status: "UNAUTHENTICATED" }, "UpstreamFailed"],
    [403, { code: 403, status: "PERMISSION_DENIED" }, "UpstreamFailed"],
    [404, { code: 404, status: "NOT_FOUND" }, "NotFound"],
    [429, { code: 429, status: "RESOURCE_EXHAUSTED" }, "RateLimited"],
    [500, { code: 500, status: "INTERNAL" }, "UpstreamFailed"],
    [503, { code: 503, status: "UNAVAILABLE" }, "Overloaded"],
    [504, { code: 504, status: "DEADLINE_EXCEEDED" }, "UpstreamTimeout"]
  ])("with status %d and %j is read as its reason", (status, error, reason) => {
    expect(generateContent.decodeError(status, {}, body(error)).reason).toBe(reason)
  })

  /** @see https://github.com/googleapis/googleapis `google/rpc/code.proto`: the status of HTTP that each is (read 2026-11) */
  it.each<[string, ErrorReason]>([
    ["FAILED_PRECONDITION", "InvalidRequest"],
    ["OUT_OF_RANGE", "InvalidRequest"],
    ["ALREADY_EXISTS", "Conflict"],
    ["UNKNOWN", "UpstreamFailed"],
    ["DATA_LOSS", "UpstreamFailed"]
  ])("inside a success that says no code is read by its word: %s", (status, reason) => {
    expect(frameError({ error: { message: "It went wrong.", status } })?.reason).toBe(reason)
  })

  it("of our own key is the upstream's failure, whatever its status", () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }]
    const error = generateContent.decodeError(400, {}, body({ code: 400, status: "INVALID_ARGUMENT", details }))
    expect([error.reason, error.status]).toEqual(["UpstreamFailed", 502])
  })

  it.each([
    ["35s", 35],
    ["34.07s", 34.07]
  ])("says in its details when to try again: %s", (retryDelay, seconds) => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }]
    const error = generateContent.decodeError(429, {}, body({ code: 429, status: "RESOURCE_EXHAUSTED", details }))
    expect(error.details.retryAfter).toBe(seconds)
  })

  it("is read in a list, too", () => {
    expect(generateContent.decodeError(503, {}, `[${body({ code: 503, status: "UNAVAILABLE" })}]`).message).toBe(
      "It went wrong."
    )
  })

  it("of a prompt that is too long has the code that other formats have", () => {
    const message = "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576)."
    const error = generateContent.decodeError(400, {}, body({ code: 400, status: "INVALID_ARGUMENT", message }))
    expect(error.details.code).toBe("context_length_exceeded")
  })
})

/**
 * @see https://github.com/googleapis/googleapis `google/rpc/error_details.proto`: `BadRequest.FieldViolation` (read 2026-11)
 */
describe("what Google says of the fields of a request that it refuses", () => {
  const refused = (message: string, ...fieldViolations: readonly object[]) => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations }]
    return JSON.stringify({ error: { code: 400, status: "INVALID_ARGUMENT", message, details } })
  }
  const field = "generation_config.response_schema.properties[0]"
  const told = (to: Format, said: string) =>
    JSON.parse(translateError({ from: generateContent, to }, { status: 400, body: said }).body).error

  it("is the place and the words of OpenAI's error", () => {
    expect(told(chatCompletions, refused("Invalid.", { field, description: "It must not be empty." }))).toMatchObject({
      message: `Invalid. ${field}: It must not be empty.`,
      param: field
    })
  })

  it("is said before the words where an error has no member for a place", () => {
    expect(told(messages, refused("Invalid.", { field: "contents", description: "Too many." })).message).toBe(
      "/contents: Invalid. contents: Too many."
    )
  })

  it("is said of each field, and once where the message says it", () => {
    const two = [{ field: "a", description: "Not b." }, { description: "Not c." }, { field: "d" }, {}]
    expect(told(chatCompletions, refused("Wrong.", ...two)).message).toBe("Wrong. a: Not b. Not c.")
    expect(told(chatCompletions, refused("Wrong. Not b.", two[0] ?? {})).message).toBe("Wrong. Not b.")
  })

  it("is no place where the field is none, or names a project", () => {
    for (const name of ["", "a b", "projects/123456789", 7])
      expect(told(chatCompletions, refused("Wrong.", { field: name })).param).toBeNull()
  })

  it("is its own client's again", () => {
    expect(told(generateContent, refused("Wrong.", { field: "contents", description: "Wrong." })).details).toEqual([
      {
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        fieldViolations: [{ field: "/contents", description: "Wrong." }]
      }
    ])
  })
})
