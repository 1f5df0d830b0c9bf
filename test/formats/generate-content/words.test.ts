import { describe, expect, it } from "vitest"
import { decodeSchema } from "../../../src/formats/generate-content/schema-decode.ts"
import { toOpenApiSchema } from "../../../src/formats/generate-content/schema-encode.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { answered, decoded, sent, told } from "./reading.ts"

const ended = (finishReason: unknown) =>
  answered({ candidates: [{ content: { role: "model", parts: [{ text: "a" }] }, finishReason }] }).candidates[0]?.finish
    ?.kind

/**
 * The numbers of https://docs.cloud.google.com/java/docs/reference/google-cloud-vertexai/latest/com.google.cloud.vertexai.api.Candidate.FinishReason
 * and what each means.
 */
describe("a finish reason that is a number", () => {
  it.each([
    [1, "stop"],
    [2, "length"],
    [3, "blocked"],
    [4, "blocked"],
    [5, "malformed"],
    [6, "blocked"],
    [7, "blocked"],
    [8, "blocked"],
    [9, "malformed"],
    [10, "blocked"]
  ])("%d says that the answer ended so: %s", (number, kind) => {
    expect(ended(number)).toBe(kind)
  })
})

describe("a prompt that was blocked", () => {
  // `BlockedReason` of `@google/genai`.
  it.each(["SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY", "MODEL_ARMOR", "JAILBREAK"])(
    "is told in the vendor's own word: %s",
    (blockReason) => {
      const blocked = answered({ promptFeedback: { blockReason } })
      expect(told(blocked)).toMatchObject({ promptFeedback: { blockReason } })
    }
  )

  it("is told as another where the vendor has no such word", () => {
    expect(told({ candidates: [], block: { category: "cyber" } })).toMatchObject({
      promptFeedback: { blockReason: "OTHER" }
    })
  })
})

describe("a medium", () => {
  it.each([
    ["MEDIA_RESOLUTION_LOW", "low"],
    ["MEDIA_RESOLUTION_MEDIUM", "medium"],
    ["MEDIA_RESOLUTION_HIGH", "high"],
    ["MEDIA_RESOLUTION_ULTRA_HIGH", "original"]
  ])("that is looked at by %s is one of the detail: %s", (level, detail) => {
    const part = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, mediaResolution: { level } }
    const request = decoded({ contents: [{ role: "user", parts: [part] }] })
    expect(request.messages[0]?.parts).toMatchObject([{ type: "media", detail }])
    expect(sent({ ...request, native: { format: "another" } })).toMatchObject({
      contents: [{ parts: [{ mediaResolution: { level } }] }]
    })
  })
})

describe("a schema", () => {
  it.each(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"])(
    "has the counts that the vendor writes as texts as numbers: %s",
    (member) => {
      expect(decodeSchema(JsonText.source(JSON.stringify({ [member]: "2" }))).value).toEqual({ [member]: 2 })
    }
  )

  it.each(["$schema", "$id", "$anchor", "$comment"])(
    "loses nothing by members that hold the model to nothing: %s",
    (member) => {
      expect(toOpenApiSchema(JsonText.source(JSON.stringify({ type: "string", [member]: "x" }))).lost).toEqual([])
    }
  )
})
