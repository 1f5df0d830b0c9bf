import { describe, expect, it } from "vitest"
import { arkImages } from "../../../src/formats/ark.ts"
import { decoded, wrong } from "../images/asking.ts"

describe("an answer of Ark", () => {
  it("is the vendor's documented example", () => {
    const body = {
      model: "doubao-seedream-4-0-250828",
      created: 1757321139,
      data: [{ url: "https://example.com/made.jpeg", size: "3104x1312" }],
      usage: { generated_images: 1, output_tokens: 15_908, total_tokens: 15_908 }
    }
    expect(decoded(arkImages, body)).toEqual({
      created: 1757321139,
      images: [{ url: "https://example.com/made.jpeg" }],
      usage: { text: 15_908, by: new Map([["images.made", 1]]) }
    })
  })

  it("may hold bytes", () => {
    expect(decoded(arkImages, { data: [{ b64_json: "AAAA", size: "1x1" }] })).toEqual({ images: [{ base64: "AAAA" }] })
  })

  it("keeps an image that failed among the others, with why", () => {
    const error = { code: "OutputImageSensitiveContentDetected", message: "The output image may be sensitive." }
    const { images } = decoded(arkImages, { data: [{ url: "https://example.com/1.png" }, { error }] })
    expect(images[0]).toEqual({ url: "https://example.com/1.png" })
    expect(images[1]).toMatchObject({
      error: {
        reason: "ContentBlocked",
        message: "The output image may be sensitive.",
        details: { code: "OutputImageSensitiveContentDetected" }
      }
    })
  })

  it("is the error that it holds", () => {
    expect(wrong(arkImages, { error: { code: "RateLimitExceeded.EndpointRPMExceeded", message: "Slow." } })).toEqual([
      "RateLimited",
      "RateLimitExceeded.EndpointRPMExceeded",
      "Slow."
    ])
  })

  it.each([
    ["[]", [["", "The answer is not a JSON object."]]],
    ["<html>", [["", "The answer is not a JSON object."]]],
    ["{}", [["", "`data` is required."]]],
    ['{"data":{}}', [["/data", "`data` must be an array."]]],
    ['{"data":[1]}', [["/data/0", "This item must be an object."]]],
    ['{"data":[{"size":"1x1"}]}', [["/data/0", "An image must have `url` or `b64_json`."]]]
  ])("%s is wrong at its place", (body, issues) => {
    expect(wrong(arkImages, body)).toEqual(issues)
  })

  it("loses no image to what is said beside it", () => {
    const odd = { created: "now", usage: 7, data: [{ url: "https://example.com/1.png" }] }
    expect(decoded(arkImages, odd)).toEqual({ images: [{ url: "https://example.com/1.png" }] })
  })

  it("takes counts that are none for unknown", () => {
    expect(decoded(arkImages, { data: [], usage: { output_tokens: "many", generated_images: -1 } })).toEqual({
      images: []
    })
  })
})
