import { describe, expect, it } from "vitest"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { responses } from "../../../src/formats/responses/index.ts"

const read = (body: object) => responses.decodeResponse(JsonText.source(JSON.stringify(body)), emptyReplyContext)

/** An answer that came to nothing, as the vendor keeps it (openai 6.x, `Response` and `ResponseError`). */
const failed = { id: "resp_1", object: "response", created_at: 1, model: "gpt-5.5", output: [], status: "failed" }

describe("an answer that failed", () => {
  it("is the error that it tells, which nobody is to try again by himself", () => {
    const error = { code: "rate_limit_exceeded", message: "Rate limit reached." }
    expect(read({ ...failed, error })).toMatchObject({
      ok: false,
      error: { reason: "RateLimited", message: "Rate limit reached.", details: { shouldRetry: false } }
    })
  })

  it("is one that tells its status where it tells no more", () =>
    expect(read({ ...failed, error: null })).toMatchObject({
      ok: false,
      error: { message: "The upstream's answer has the status failed.", details: { shouldRetry: false } }
    }))

  it("is an error in words where these are all of it", () =>
    expect(read({ error: "No such model." })).toMatchObject({ ok: false, error: { message: "No such model." } }))
})
