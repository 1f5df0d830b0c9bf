import { expect, it } from "vitest"
import { decodeBatch, decodeRequest as decodeContent } from "../../src/formats/embed-content/request.ts"
import { embedContent } from "../../src/formats/embed-content/index.ts"
import { decodeRequest as decodeCompletion, embeddings } from "../../src/formats/embeddings/index.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { parseNative } from "../../src/core/json/value.ts"

/** Examples of the vendors' documentation, typed by hand; their vectors are cut short there, too. */
const bodyOf = (text: string): JsonText => JsonText.source(text)

it("reads the request of OpenAI's reference as it is documented", () => {
  const decoded = decodeCompletion(
    bodyOf(`{
      "input": "The food was delicious and the waiter...",
      "model": "text-embedding-ada-002",
      "encoding_format": "float"
    }`)
  )
  expect(decoded).toMatchObject({
    ok: true,
    value: {
      notes: [],
      value: {
        model: "text-embedding-ada-002",
        encoding: "float",
        items: [{ input: { kind: "texts", texts: ["The food was delicious and the waiter..."] } }]
      }
    }
  })
})

it("reads the answer of OpenAI's reference as it is documented", () => {
  const text = `{
    "object": "list",
    "data": [
      { "object": "embedding", "embedding": [0.0023064255, -0.009327292, -0.0028842222], "index": 0 }
    ],
    "model": "text-embedding-ada-002",
    "usage": { "prompt_tokens": 8, "total_tokens": 8 }
  }`
  expect(embeddings.decodeResponse(parseNative(text), 1)).toEqual({
    ok: true,
    value: {
      model: "text-embedding-ada-002",
      vectors: [[0.0023064255, -0.009327292, -0.0028842222]],
      usage: { input: 8 }
    }
  })
})

it("reads Google's requests as they are documented", () => {
  const one = decodeContent(
    bodyOf(`{
      "model": "models/gemini-embedding-001",
      "content": { "parts": [{ "text": "What is the meaning of life?" }] },
      "taskType": "SEMANTIC_SIMILARITY",
      "output_dimensionality": 768
    }`),
    "gemini-embedding-001"
  )
  expect(one).toMatchObject({
    ok: true,
    value: {
      notes: [],
      value: {
        model: "gemini-embedding-001",
        items: [
          {
            input: { kind: "texts", texts: ["What is the meaning of life?"] },
            task: "SEMANTIC_SIMILARITY",
            dimensions: 768
          }
        ]
      }
    }
  })
  const several = decodeBatch(
    bodyOf(`{ "requests": [
      { "model": "models/gemini-embedding-001", "content": { "parts": [{ "text": "What is the meaning of life?" }] } },
      { "model": "models/gemini-embedding-001", "content": { "parts": [{ "text": "How does the brain work?" }] } }
    ] }`),
    "gemini-embedding-001"
  )
  expect(several).toMatchObject({ ok: true, value: { value: { items: [{}, {}] } } })
})

it("reads Google's answers as they are documented", () => {
  expect(embedContent.decodeResponse({ embedding: { values: [0.013168523, -0.008711934] } }, 1)).toEqual({
    ok: true,
    value: { vectors: [[0.013168523, -0.008711934]] }
  })
  const several = '{ "embeddings": [{ "values": [0.01] }, { "values": [0.02] }] }'
  expect(embedContent.decodeResponse(parseNative(several), 2)).toEqual({
    ok: true,
    value: { vectors: [[0.01], [0.02]] }
  })
})
