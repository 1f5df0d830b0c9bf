import { describe, expect, it } from "vitest"
import type { ErrorReason } from "../../../src/core/errors/error.ts"
import { decodeFailure, errorText, type ErrorWording } from "../../../src/core/errors/failure.ts"

const wording: ErrorWording = {
  format: "google",
  reasons: new Map<string, ErrorReason>([["RESOURCE_EXHAUSTED", "RateLimited"]]),
  own: ({ status, code }) => ({
    type: { format: "google", value: errorText(status) ?? "none" },
    code: errorText(code) ?? "none"
  })
}

/** As OpenRouter's moderation says it in words alone. */
const flagged = 'm requires moderation on V. Your input was flagged for "violence".'

const key = "00000000-1111-2222-3333-444444444444"

/** What vendors answer, each in its own body; where the words are from stands beside those that are read. */
const inputs: readonly (readonly [what: string, body: object, reason: ErrorReason, answered: number])[] = [
  [
    "a prompt that is quoted",
    { error: { code: 403, message: "No.", metadata: { reasons: ["violence"], flagged_input: "hit" } } },
    "ContentBlocked",
    400
  ],
  ["a prompt, in words", { error: { code: 403, message: flagged } }, "ContentBlocked", 400],
  [
    "a prompt, as xAI says it",
    { code: "permission-denied", error: "Content violates usage guidelines. " },
    "ContentBlocked",
    400
  ],
  [
    "a cache that is gone",
    { error: { code: 403, message: "CachedContent not found (or permission denied)", status: "PERMISSION_DENIED" } },
    "NotFound",
    404
  ],
  [
    "a file that is gone",
    { error: { code: 403, message: "You do not have permission to access the File abc or it may not exist." } },
    "NotFound",
    404
  ]
]

describe("a 403", () => {
  it.each(inputs)("is the client's where it speaks of what was sent: %s", (_, body, reason, answered) => {
    const error = decodeFailure(wording, 403, { "request-id": "r" }, JSON.stringify(body))
    expect([error.reason, error.status]).toEqual([reason, answered])
    expect(error.details).toEqual({ requestId: "r", ...(reason === "NotFound" ? { code: null } : {}) })
  })

  it("does not say whose key it is", () => {
    const body = { error: `Content violates usage guidelines. Team: ${key}, API key ID: ${key}, Model: m` }
    const { message } = decodeFailure(wording, 403, {}, JSON.stringify(body))
    expect(message).toBe("Content violates usage guidelines. Team: ***, API key ID: ***, Model: m")
  })

  it.each([
    { message: "No.", metadata: { provider_name: "V" } },
    { message: "You do not have permission to access the Project or it may not exist." },
    { message: "The key may not: Content violates usage guidelines." }
  ])("is of the key where it only sounds like that: %j", (error) => {
    expect(decodeFailure(wording, 403, {}, JSON.stringify({ error })).details.refusal).toBe(error.message)
  })

  it("alone is read so: another status keeps what it means", () => {
    const body = { error: { message: flagged, status: "RESOURCE_EXHAUSTED" } }
    expect(decodeFailure(wording, 429, {}, JSON.stringify(body)).reason).toBe("RateLimited")
  })
})
