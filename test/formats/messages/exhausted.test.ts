import { expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"

/** As recorded in https://github.com/anthropics/claude-code/issues/66314, shortened. */
const body = JSON.stringify({
  type: "error",
  error: { type: "invalid_request_error", message: "Your credit balance is too low to access the API." }
})

it("Anthropic's 400 of an account without money is no fault of the request", () => {
  const error = messages.decodeError(400, {}, body)
  expect([error.reason, error.status]).toEqual(["QuotaExceeded", 402])
  expect(JSON.parse(messages.encodeError(error).body.text)).toMatchObject({ error: { type: "billing_error" } })
})
