import { describe, expect, it } from "vitest"
import { decodeBatch, decodeRequest } from "../../src/formats/embed-content/request.ts"
import { embedContent } from "../../src/formats/embed-content/index.ts"
import { embeddings } from "../../src/formats/embeddings/index.ts"
import type { EmbeddingFormat } from "../../src/core/embedding.ts"
import { JsonText } from "../../src/core/json/json.ts"

const item = { content: { parts: [{ text: "a" }] } }

const issues = (body: unknown): readonly string[] => {
  const decoded = decodeRequest(JsonText.source(JSON.stringify(body)), "m")
  return decoded.ok ? [] : decoded.error.issues.map(({ path }) => path)
}

const sent = (format: EmbeddingFormat, body: unknown, decode = decodeRequest): unknown => {
  const decoded = decode(JsonText.source(JSON.stringify(body)), "m")
  if (!decoded.ok) throw new Error("not read")
  const encoded = format.encodeRequest(decoded.value.value)
  return encoded.ok ? JSON.parse(encoded.value.value.body.text) : encoded.error.notes.map(({ path }) => path)
}

describe("the other spelling of a member", () => {
  it.each(["taskType", "task_type", "outputDimensionality", "output_dimensionality"])("may not be null: %s", (key) => {
    expect(issues({ ...item, [key]: null })).toEqual([`/${key}`])
  })

  it.each([
    ["taskType", "task_type", "RETRIEVAL_QUERY"],
    ["outputDimensionality", "output_dimensionality", 5]
  ])("may not stand beside the first: %s", (one, other, value) => {
    expect(issues({ ...item, [one]: value, [other]: value })).toEqual([`/${other}`])
  })
})

describe("a picture among the parts", () => {
  const inlineData = { mimeType: "image/png", data: "AAAA" }
  const body = { content: { parts: [{ text: "a" }, { inlineData }] } }

  it("goes on to its own API", () => expect(sent(embedContent, body)).toMatchObject(body))

  it("is refused where text alone is embedded", () => {
    expect(sent(embeddings, body)).toEqual(["/content/parts/1"])
  })
})

describe("a batch of one", () => {
  it("is written as one item", () => expect(sent(embedContent, { requests: [item] }, decodeBatch)).toEqual(item))

  it("stays a batch where it says more", () => {
    expect(sent(embedContent, { requests: [item], more: 1 }, decodeBatch)).toEqual({
      requests: [{ model: "models/m", ...item }],
      more: 1
    })
  })
})
