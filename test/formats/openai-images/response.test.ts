import { describe, expect, it } from "vitest"
import type { Images } from "openai/resources/images"
import { openaiImages } from "../../../src/formats/openai-media.ts"
import type { ErrorReason } from "../../../src/core/errors/error.ts"
import { decoded, wrong } from "../images/asking.ts"

describe("an answer of OpenAI", () => {
  it("is the vendor's documented example", () => {
    const body = {
      created: 1713833628,
      background: "opaque",
      output_format: "jpeg",
      quality: "high",
      size: "1024x1024",
      data: [{ b64_json: "/9j/4AAQ" }, { b64_json: "/9j/4BBQ" }],
      usage: {
        total_tokens: 100,
        input_tokens: 50,
        output_tokens: 50,
        input_tokens_details: { text_tokens: 10, image_tokens: 40 },
        output_tokens_details: { text_tokens: 5, image_tokens: 45 }
      }
    } as const satisfies Awaited<ReturnType<Images["generate"]>>
    expect(decoded(openaiImages, body)).toEqual({
      created: 1713833628,
      chosen: { background: "opaque", output_format: "jpeg", quality: "high", size: "1024x1024" },
      images: [
        { base64: "/9j/4AAQ", mime: "image/jpeg" },
        { base64: "/9j/4BBQ", mime: "image/jpeg" }
      ],
      usage: {
        input: 50,
        text: 50,
        by: new Map([
          ["input.text", 10],
          ["input.image", 40],
          ["output.text", 5],
          ["output.image", 45]
        ])
      }
    })
  })

  it("is base64 alone, though an upstream writes it as a data URL", () => {
    const data = [{ b64_json: "data:image/png;base64,AAAA" }]
    expect(decoded(openaiImages, { created: 1, data })).toMatchObject({ images: [{ base64: "AAAA" }] })
  })

  it("of an older model may hold URLs and the prompt as it was written anew", () => {
    const data = [{ url: "https://example.com/1.png", revised_prompt: "A red fox in the snow" }]
    expect(decoded(openaiImages, { created: 1, data })).toEqual({
      created: 1,
      images: [{ url: "https://example.com/1.png", revisedPrompt: "A red fox in the snow" }]
    })
  })

  // https://www.iana.org/assignments/media-types/media-types.xhtml#image
  it.each([
    ["gif", "image/gif"],
    ["svg", "image/svg+xml"],
    ["jpg", "image/jpeg"],
    ["avif", "image/avif"]
  ])("is of the type that its format is of, whoever lists it: %s", (output_format, mime) => {
    expect(decoded(openaiImages, { output_format, data: [{ b64_json: "AAAA" }] })).toMatchObject({ images: [{ mime }] })
  })

  it("takes null for absent", () => {
    expect(
      decoded(openaiImages, { data: [{ b64_json: "AAAA", url: null, revised_prompt: null }], usage: null })
    ).toEqual({ images: [{ base64: "AAAA" }] })
  })

  it.each([
    ["7", [["", "The answer is not a JSON object."]]],
    ['{"created":1}', [["", "`data` is required."]]],
    ['{"data":[{}]}', [["/data/0", "An image must have `url` or `b64_json`."]]]
  ])("%s is wrong at its place", (body, issues) => {
    expect(wrong(openaiImages, body)).toEqual(issues)
  })

  it("loses no image to what is said beside it", () => {
    const odd = { created: "now", output_format: 1, usage: 7, data: [{ b64_json: "AAAA", revised_prompt: 7 }] }
    expect(decoded(openaiImages, odd)).toEqual({ images: [{ base64: "AAAA" }] })
  })

  it("is the error that it holds", () => {
    expect(wrong(openaiImages, { error: { message: "No.", code: "moderation_blocked" } })).toEqual([
      "ContentBlocked",
      "moderation_blocked",
      "No."
    ])
  })
})

describe("an error of OpenAI's images", () => {
  const cases: readonly (readonly [status: number, type: string, code: string | null, reason: ErrorReason])[] = [
    [400, "invalid_request_error", "invalid_value", "InvalidRequest"],
    [400, "image_generation_user_error", "moderation_blocked", "ContentBlocked"],
    [400, "invalid_request_error", "content_policy_violation", "ContentBlocked"],
    [400, "image_generation_user_error", null, "InvalidRequest"],
    [400, "billing_limit_user_error", "billing_hard_limit_reached", "QuotaExceeded"],
    [401, "invalid_request_error", "invalid_api_key", "UpstreamFailed"],
    [403, "invalid_request_error", "unsupported_country_region_territory", "UpstreamFailed"],
    [404, "invalid_request_error", "model_not_found", "NotFound"],
    [429, "requests", "rate_limit_exceeded", "RateLimited"],
    [429, "insufficient_quota", "insufficient_quota", "QuotaExceeded"],
    [500, "server_error", null, "UpstreamFailed"],
    [500, "image_generation_server_error", null, "UpstreamFailed"],
    [503, "server_error", "slow_down", "Overloaded"]
  ]
  it.each(cases)("%i %s %s is %s", (status, type, code, reason) => {
    const body = JSON.stringify({ error: { message: "m", type, param: null, code } })
    expect(openaiImages.decodeError(status, {}, body).reason).toBe(reason)
  })

  it("names the member that is at fault", () => {
    const body = JSON.stringify({ error: { message: "m", type: "invalid_request_error", param: "size", code: null } })
    expect(openaiImages.decodeError(400, {}, body).details.pointer).toBe("/size")
  })
})
