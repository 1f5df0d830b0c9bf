import { describe, expect, it } from "vitest"
import { shapeOf } from "../../src/endpoints/models.ts"

/** The methods of https://ai.google.dev/api/models that clients choose a model by. */
describe("a model in the list that Google's SDKs read", () => {
  it.each([
    ["chat", ["generateContent", "streamGenerateContent", "countTokens"]],
    ["embeddings", ["embedContent", "batchEmbedContents"]],
    ["images", []]
  ] as const)("names what can be asked of it, which serves %s", (capability, methods) => {
    const head = {
      requestId: "r",
      method: "GET",
      path: "/v1beta/models",
      params: {},
      headers: {},
      search: () => new URLSearchParams(),
      address: () => undefined
    }
    expect(shapeOf(head).one({ id: "m", family: "f", serves: [capability], sent: "m" })).toEqual({
      name: "models/m",
      displayName: "m",
      supportedGenerationMethods: methods
    })
  })
})
