import { describe, expect, it } from "vitest"
import { GatewayError, type ErrorReason } from "../../../src/core/errors/error.ts"
import { messages } from "../../../src/formats/messages/index.ts"

/** The types of https://platform.claude.com/docs/en/api/errors, which clients tell errors apart by. */
const types: readonly (readonly [reason: ErrorReason, type: string])[] = [
  ["InvalidRequest", "invalid_request_error"],
  ["Unauthenticated", "authentication_error"],
  ["PermissionDenied", "permission_error"],
  ["NotFound", "not_found_error"],
  ["RateLimited", "rate_limit_error"],
  ["UpstreamTimeout", "timeout_error"],
  ["Overloaded", "overloaded_error"]
]

describe("an error", () => {
  it.each(types)("%s is told by the vendor's type: %s", (reason, type) => {
    expect(messages.encodeError(new GatewayError(reason, "m")).body.value).toMatchObject({ error: { type } })
  })
})
