import { describe, expect, it } from "vitest"
import { type ErrorDetails, GatewayError, type ErrorReason, statusOf } from "../../../src/core/errors/error.ts"
import {
  decodeFailure,
  failureIn,
  firstKeyByWord,
  errorText,
  type ErrorWording,
  wireError
} from "../../../src/core/errors/failure.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../../src/core/json/json.ts"

/** Google's words (google.rpc.Code), and what its details hold: a vendor whose errors look like nobody else's. */
const wording: ErrorWording = {
  format: "google",
  reasons: new Map<string, ErrorReason>([
    ["INVALID_ARGUMENT", "InvalidRequest"],
    ["NOT_FOUND", "NotFound"],
    ["RESOURCE_EXHAUSTED", "RateLimited"],
    ["UNAVAILABLE", "Overloaded"],
    ["API_KEY_INVALID", "Unauthenticated"]
  ]),
  own: (error: JsonObject): ErrorDetails => {
    const details = isArray(error["details"]) ? error["details"] : []
    const find = (key: string): Json | undefined =>
      details.flatMap((it) => (isObject(it) && it[key] !== undefined ? [it[key]] : []))[0]
    const code = errorText(find("reason"))
    const delay = errorText(find("retryDelay"))
    const status = errorText(error["status"])
    return {
      ...(code === undefined ? {} : { code }),
      ...(delay === undefined ? {} : { retryAfter: Number.parseFloat(delay) }),
      ...(status === undefined ? {} : { type: { format: "google", value: status } })
    }
  }
}

const plain: ErrorWording = {
  format: "plain",
  reasons: new Map<string, ErrorReason>([
    ["invalid_request", "InvalidRequest"],
    ["failed", "UpstreamFailed"],
    ["no_key", "Unauthenticated"],
    ["slow_down", "RateLimited"]
  ])
}

const said = (error: object): string => JSON.stringify({ error })

describe("an upstream's failure", () => {
  it.each<[status: number, body: string, reason: ErrorReason, answered: number]>([
    [400, said({ type: "invalid_request" }), "InvalidRequest", 400],
    [404, said({ type: "invalid_request" }), "NotFound", 404],
    [503, said({ type: "failed" }), "Overloaded", 503],
    [500, said({ type: "slow_down" }), "RateLimited", 500],
    [400, said({ code: "slow_down", type: "invalid_request" }), "RateLimited", 400],
    [400, said({ code: "novel", type: "slow_down" }), "RateLimited", 400],
    [418, said({}), "InvalidRequest", 418],
    [529, said({}), "Overloaded", 503],
    [302, "", "UpstreamFailed", 502],
    [999, "", "UpstreamFailed", 502],
    [200, said({ code: 503 }), "Overloaded", 503],
    [200, said({ status: "429" }), "RateLimited", 429],
    [200, said({ code: { valueOf: 1, toString: 2 } }), "UpstreamFailed", 502],
    [200, "[]", "UpstreamFailed", 502]
  ])("of %i with %s is %s, answered with %i", (status, body, reason, answered) => {
    const error = decodeFailure(plain, status, {}, body)
    expect([error.reason, error.status]).toEqual([reason, answered])
  })

  it.each([
    [401, said({ message: "m", code: "slow_down" })],
    [403, said({ message: "m", type: "slow_down" })],
    [400, said({ message: "m", code: "no_key", type: "failed" })]
  ])("that speaks of our key (%i %s) tells the client neither status nor words", (status, body) => {
    const { reason, message, status: answered, details } = decodeFailure(plain, status, {}, body)
    expect({ reason, message, answered, details }).toEqual({
      reason: "UpstreamFailed",
      message: expect.stringMatching(/^The upstream refused the credentials/),
      answered: 502,
      details: { refusal: "m" }
    })
  })

  it.each<[code: string, reason: ErrorReason, answered: number, told: string]>([
    ["no_region", "UpstreamFailed", 502, "Your region is not served."],
    ["no_model", "NotFound", 404, "Your region is not served."],
    ["blocked", "ContentBlocked", 400, "Your region is not served."],
    ["overdue", "QuotaExceeded", 402, "Your region is not served."]
  ])("with 403 is told in the vendor's words where those name another cause than the key: %s", (code, ...expected) => {
    const causes: ErrorWording = {
      format: "causes",
      otherCauses: new Set(["no_region"]),
      reasons: new Map<string, ErrorReason>([
        ["no_region", "PermissionDenied"],
        ["no_model", "NotFound"],
        ["blocked", "ContentBlocked"],
        ["overdue", "QuotaExceeded"]
      ])
    }
    const { reason, status, message } = decodeFailure(
      causes,
      403,
      {},
      said({ message: "Your region is not served.", code })
    )
    expect([reason, status, message]).toEqual(expected)
  })

  it.each([
    ['{"message":"flat"}', "flat"],
    ['{"error":"short"}', "short"],
    ['{"error":{"detail":"inside"}}', "inside"],
    ['{"msg":"lab"}', "lab"],
    ['[{"error":{"message":"listed"}}]', "listed"],
    ["no JSON at all", "no JSON at all"],
    ['"The prompt is too long"', "The prompt is too long"],
    ['"<html>a page</html>"', "The upstream answered with status 502."],
    [" <html>secret page</html>", "The upstream answered with status 502."],
    ["", "The upstream answered with status 502."],
    ['{"error":{"message":""}}', "The upstream answered with status 502."]
  ])("with the body %s says %j", (body, message) => {
    expect(decodeFailure(plain, 502, {}, body).message).toBe(message)
  })

  it.each([
    ["Incorrect API key provided: sk-abcdef0123456789.", "Incorrect API key provided: ***."],
    ["key-12345678 and AIzaSyA0123456789 are bad", "*** and *** are bad"],
    ["sent authorization: Bearer abc.def", "sent authorization: ***"],
    ["of sk-ab…yz and sk-ab...yz", "of *** and ***"],
    ["Your api key: ****ab12 is invalid", "Your api key: *** is invalid"],
    ["Your account <ak-0a1b2c3d4e> is suspended", "Your account <***> is suspended"],
    [
      "Rate limit reached for gpt-4o in organization org-Ab0Cd1Ef2Gh3 on tokens",
      "Rate limit reached for gpt-4o in organization *** on tokens"
    ],
    [
      "exceed your organization's rate limit (org: 00000000-1111-2222-3333-444444444444, model: m)",
      "exceed your organization's rate limit (org: ***, model: m)"
    ],
    [
      "the limit for your organization (00000000-1111-2222-3333-444444444444) of 9 tokens",
      "the limit for your organization (***) of 9 tokens"
    ],
    [
      "Your organization 00000000-1111-2222-3333-444444444444 has been disabled",
      "Your organization *** has been disabled"
    ],
    ['of {"organization_id": "00000000-1111-2222-3333-444444444444"}', 'of {"organization_id": "***"}'],
    ["for consumer 'project_number:000123456789'", "for consumer 'project_number:***'"],
    ["`projects/my-secret-proj/locations/us-central1/m` was not", "`projects/***/locations/us-central1/m` was not"],
    ["resource 'projects/my-secret-proj' (or", "resource 'projects/***' (or"],
    ["Service agents of project 998877665544 cannot", "Service agents of project *** cannot"],
    ["overview?project=998877665544 then", "overview?project=*** then"],
    ["overview?project=my-secret-proj then", "overview?project=*** then"],
    ["project%3D998877665544.", "project%3D***."],
    ["of wrkspc_01AbCdEfGhIjKl", "of ***"],
    ["on project 3 of 5, see /v1/projects/list", "on project 3 of 5, see /v1/projects/list"],
    ["the project 12345 and projects like it", "the project 12345 and projects like it"],
    ["Your account org-0a1b2c3d4e5f / proj-0a1b2c3d4e5f reached it", "Your account *** / *** reached it"],
    ["request 00000000-1111-2222-3333-444444444444 failed", "request 00000000-1111-2222-3333-444444444444 failed"],
    ["an org-wide limit, a project-based one", "an org-wide limit, a project-based one"],
    ["a task-force and a skip", "a task-force and a skip"]
  ])("shows of %j only %j", (message, shown) => {
    expect(failureIn(plain, { error: { message } }).message).toBe(shown)
  })

  it("shows as little in its short words and in the vendor's id of the request", () => {
    const like = `sk-${"0".repeat(8)}`
    const error = failureIn(plain, { error: { message: "no", code: `bad_${like}`, type: like }, request_id: like }, 400)
    expect(JSON.stringify(error.details)).not.toContain(like.slice(3))
    expect(error.details).toMatchObject({
      code: `bad_${like}`.replace(like, "***"),
      type: { value: "***" },
      requestId: "***"
    })
  })

  it("is not longer than a client wants to read", () => {
    expect(decodeFailure(plain, 400, {}, said({ message: "x".repeat(9000) })).message).toHaveLength(2000)
  })

  it.each([
    [{ "retry-after": "7" }, 7],
    [{ "retry-after-ms": "1500", "retry-after": "7" }, 1.5],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Sat, 21 Nov 2026 08:00:10 GMT", date: "Sat, 21 Nov 2026 08:00:00 GMT" }, 10],
    [{ "retry-after": "Sat, 21 Nov 2026 08:00:10 GMT" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": " " }, undefined],
    [{ "retry-after": "Infinity" }, undefined]
  ])("with the headers %j may be tried again after %s seconds", (headers, wait) => {
    expect(decodeFailure(plain, 429, headers, "").details.retryAfter).toBe(wait)
  })

  it("names its request as the header says, else as the body does", () => {
    const body = '{"error":{},"request_id":"inside"}'
    expect(decodeFailure(plain, 400, {}, body).details.requestId).toBe("inside")
    expect(decodeFailure(plain, 400, { "request-id": "outside" }, body).details.requestId).toBe("outside")
  })

  it("is read by a vendor's own table and members", () => {
    const body = said({
      code: 429,
      message: "Quota",
      status: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "35s" }]
    })
    const { reason, details } = decodeFailure(wording, 429, {}, body)
    expect([reason, details]).toEqual([
      "RateLimited",
      { status: 429, retryAfter: 35, type: { format: "google", value: "RESOURCE_EXHAUSTED" } }
    ])
    const key = { code: 400, message: "m", status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] }
    expect(decodeFailure(wording, 400, {}, said(key)).status).toBe(502)
  })
})

describe("a table of words turned round", () => {
  it("names under each word the first that has it", () => {
    expect([...firstKeyByWord({ a: ["x", null], b: ["x", "y"], c: "z" })]).toEqual([
      ["x", "a"],
      [null, "a"],
      ["y", "b"],
      ["z", "c"]
    ])
  })
})

describe("an error as an answer", () => {
  it("has its status, its body, and when to try again in whole seconds", () => {
    const wire = wireError(new GatewayError("RateLimited", "m", { retryAfter: 1.2 }), { a: 1 })
    expect([wire.status, wire.headers, wire.body.text]).toEqual([
      statusOf.RateLimited,
      { "content-type": "application/json", "retry-after": "2" },
      '{"a":1}'
    ])
  })
})

describe("a code with dots", () => {
  const dotted: ErrorWording = {
    format: "dotted",
    reasons: new Map<string, ErrorReason>([
      ["Throttling", "RateLimited"],
      ["Throttling.Allocation", "QuotaExceeded"]
    ])
  }

  it.each([
    ["Throttling", "RateLimited"],
    ["Throttling.Burst", "RateLimited"],
    ["Throttling.Burst.Rate", "RateLimited"],
    ["Throttling.Allocation", "QuotaExceeded"],
    [".Throttling", "InvalidRequest"],
    ["Throttlings.Burst", "InvalidRequest"]
  ])("%s means %s: it has its own reason, else that of its first piece", (code, reason) => {
    expect(failureIn(dotted, { code, message: "m" }, 400).reason).toBe(reason)
  })
})
