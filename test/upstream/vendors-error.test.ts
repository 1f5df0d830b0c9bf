import { expect, it } from "vitest"
import { saysExhausted } from "../../src/upstream/failures.ts"

const says = (body: unknown): boolean => saysExhausted(new TextEncoder().encode(JSON.stringify(body)))

it.each([
  ["OpenAI's", { error: { message: "m", type: "insufficient_quota", param: null, code: "insufficient_quota" } }],
  [
    "OpenAI's for images",
    { error: { message: "m", type: "billing_limit_user_error", code: "billing_hard_limit_reached" } }
  ],
  ["Anthropic's", { type: "error", error: { type: "billing_error", message: "m" } }],
  ["DashScope's", { code: "Arrearage", message: "m", request_id: "r" }],
  ["DashScope's of a free tier", { error: { message: "m", type: "AllocationQuota.FreeTierOnly", code: null } }],
  ["DashScope's of a contract", { code: "PrepaidBillOverdue", message: "m", request_id: "r" }],
  ["Ark's", { error: { code: "AccountOverdueError", message: "m", type: "Forbidden" } }],
  [
    "Ark's of a limit that the account set",
    { error: { code: "SetLimitExceeded", message: "m", type: "TooManyRequests" } }
  ],
  ["Kimi's", { error: { message: "m", type: "exceeded_current_quota_error" } }],
  ["one in a list", [{ error: { code: "insufficient_quota", message: "m" } }]]
])("an account without money is known by %s words", (_, body) => expect(says(body)).toBe(true))

it.each([
  ["a rate limit of OpenAI", { error: { message: "m", type: "tokens", code: "rate_limit_exceeded" } }],
  ["a rate limit of DashScope", { code: "Throttling.AllocationQuota", message: "m", request_id: "r" }],
  ["a rate limit of Anthropic", { type: "error", error: { type: "rate_limit_error", message: "m" } }],
  ["Google's", { error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED" } }],
  ["no object", "insufficient_quota"],
  ["nothing", null]
])("a refusal that passes by is none: %s", (_, body) => expect(says(body)).toBe(false))

it("no page is one", () => expect(saysExhausted(new TextEncoder().encode("<html>insufficient_quota"))).toBe(false))
